// The view of all answers: filters, order, and a card for each with its claims beside the evidence.

const { answers } = model;
const SIGNS = { supported: '✓', contested: '!', contradicted: '✗', unsupported: '?' };
const VERDICTS = {
  supported: 'supported', contested: 'supported, and contested by another passage',
  contradicted: 'contradicted', unsupported: 'not in the evidence',
};
const answerRecords = [...answers.full, ...answers.brief];
const answerList = new LazyList(byId('answer-list'), answerCard, { size: 6, guess: 520 });
const answerLink = (id) => '#answer-' + encodeURIComponent(id);
const stateName = (state) => (answers.states[state] || [state])[0];
const nullLast = (a, b) => (a === null ? 1 : 0) - (b === null ? 1 : 0) || (a === null ? 0 : a - b);
const answerOrders = {
  acs: () => 0, // the order in which they were read
  near: (a, b) => nullLast(a.SS1, b.SS1) || a.place - b.place,
  place: (a, b) => a.place - b.place,
};

const acsOf = (record) => h('p.acs', { title: 'ACS is agreement inside the pipeline, not truth.' },
  h('span.acs-figure', null, score(record.ACS)), h('abbr', null, 'ACS'));

// What another judge said of the answer, as the log has it.
const gradesOf = (record) => ((record.grades || []).length ? h('p.log-grades', null, 'In the log: ',
  record.grades.map((one) => h('span', { title: plain(one.written) }, foreign(one.name, 'span'),
    one.value === null ? ' not measured' : ` ${score(one.value)}`, one.reason ? ' (' : null,
    one.reason ? foreign(one.reason, 'span') : null, one.reason ? ')' : null))) : null);

const stateTag = (state) => h(`span.tag.state.state-${state}`, null, stateName(state));

// The card's head: question, state or score, and the figures of the evidence.
function answerHead(record) {
  const figures = [['SS1', record.SS1], ['SSmu', record.SSmu], ['SSsigma', record.SSsigma]];
  return h('header', null,
    h('div', null,
      h('h2', null, foreign(record.question)),
      h('p.meta', null, foreign(record.id, 'code'), record.type ? foreign(record.type, 'span') : null,
        figures.filter(([, value]) => typeof value === 'number').map(([name, value]) => h('span', null, `${name} ${score(value)}`)),
        record.k === undefined || record.k === null ? null : h('span', null, `k ${number(record.k)}`),
        record.withheld ? h('span', null, `${number(record.withheld)} withheld`) : null,
        h('a.anchor', { href: answerLink(record.id), onclick: copyLink }, 'Copy link')),
      gradesOf(record)),
    record.ACS === null ? stateTag(record.state) : acsOf(record));
}

function claimMark(text, claim, index) {
  return h(`span.claim.c-${claim.verdict}`, null, foreign(text),
    h('sup.sign', null, h('span', { 'aria-hidden': 'true' }, `${SIGNS[claim.verdict]}${index + 1}`),
      h('span.said', null, ` claim ${index + 1}: ${VERDICTS[claim.verdict]} `)));
}

function answerText(record) {
  if (!record.answer.length) return h('p.quiet', null, record.state === 'unanswered' ? 'No answer was made.' : 'There is no answer.');
  return h('blockquote.answer', { dir: 'auto' }, record.answer.map(([text, index]) =>
    (index === null ? text : claimMark(text, record.claims[index], index))));
}

// Claims with a reason, or that the answer's own words do not hold, are listed below it.
function claimRows(record) {
  const rows = record.claims.map((claim, index) => [claim, index]).filter(([claim]) => claim.reason || !claim.placed);
  return rows.length ? h('ol.claims', null, rows.map(([claim, index]) => h('li', null,
    h(`span.claim.c-${claim.verdict}`, null, h('span.sign', null, `${SIGNS[claim.verdict]}${index + 1}`)),
    h('span', null, claim.placed ? null : foreign(claim.text), claim.placed ? null : ': ', h('strong', null, VERDICTS[claim.verdict]),
      claim.reason ? '. ' : null, claim.reason ? foreign(claim.reason, 'span') : null)))) : null;
}

function partBars(parts) {
  const rows = Object.entries(parts).filter(([, value]) => typeof value === 'number');
  return rows.length ? h('dl.bars.parts', null, rows.map(([name, value]) =>
    h('div', null, h('dt', null, name === 'contradiction' ? 'not contradicted' : name), h('dd', null, score(value)), bar(value)))) : null;
}

