// The view of all conflicts: filters, order, count, and the way to one of them.

const conflictList = new LazyList(byId('conflict-list'), conflictCard, { size: 10, guess: 380 });
const filters = { text: byId('f-text'), doc: byId('f-doc'), kind: byId('f-kind'), sure: byId('f-sure'), order: byId('f-order') };

const firstDoc = (conflict) => assertionsOf(conflict)[0].doc;
const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const orders = {
  sure: (a, b) => b.confidence - a.confidence || compare(a.id, b.id),
  entity: (a, b) => compare(a.entity, b.entity) || compare(a.relation, b.relation),
  doc: (a, b) => compare(firstDoc(a), firstDoc(b)) || b.confidence - a.confidence,
  sides: (a, b) => b.values.length - a.values.length || b.confidence - a.confidence,
};

function wanted() {
  const text = filters.text.value.trim();
  const doc = filters.doc.value.trim().toLowerCase();
  const least = Number(filters.sure.value);
  const kind = filters.kind.value;
  return audit.conflicts.filter((conflict) => conflict.confidence >= least
    && (!kind || conflict.kind === kind)
    && (!doc || [...docsOf(conflict)].some((name) => name.toLowerCase().includes(doc)))
    && (!text || holds(haystack(conflict), text)));
}

function showConflicts() {
  byId('f-sure-text').textContent = Number(filters.sure.value).toFixed(2);
  const found = wanted().sort(orders[filters.order.value]);
  conflictList.show(found);
  const all = audit.conflicts.length;
  byId('conflicts-found').textContent = !all ? 'No conflict was flagged.'
    : found.length === all ? plural(all, 'conflict')
      : found.length ? `${number(found.length)} of ${plural(all, 'conflict')}`
        : 'No conflict fits these filters.';
}

function goToConflict(id) {
  let index = conflictList.items.findIndex((conflict) => conflict.id === id);
  if (index < 0 && conflictsById.has(id)) {
    byId('conflict-filters').reset();
    showConflicts();
    index = conflictList.items.findIndex((conflict) => conflict.id === id);
  }
  if (index < 0) return say('This run has no such conflict.');
  focusCard(conflictList, index);
}

function focusCard(list, index) {
  const card = list.reveal(index);
  if (!card) return;
  card.focus({ preventScroll: true });
  card.scrollIntoView({ block: 'start' });
  // Chunks above may take their true height only now; look again once they have.
  requestAnimationFrame(() => requestAnimationFrame(() => card.scrollIntoView({ block: 'start' })));
}

function step(list, by) {
  const here = document.activeElement && document.activeElement.closest('article.card');
  const at = here ? list.items.findIndex((entry) => entry.id === here.dataset.id) : -1;
  focusCard(list, Math.min(list.items.length - 1, Math.max(0, at + by)));
}

// Names are offered as one types: a list of 2,000 options would be as long as the page.
function offerDocuments() {
  const typed = filters.doc.value.trim().toLowerCase();
  const names = [];
  for (const name of conflictsByDocument.keys()) {
    if (name.toLowerCase().includes(typed)) names.push(name);
    if (names.length === 20) break;
  }
  byId('doc-names').replaceChildren(...names.map((name) => h('option', { value: name })));
}

function startConflicts() {
  const kinds = [...new Set(audit.conflicts.map((conflict) => conflict.kind))].sort();
  filters.kind.append(...kinds.map((kind) => h('option', { value: kind }, kindName(kind))));
  const least = Math.min(1, ...audit.conflicts.map((conflict) => conflict.confidence));
  filters.sure.min = filters.sure.value = filters.sure.defaultValue = (Math.floor(least * 100) / 100).toFixed(2);
  const form = byId('conflict-filters');
  form.addEventListener('input', showConflicts);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => setTimeout(showConflicts));
  filters.doc.addEventListener('input', offerDocuments);
  filters.doc.addEventListener('focus', offerDocuments);
  showConflicts();
}
