// Which view is shown (the part of the address after #), light or dark, keys, and printing.

const VIEWS = [...document.querySelectorAll('.view')].map((view) => view.id.slice('view-'.length));
const PRINTED = 200; // items of each list on paper; the count above the list says how many there are

function decoded(text) {
  try { return decodeURIComponent(text); } catch { return text; } // a hand-typed % is not an escape
}

function open(view) {
  for (const name of VIEWS) byId('view-' + name).hidden = name !== view;
  const tab = view === 'document' ? 'documents' : view;
  for (const link of document.querySelectorAll('nav a')) {
    if (link.getAttribute('href') !== '#' + tab) link.removeAttribute('aria-current');
    else {
      link.setAttribute('aria-current', 'page');
      link.scrollIntoView({ block: 'nearest', inline: 'nearest' }); // on a phone the row of tabs scrolls
    }
  }
  document.documentElement.dataset.view = view;
}

function route(first) {
  const place = location.hash.slice(1);
  if (place === 'main') return byId('main').focus();
  if (place.startsWith('conflict-') && VIEWS.includes('conflicts')) {
    open('conflicts');
    return goToConflict(decoded(place.slice('conflict-'.length)));
  }
  if (place.startsWith('answer-') && VIEWS.includes('answers')) {
    open('answers');
    return goToAnswer(decoded(place.slice('answer-'.length)));
  }
  if (place.startsWith('doc-') && VIEWS.includes('document')) {
    open('document');
    showDocument(decoded(place.slice('doc-'.length)));
  } else open(VIEWS.includes(place) && place !== 'document' ? place : 'overview');
  window.scrollTo(0, 0);
  if (first !== true) document.querySelector('.view:not([hidden]) h1').focus({ preventScroll: true });
}

function startTheme() {
  const button = byId('theme');
  const system = matchMedia('(prefers-color-scheme: dark)');
  const store = { // a page opened from disk may be denied storage; the choice then lasts as long as the page
    get() { try { return localStorage.getItem('consilience-theme'); } catch { return null; } },
    set(value) { try { localStorage.setItem('consilience-theme', value); } catch { /* not kept */ } },
  };
  let chosen = store.get();
  const apply = () => {
    const dark = chosen ? chosen === 'dark' : system.matches;
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    button.setAttribute('aria-pressed', String(dark));
  };
  button.addEventListener('click', () => {
    chosen = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
    store.set(chosen);
    apply();
  });
  system.addEventListener('change', apply);
  apply();
}

function startKeys() {
  document.addEventListener('keydown', (event) => {
    const typing = event.target.closest('input, select, textarea');
    const at = { conflicts: [conflictList, 'f-text'], answers: [answerList, 'n-text'] }[document.documentElement.dataset.view];
    if (typing || event.ctrlKey || event.metaKey || event.altKey || !at) return;
    if (event.key === 'j') step(at[0], 1);
    else if (event.key === 'k') step(at[0], -1);
    else if (event.key === '/') { event.preventDefault(); byId(at[1]).focus(); }
  });
}

function startPrinting() {
  const lists = () => [conflictList, documentTable, asideList, skippedList, answerList, ...documentLists];
  window.addEventListener('beforeprint', () => lists().forEach((list) => list.print(PRINTED)));
  window.addEventListener('afterprint', () => lists().forEach((list) => list.printed()));
}

startTheme();
if (VIEWS.includes('conflicts')) {
  startConflicts();
  startDocuments();
  startAside();
}
if (VIEWS.includes('answers')) startAnswers();
startKeys();
startPrinting();
window.addEventListener('hashchange', route);
route(true);
