// The table of documents and the page of one document.

const COLUMNS = [
  ['id', 'Document', (entry) => entry.id, 1],
  ['IaDNI', 'Quality', (entry) => entry.IaDNI, 1],
  ...Object.entries(dimensions).map(([name, title]) => [name, title, (entry) => entry.dimensions[name], 1]),
  ['findings', 'Findings', (entry) => entry.findings.length, -1],
  ['conflicts', 'Conflicts', (entry) => conflictsOf(entry).length, -1],
  ['words', 'Words', (entry) => entry.words, -1],
];

const conflictsOf = (entry) => conflictsByDocument.get(entry.id) || [];
const documentTable = new LazyList(byId('document-table'), documentRow, { size: 40, guess: 45, chunk: tableChunk });
let sorting = { name: 'IaDNI', direction: 1 };

function documentRow(entry) {
  const cells = COLUMNS.slice(2).map(([name, , get]) => {
    const value = get(entry);
    const whole = ['findings', 'conflicts', 'words'].includes(name);
    return h(`td.number.c-${name}`, null, whole ? number(value) : score(value));
  });
  return h('tr', null,
    h('th', { scope: 'row' }, h('a', { href: documentLink(entry.id) }, foreign(entry.id))),
    h('td.number.c-IaDNI', null, h('span', null, score(entry.IaDNI)), entry.IaDNI === null ? null : bar(entry.IaDNI)),
    cells);
}

function showDocuments() {
  const text = byId('d-text').value.trim();
  const get = COLUMNS.find(([name]) => name === sorting.name)[2];
  // A document that was not measured sorts last either way.
  const rank = (a, b) => {
    const [x, y] = [get(a) ?? null, get(b) ?? null];
    if (x === null || y === null) return (x === null) - (y === null) || compare(a.id, b.id);
    return sorting.direction * compare(x, y) || compare(a.id, b.id);
  };
  const fits = (entry) => !text || holds(`${entry.id} ${entry.title || ''}`.toLowerCase(), text);
  const found = audit.documents.filter(fits).sort(rank);
  documentTable.show(found);
  byId('documents-found').textContent = found.length === audit.documents.length
    ? plural(found.length, 'document') : `${number(found.length)} of ${plural(audit.documents.length, 'document')}`;
  for (const head of byId('document-table').querySelectorAll('thead th')) {
    const chosen = head.dataset.name === sorting.name;
    head.setAttribute('aria-sort', !chosen ? 'none' : sorting.direction > 0 ? 'ascending' : 'descending');
  }
}

function startDocuments() {
  const head = byId('document-table').querySelector('thead tr');
  head.append(...COLUMNS.map(([name, title, , direction]) => h(`th.c-${name}`, { scope: 'col', 'data-name': name },
    h('button', { type: 'button', onclick: () => {
      sorting = { name, direction: sorting.name === name ? -sorting.direction : direction };
      showDocuments();
    } }, title))));
  const form = byId('document-filters');
  form.addEventListener('input', showDocuments);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => setTimeout(showDocuments));
  showDocuments();
}

const SEVERITIES = ['error', 'warning', 'info'];
let documentLists = [];

function showDocument(id) {
  for (const list of documentLists) list.observer.disconnect();
  documentLists = [];
  const entry = documentsById.get(id);
  const box = byId('view-document');
  const back = h('p.back', null, h('a', { href: '#documents' }, 'All documents'));
  if (!entry) {
    return box.replaceChildren(back, h('h1', { id: 'h-document', tabindex: '-1' }, 'This run has no such document'), foreign(id, 'p'));
  }
  const facts = [entry.format, entry.language, plural(entry.words, 'word')].filter(Boolean).join(', ');
  box.replaceChildren(back,
    h('h1', { id: 'h-document', tabindex: '-1' }, foreign(entry.title || entry.id)),
    h('p.path', null, foreign(entry.id, 'code'), h('span', null, facts)),
    h('div.sheet', null, qualityPanel(entry), h('div.body', null, findingsPanel(entry), conflictsPanel(entry))));
}

function qualityPanel(entry) {
  const measured = Object.entries(entry.dimensions);
  return h('section.quality', { 'aria-label': 'Quality' },
    h('h2', null, 'Quality ', h('abbr', null, 'IaDNI')),
    h('p.figure', null, entry.IaDNI === null ? 'not measured' : score(entry.IaDNI)),
    entry.IaDNI === null ? h('p.quiet', null, entry.not_measured || 'No reason was recorded.') : null,
    h('dl.bars', null, measured.map(([name, value]) =>
      h('div', null, h('dt', null, dimensions[name] || words(name)), h('dd', null, score(value)), value === null ? null : bar(value)))));
}

function findingsPanel(entry) {
  const rank = (finding) => (SEVERITIES.indexOf(finding.severity) + 4) % 4;
  const found = [...entry.findings].sort((a, b) => compare(SEVERITIES.indexOf(a.severity), SEVERITIES.indexOf(b.severity)) || a.start - b.start);
  return panel('Findings', found, findingCard, 150, 'Nothing was found to mend in how it is built.');
}

// A finding about a whole paragraph quotes only its beginning.
const cutShort = (finding) => Array.from(finding.quote).length < finding.end - finding.start;

function findingCard(finding) {
  return h('article.finding', null,
    h('p.meta', null, h(`span.tag.s-${SEVERITIES.includes(finding.severity) ? finding.severity : 'info'}`, null, finding.severity),
      h('span', null, dimensions[finding.dimension] || words(finding.dimension)), h('span', null, finding.code),
      h('span', null, `characters ${number(finding.start)}–${number(finding.end)}`)),
    h('h3', { dir: 'auto' }, finding.message),
    finding.quote ? h('blockquote', { dir: 'auto' }, finding.quote, cutShort(finding) ? '\u00a0…' : null) : null,
    finding.advice ? h('p.advice', { dir: 'auto' }, finding.advice) : null);
}

function conflictsPanel(entry) {
  return panel('Conflicts', conflictsOf(entry), conflictCard, 380, 'No conflict touches this document.');
}

function panel(title, items, build, guess, none) {
  const box = h('div.cards');
  const list = new LazyList(box, build, { size: 10, guess });
  documentLists.push(list);
  list.show(items);
  return h('section', { 'aria-label': title }, h('h2', null, `${title} `, h('span.count', null, number(items.length))),
    items.length ? box : h('p.quiet', null, none));
}
