// The two lists of moments, story and scrubber: they grow at the end, and exactly one step in each is the current one.

const SIZES = [[28, "l"], [60, "m"], [140, "s"]];

export function storyIn(story, marks) {
  const items = new Map([...story.querySelectorAll("[data-n]")].map((item) => [Number(item.dataset.n), item]));
  const signs = new Map([...marks.querySelectorAll("[data-n]")].map((mark) => [Number(mark.dataset.n), mark]));
  let current = null;
  let thoughts = false;
  fit();

  function fit() {
    marks.dataset.size = SIZES.find(([most]) => signs.size <= most)?.[1] ?? "xs";
  }

  function add(frame) {
    story.querySelector("[data-empty]")?.remove();
    story.insertAdjacentHTML("beforeend", frame.story);
    marks.insertAdjacentHTML("beforeend", frame.mark);
    const item = story.lastElementChild;
    items.set(frame.n, item);
    signs.set(frame.n, marks.lastElementChild.querySelector("[data-n]"));
    for (const thought of item.querySelectorAll("details.thought")) thought.open = thoughts;
  }

  function mark(n, is) {
    const item = items.get(n);
    item?.classList.toggle("now", is);
    signs.get(n)?.parentElement.classList.toggle("at", is);
    for (const place of [item, signs.get(n)]) {
      if (is) place?.setAttribute("aria-current", "step");
      else place?.removeAttribute("aria-current");
    }
  }

  return {
    add(frames) {
      frames.forEach(add);
      fit();
    },
    show(n) {
      if (current === null) for (const place of document.querySelectorAll("[aria-current=step]")) mark(Number(place.dataset.n), false);
      else mark(current, false);
      current = n;
      mark(n, true);
      reveal(story, items.get(n));
      reveal(marks, signs.get(n)?.parentElement);
    },
    toggleThoughts() {
      thoughts = !thoughts;
      for (const thought of story.querySelectorAll("details.thought")) thought.open = thoughts;
      return thoughts;
    },
    hasThoughts: () => story.querySelector("details.thought") !== null,
  };
}

// Within the list's own box: a page that follows a run must not jump about under its reader.
function reveal(box, item) {
  if (!item) return;
  const [outer, inner] = [box.getBoundingClientRect(), item.getBoundingClientRect()];
  const room = { x: Math.min(80, outer.width / 4), y: Math.min(90, outer.height / 4) };
  if (inner.bottom > outer.bottom - room.y) box.scrollTop += inner.bottom - outer.bottom + room.y;
  else if (inner.top < outer.top + room.y) box.scrollTop -= outer.top - inner.top + room.y;
  if (inner.right > outer.right - room.x) box.scrollLeft += inner.right - outer.right + room.x;
  else if (inner.left < outer.left + room.x) box.scrollLeft -= outer.left - inner.left + room.x;
}
