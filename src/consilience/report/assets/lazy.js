// A long list of which only what is near the window stands in the page. Items are built in chunks as they come near and
// taken out as they go; the height a chunk had is kept, so that the scroll bar stays true.

class LazyList {
  // build(item, index) makes an element; `chunk` says how a chunk is made, emptied and filled; `guess` is in pixels.
  constructor(box, build, { size = 10, guess = 320, chunk = listChunk } = {}) {
    Object.assign(this, { box, build, size, guess, chunk, items: [], chunks: [] });
    const watch = (entries) => entries.forEach((entry) => this.seen(entry.target, entry.isIntersecting));
    this.observer = new IntersectionObserver(watch, { rootMargin: '600px 0px' });
  }

  show(items) {
    this.observer.disconnect();
    for (const part of this.chunks) part.remove();
    this.items = items;
    this.chunks = [];
    for (let first = 0; first < items.length; first += this.size) {
      const part = this.chunk.make();
      part.first = first;
      part.tall = this.guess * Math.min(this.size, items.length - first);
      this.chunk.empty(part, part.tall);
      this.chunks.push(part);
    }
    this.box.append(...this.chunks);
    if (this.chunks.length) this.open(this.chunks[0]);
    for (const part of this.chunks) this.observer.observe(part);
  }

  seen(part, near) {
    if (near) return this.open(part);
    // A hidden view keeps what it showed, so that it is there at once when the reader comes back.
    const hidden = !this.box.offsetParent;
    if (part.full && !hidden && !this.printing && !part.contains(document.activeElement)) this.close(part);
  }

  open(part) {
    if (part.full) return;
    part.full = true;
    const items = this.items.slice(part.first, part.first + this.size);
    this.chunk.fill(part, items.map((item, offset) => this.build(item, part.first + offset)));
  }

  close(part) {
    part.tall = part.getBoundingClientRect().height || part.tall;
    part.full = false;
    this.chunk.empty(part, part.tall);
  }

  // The element of the item at `index`, built if it was not.
  reveal(index) {
    const part = this.chunks[Math.floor(index / this.size)];
    if (!part) return null;
    this.open(part);
    return part.children[index - part.first];
  }

  // Paper has no window: everything up to `most` items is built before printing and let go after it.
  print(most) {
    this.printing = true;
    for (const part of this.chunks) if (part.first < most) this.open(part);
  }

  printed() {
    this.printing = false;
    const tall = window.innerHeight + 600;
    for (const part of this.chunks) {
      const place = part.getBoundingClientRect();
      if (part.full && (place.top > tall || place.bottom < -600)) this.close(part);
    }
  }
}

const listChunk = {
  make: () => h('div.chunk'),
  empty(part, tall) { part.replaceChildren(); part.style.height = `${tall}px`; },
  fill(part, nodes) { part.replaceChildren(...nodes); part.style.height = ''; },
};

// A table body has no height of its own: one empty row holds the place.
const tableChunk = {
  make: () => h('tbody'),
  empty(part, tall) {
    const cell = h('td');
    cell.style.height = `${tall}px`;
    part.replaceChildren(h('tr.spacer', { 'aria-hidden': 'true' }, cell));
  },
  fill(part, nodes) { part.replaceChildren(...nodes); },
};
