// Elements and text. Everything a document said enters the page as a text node: there is no innerHTML in these files.

const byId = (id) => document.getElementById(id);

// Text without controls and the marks that force a direction: they could turn or hide what stands around them.
const plain = (text) => String(text).replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, '');

// h('p.note', {id: 'x'}, 'text', node): an element. `null` and `false` children are left out.
function h(name, attributes, ...children) {
  const [tag, ...classes] = name.split('.');
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(' ');
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(key, value === true ? '' : key.startsWith('aria-') ? plain(value) : value);
  }
  const kept = children.flat().filter((child) => child !== null && child !== false);
  element.append(...kept.map((child) => (child instanceof Node ? child : plain(child))));
  return element;
}

// Foreign text keeps its own direction and cannot turn the text around it (bdi isolates it).
const foreign = (text, name = 'bdi') => h(name, { dir: 'auto' }, String(text));

const number = (value) => Number(value).toLocaleString('en');
const score = (value) => (value === null || value === undefined ? 'n/a' : value.toFixed(2));
const plural = (count, one, many) => `${number(count)} ${count === 1 ? one : many || one + 's'}`;
const words = (name) => String(name).replaceAll('_', ' ');
const kindName = (kind) => String(kind).replaceAll('_', '/');

// A bar filled to `share` in [0, 1]. The figure always stands beside it as text, so it is hidden from screen readers.
function bar(share) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('class', 'chart');
  svg.setAttribute('viewBox', '0 0 240 6');
  svg.setAttribute('preserveAspectRatio', 'none');
  svg.setAttribute('aria-hidden', 'true');
  for (const [name, width] of [['track', 240], ['fill', 240 * Math.min(1, Math.max(0, share))]]) {
    const rect = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
    rect.setAttribute('class', name);
    rect.setAttribute('width', String(width));
    rect.setAttribute('height', '6');
    svg.append(rect);
  }
  return svg;
}

function say(text) {
  const toast = byId('toast');
  toast.textContent = text;
  toast.classList.add('shown');
  clearTimeout(say.timer);
  say.timer = setTimeout(() => { toast.classList.remove('shown'); toast.textContent = ''; }, 2500);
}
