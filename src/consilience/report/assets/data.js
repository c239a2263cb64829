// The report model as it was embedded, and the look-ups made from it once.

const model = JSON.parse(byId('data').textContent);
const { audit, reasons, dimensions } = model;

const documentsById = new Map(audit.documents.map((entry) => [entry.id, entry]));
const conflictsById = new Map(audit.conflicts.map((entry) => [entry.id, entry]));
const conflictsByDocument = new Map();

for (const conflict of audit.conflicts) {
  for (const doc of docsOf(conflict)) {
    if (!conflictsByDocument.has(doc)) conflictsByDocument.set(doc, []);
    conflictsByDocument.get(doc).push(conflict);
  }
}

function assertionsOf(entry) {
  return entry.assertions || entry.values.flatMap((value) => value.assertions);
}

function docsOf(entry) {
  return new Set(assertionsOf(entry).map((assertion) => assertion.doc));
}

// What the text filter looks through, lower-cased once per entry and kept.
const haystacks = new WeakMap();
function haystack(entry) {
  if (!haystacks.has(entry)) {
    const parts = [entry.entity, entry.relation, entry.explanation, entry.reason || ''];
    for (const value of entry.values || []) parts.push(value.value);
    for (const assertion of assertionsOf(entry)) parts.push(assertion.doc, assertion.section, assertion.quote);
    haystacks.set(entry, parts.join('\n').toLowerCase());
  }
  return haystacks.get(entry);
}

// Every word of the question must occur somewhere, in any order.
function holds(text, question) {
  return question.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

const conflictLink = (conflict) => '#conflict-' + encodeURIComponent(conflict.id);
const documentLink = (id) => '#doc-' + encodeURIComponent(id);
