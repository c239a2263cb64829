// A passage in its context with the value marked, and the card of a conflict.

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const letter = (index) => LETTERS[index] || String(index + 1);

// The quote cut at its value. Offsets count code points; a JavaScript string counts UTF-16 units, so it is spread first.
function cut(assertion) {
  const points = Array.from(assertion.quote);
  let first = assertion.value_start - assertion.start;
  let last = assertion.value_end - assertion.start;
  if (!(first >= 0 && first < last && last <= points.length)) {
    const place = assertion.value ? assertion.quote.indexOf(assertion.value) : -1;
    if (place < 0) return [assertion.quote, '', ''];
    first = Array.from(assertion.quote.slice(0, place)).length;
    last = first + Array.from(assertion.value).length;
  }
  return [points.slice(0, first).join(''), points.slice(first, last).join(''), points.slice(last).join('')];
}

// A quote may be a table row as long as a page; what is far from the value is left to the document.
const FAR = 700;

function shortened([left, value, right]) {
  const [lead, trail] = [Array.from(left), Array.from(right)];
  if (!value) return [lead.length > 2 * FAR ? lead.slice(0, 2 * FAR).join('') + '\u00a0…' : left, '', ''];
  return [lead.length > FAR ? '… ' + lead.slice(-FAR).join('') : left, value,
    trail.length > FAR ? trail.slice(0, FAR).join('') + '\u00a0…' : right];
}

// Some of the text around the quote, cut between words; the ellipsis says that the document goes on there.
const AROUND = 160;
// Marks of Markdown that only a parser needs, the line under a table's head and the # of a heading, are left out.
const closed = (text) => text.replace(/^[ \t:|-]*-{3}[ \t:|-]*$/gm, '').replace(/^#{1,6} /gm, '').replace(/\n\s*\n/g, '\n');

function before(assertion) {
  const points = Array.from(assertion.before || '');
  let shown = points.slice(-AROUND).join('');
  const cutOff = points.length > AROUND || points.length < assertion.start;
  if (cutOff) shown = '… ' + shown.replace(/^\S{0,30}\s+/, '');
  return shown.trim() ? h('span.around', null, closed(shown)) : null;
}

function after(assertion) {
  const points = Array.from(assertion.after || '');
  let shown = points.slice(0, AROUND).join('');
  // How long the document is, is not known here: a context of full length has most likely been cut.
  if (points.length > AROUND) shown = shown.replace(/\s+\S{0,30}$/, '') + '\u00a0…';
  return shown.trim() ? h('span.around', null, closed(shown)) : null;
}

function passage(assertion, side) {
  const [left, value, right] = shortened(cut(assertion));
  return h('figure.passage', null,
    h('figcaption', null,
      h('a.doc', { href: documentLink(assertion.doc) }, foreign(assertion.doc)),
      assertion.section ? h('span.section', null, foreign(assertion.section)) : null),
    h('blockquote', { dir: 'auto' },
      before(assertion),
      h('span.quote', null, left, value ? h(`mark.v${side % 5}${value.length < 20 ? '.short' : ''}`, null, value) : null, right),
      after(assertion)),
    h('p.offsets', null, `characters ${number(assertion.start)}–${number(assertion.end)}`));
}

// One value and who asserts it. The first three passages are shown, the rest wait behind a disclosure.
function side(entry, index) {
  const build = (assertion) => passage(assertion, index);
  const rest = entry.assertions.slice(3);
  return h('div.side', { role: 'group', 'aria-label': `Value ${letter(index)}: ${entry.value}` },
    h('h3', null, h(`span.letter.v${index % 5}`, { 'aria-hidden': 'true' }, letter(index)), foreign(entry.value),
      entry.assertions.length > 1 ? h('span.times', null, `in ${plural(entry.assertions.length, 'passage')}`) : null),
    entry.assertions.slice(0, 3).map(build),
    rest.length ? disclosure(plural(rest.length, 'more passage'), () => rest.map(build)) : null);
}

function disclosure(title, build) {
  const box = h('details.rest', null, h('summary', null, title));
  box.addEventListener('toggle', () => box.append(...build()), { once: true });
  return box;
}

// Six values stand side by side; a key with more of them is a list to open.
const SIDES = 6;

function sides(conflict) {
  const rest = conflict.values.slice(SIDES);
  const build = () => [h('div.sides', null, rest.map((entry, index) => side(entry, SIDES + index)))];
  return [h('div.sides', null, conflict.values.slice(0, SIDES).map(side)),
    rest.length ? disclosure(plural(rest.length, 'more value'), build) : null];
}

function conflictCard(conflict) {
  const id = 'conflict-' + conflict.id;
  return h('article.card', { 'data-id': conflict.id, tabindex: '-1', 'aria-label': `${conflict.entity}: ${conflict.relation}` },
    h('header', null,
      h('h2', null, foreign(conflict.entity), ' ', foreign(conflict.relation, 'span')),
      h('p.meta', null,
        h('span.tag', null, kindName(conflict.kind)),
        h('span.meter', null, bar(conflict.confidence), h('span', null, `confidence ${score(conflict.confidence)}`)),
        h('a.anchor', { href: conflictLink(conflict), id: id + '-link', onclick: copyLink }, 'Copy link'))),
    h('p.why', { dir: 'auto' }, conflict.explanation),
    sides(conflict),
    touchedBy(conflict));
}

// The link works as a link everywhere; where the clipboard may be written it is copied too.
function copyLink(event) {
  const target = new URL(event.currentTarget.getAttribute('href'), location.href).href;
  if (!navigator.clipboard) return;
  event.preventDefault();
  navigator.clipboard.writeText(target).then(
    () => say('The link is copied.'),
    () => { location.href = target; say('The link is in the address bar.'); });
}
