// What was set aside, with the reason, and what was not read.

const asideList = new LazyList(byId('aside-list'), asideCard, { size: 10, guess: 300 });
const skippedList = new LazyList(byId('skipped-list'), skippedRow, { size: 50, guess: 60 });

function asideCard(entry) {
  return h('article.card.aside', { 'aria-label': `${entry.entity}: ${entry.relation}` },
    h('header', null, h('h2', null, foreign(entry.entity), ' ', foreign(entry.relation, 'span')),
      h('p.meta', null, h('span.tag', null, foreign(entry.reason)), reasons[entry.reason] ? h('span', null, reasons[entry.reason]) : null)),
    h('p.why', { dir: 'auto' }, entry.explanation),
    h('div.sides', null, entry.assertions.map((assertion) => h('div.side', null, passage(assertion, 4)))));
}

function skippedRow(entry) {
  return h('p.skipped', null, foreign(entry.path, 'code'), foreign(entry.reason, 'span'));
}

function showAside() {
  const text = byId('a-text').value.trim();
  const reason = byId('a-reason').value;
  const found = audit.set_aside.filter((entry) => (!reason || entry.reason === reason) && (!text || holds(haystack(entry), text)));
  asideList.show(found);
  const all = audit.set_aside.length;
  byId('aside-found').textContent = !all ? 'Nothing was set aside.'
    : (found.length === all ? plural(all, 'pair') : `${number(found.length)} of ${plural(all, 'pair')}`)
      + (all < audit.set_aside_total ? `; ${number(audit.set_aside_total - all)} more are in audit.json only` : '');
}

function startAside() {
  const counts = new Map();
  for (const entry of audit.set_aside) counts.set(entry.reason, (counts.get(entry.reason) || 0) + 1);
  const options = [...counts].sort((a, b) => b[1] - a[1] || compare(a[0], b[0]));
  byId('a-reason').append(...options.map(([name, count]) => h('option', { value: name }, `${name} (${number(count)})`)));
  const form = byId('aside-filters');
  form.addEventListener('input', showAside);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => setTimeout(showAside));
  showAside();
  skippedList.show(audit.skipped);
}