// How far the answer and its reference claim the same, and what of the reference the answer does not say.
function agreement(told) {
  return told ? h('div.agreement', null,
    h('p', null, h('strong', null, `Agreement ${score(told.score)}`),
      `: the reference has ${score(told.correct)} of what the answer claims, the answer ${score(told.complete)} of the reference.`),
    told.left_out.length ? h('p', null, 'Left out:') : null,
    told.left_out.length ? h('ul', null, told.left_out.map((claim) => h('li', null, foreign(claim, 'span'))),
      told.more ? h('li.quiet', null, `${number(told.more)} more in answers.jsonl`) : null) : null) : null;
}

function answerSide(record) {
  return h('div.said-side', null, h('h3', null, 'Answer'), answerText(record), claimRows(record),
    record.reference ? h('p.reference', null, h('strong', null, 'Expected: '), foreign(record.reference, 'span')) : null,
    agreement(record.agreement),
    record.why ? h('p.why', { dir: 'auto' }, record.why) : null, partBars(record.parts));
}

// A quote of a passage: its tone, and the signs of the claims that it decides.
function quotePiece([text, tone, claims]) {
  if (!tone) return text;
  const sign = tone === 'against' ? '✗' : '✓';
  const word = tone === 'against' ? 'against' : 'for';
  const told = claims.length ? h('sup.sign', null, h('span', { 'aria-hidden': 'true' }, sign + claims.join(' ')),
    h('span.said', null, ` ${word} claim ${claims.join(', ')} `)) : null;
  return h(`mark.q-${tone}`, null, text, told);
}

function evidencePassage(one) {
  const place = typeof one.start === 'number' && typeof one.end === 'number' && one.end > one.start
    ? `characters ${number(one.start)}–${number(one.end)}` : '';
  const known = documentsById.has(one.doc);
  return h('figure.passage', null,
    h('figcaption', null, typeof one.rank === 'number' ? h('span.rank', null, number(one.rank)) : null,
      known ? h('a.doc', { href: documentLink(one.doc) }, foreign(one.doc)) : foreign(one.doc),
      one.section ? h('span.section', null, foreign(one.section)) : null),
    one.pieces.length ? h('blockquote', { dir: 'auto' }, one.pieces.map(quotePiece)) : null,
    h('p.offsets', null, [typeof one.similarity === 'number' ? `similarity ${score(one.similarity)}` : '',
      typeof one.rerank === 'number' ? `reranker ${score(one.rerank)}` : '', place].filter(Boolean).join(', ')));
}

// Quoted passages stand open, the others behind a disclosure: what decided comes first.
function evidenceSide(record) {
  const quoted = record.evidence.filter((one) => one.pieces.some(([, tone]) => tone));
  const shown = quoted.length ? quoted : record.evidence.slice(0, 3);
  const rest = record.evidence.filter((one) => !shown.includes(one));
  const unseen = rest.length + record.more;
  const build = () => [...rest.map(evidencePassage),
    ...(record.more ? [h('p.quiet', null, `${plural(record.more, 'passage')} more in answers.jsonl`)] : [])];
  return h('div.evidence-side', null, h('h3', null, 'Evidence'),
    shown.length ? shown.map(evidencePassage) : h('p.quiet', null, 'There was none.'),
    unseen ? disclosure(quoted.length ? plural(unseen, 'passage that is not quoted', 'passages that are not quoted')
      : plural(unseen, 'more passage'), build) : null);
}

function conflictSide(side, index) {
  return h('div.side', { role: 'group', 'aria-label': `Value ${letter(index)}: ${plain(side.value)}` },
    h('h4', null, h(`span.letter.v${index % 5}`, { 'aria-hidden': 'true' }, letter(index)), foreign(side.value)),
    side.quotes.slice(0, 3).map((quote) => h('figure.passage', null,
      h('figcaption', null, documentsById.has(quote.doc) ? h('a.doc', { href: documentLink(quote.doc) }, foreign(quote.doc)) : foreign(quote.doc)),
      h('blockquote', { dir: 'auto' }, quote.cut[0], quote.cut[1] ? h(`mark.v${index % 5}`, null, quote.cut[1]) : null, quote.cut[2]))),
    side.quotes.length > 3 ? h('p.quiet', null, `and ${plural(side.quotes.length - 3, 'more passage')}`) : null);
}

function evidenceConflict(conflict) {
  const about = [conflict.entity, conflict.relation].filter(Boolean).join(' ');
  return h('section.disagree', { 'aria-label': 'Conflict in the evidence' },
    h('h3', null, h('span.sign', { 'aria-hidden': 'true' }, '! '), 'The evidence disagrees', about ? ': ' : null, about ? foreign(about) : null),
    conflict.explanation ? h('p.why', { dir: 'auto' }, conflict.explanation) : null,
    conflict.touches === false ? h('p.quiet', null, 'The answer relies on neither side.') : null,
    h('div.sides', null, conflict.sides.slice(0, SIDES).map(conflictSide)),
    conflict.known ? h('p', null, h('a', { href: '#conflict-' + encodeURIComponent(conflict.id) }, 'This conflict in the documents'))
      : conflict.id !== null ? h('p.quiet', null, 'It is conflict ', foreign(conflict.id, 'code'), ' of an audit that is not in this report.') : null);
}

function answerCard(record) {
  const attributes = { 'data-id': record.id, tabindex: '-1', 'aria-label': record.question };
  if (!record.evidence) {
    return h('article.card.reply', attributes, answerHead(record),
      h('p.quiet', null, 'Listed briefly; answers.jsonl holds its answer and evidence.'));
  }
  const bare = record.state === 'unanswered';
  return h('article.card.reply', attributes, answerHead(record),
    h(`div.beside${bare ? '.alone' : ''}`, null, bare ? null : answerSide(record), evidenceSide(record)),
    record.conflicts.map(evidenceConflict));
}

function answerHaystack(record) {
  if (!haystacks.has(record)) {
    const pieces = (list) => list.map(([text]) => text).join('');
    const parts = [record.id, record.question, record.type || '', record.why || '', pieces(record.answer || [])];
    for (const one of record.evidence || []) parts.push(one.doc, pieces(one.pieces));
    for (const conflict of record.conflicts || []) parts.push(conflict.entity, conflict.relation, ...conflict.sides.map((side) => side.value));
    haystacks.set(record, parts.join('\n').toLowerCase());
  }
  return haystacks.get(record);
}

function showAnswers() {
  const [text, type, state] = ['n-text', 'n-type', 'n-state'].map((id) => byId(id).value);
  const found = answerRecords.filter((record) => (!state || record.state === state)
    && (!type || 'type ' + (record.type || '') === type) && (!text.trim() || holds(answerHaystack(record), text.trim())));
  answerList.show(found.sort(answerOrders[byId('n-order').value]));
  const all = answerRecords.length;
  byId('answers-found').textContent = (found.length === all ? plural(all, 'question')
    : found.length ? `${number(found.length)} of ${plural(all, 'question')}` : 'No question fits these filters.')
    + (all < answers.total ? `; ${number(answers.total - all)} more are in answers.jsonl only` : '');
}

function goToAnswer(id) {
  const at = () => answerList.items.findIndex((record) => record.id === id);
  if (at() < 0) {
    byId('answer-filters').reset();
    showAnswers();
  }
  if (at() < 0) return say('This report has no such answer.');
  focusCard(answerList, at());
}

function startAnswers() {
  const count = (get) => {
    const counts = new Map();
    for (const record of answerRecords) counts.set(get(record), (counts.get(get(record)) || 0) + 1);
    return [...counts];
  };
  byId('n-type').append(...count((record) => record.type || '').slice(0, 100).map(([name, times]) =>
    h('option', { value: 'type ' + name }, `${name || '(no type)'} (${number(times)})`)));
  byId('n-state').append(...count((record) => record.state).map(([name, times]) =>
    h('option', { value: name }, `${stateName(name)} (${number(times)})`)));
  const form = byId('answer-filters');
  form.addEventListener('input', showAnswers);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => setTimeout(showAnswers));
  showAnswers();
}

// Below a conflict of the documents: the questions whose evidence held it.
function touchedBy(conflict) {
  const rows = answers.touched[conflict.id] || [];
  return rows.length ? disclosure(`In the evidence of ${plural(rows.length, 'question')}`, () => [h('ol.touched', null,
    rows.map(([id, question, acs]) => h('li', null, h('a', { href: answerLink(id) }, foreign(question)),
      h('span.sure', null, acs === null ? 'no ACS' : `ACS ${score(acs)}`))))]) : null;
}
