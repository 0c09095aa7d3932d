// The story: one chronological list with gaps for steps that are not loaded. Exactly one step is current.

import { inPlace, reveal } from "./reveal.js";

// With more items than this, the browser skips the layout of those out of sight.
const MANY = 1000;

export function storyIn(list, address) {
  const items = new Map();
  let current = null;
  let thoughts = false;
  register(list);

  function parsed(html) {
    const here = document.createElement("template");
    here.innerHTML = html;
    register(here.content);
    return here.content;
  }

  function register(within) {
    for (const item of within.querySelectorAll("[data-n]")) items.set(Number(item.dataset.n), item);
    if (thoughts) for (const thought of within.querySelectorAll("details.thought")) thought.open = true;
    list.toggleAttribute("data-many", items.size > MANY);
  }

  function mark(n, is) {
    const item = items.get(n);
    item?.classList.toggle("now", is);
    if (is) item?.setAttribute("aria-current", "step");
    else item?.removeAttribute("aria-current");
    if (!item) gapAt(n)?.item.classList.toggle("now", is);
  }

  function gaps() {
    const found = [...list.querySelectorAll(":scope > .gap")];
    return found.map((item) => ({ item, from: Number(item.dataset.from), to: Number(item.dataset.to) }));
  }

  const gapAt = (n) => gaps().find((gap) => gap.from <= n && n < gap.to);

  // Returns the part of a gap that stays after loading, as a list of one item; empty if nothing stays.
  function rest(item, from, to) {
    if (from >= to) return [];
    const left = item.cloneNode(true);
    left.classList.remove("now");
    Object.assign(left.dataset, { from, to });
    const link = left.querySelector("a");
    link.href = address.to(from);
    link.textContent = from === to - 1 ? `Show step ${from}` : `Show steps ${from} to ${to - 1}`;
    return [left];
  }

  function fill({ item, from, to }, found) {
    const fresh = parsed(found.items);
    const first = fresh.querySelector("[data-n] .when");
    const wasFocused = item.contains(document.activeElement);
    item.replaceWith(...rest(item, from, found.from), fresh, ...rest(item, found.to, to));
    if (wasFocused) first?.focus({ preventScroll: true });
  }

  // Returns the texts of the idle times between two steps, as far as they are loaded.
  function idleBetween(from, to) {
    const found = [];
    let above = items.get(to)?.previousElementSibling;
    while (above && !above.matches(".gap") && !(Number(above.dataset.n) <= from)) {
      if (above.matches(".idle")) found.unshift(above.textContent.trim());
      above = above.previousElementSibling;
    }
    return found;
  }

  return {
    gaps,
    gapAt,
    has: (n) => items.has(n),
    append(frames) {
      list.querySelector("[data-empty]")?.remove();
      list.append(parsed(frames.map((frame) => frame.story).join("")));
    },
    // Fills a part of a gap: {items, from, to}.
    put(found) {
      const gap = gapAt(found.from);
      if (!gap) return;
      inPlace(list, items.get(current), () => fill(gap, found));
      if (found.from <= current && current < found.to) this.show(current);
    },
    show(n) {
      if (current === null) for (const item of list.querySelectorAll("[aria-current=step]")) mark(Number(item.dataset.n), false);
      else mark(current, false);
      current = n;
      mark(n, true);
      const place = items.get(n) ?? gapAt(n)?.item;
      reveal(list, place);
      // Items that were not laid out before may differ in height from the estimate, so scroll again.
      if (list.hasAttribute("data-many")) requestAnimationFrame(() => current === n && reveal(list, place));
    },
    // Returns the simulated seconds between two steps, and the text about long idle times. A filter may hide steps between them.
    between(from, to) {
      const [one, other] = [from, to].map((n) => Date.parse(items.get(n)?.querySelector("time")?.dateTime ?? ""));
      const idle = idleBetween(from, to);
      return { seconds: (other - one) / 1000 || 0, idle: idle.length > 1 ? `${idle[0]}, and more` : (idle[0] ?? "") };
    },
    toggleThoughts() {
      thoughts = !thoughts;
      for (const thought of list.querySelectorAll("details.thought")) thought.open = thoughts;
      return thoughts;
    },
    hasThoughts: () => list.querySelector("details.thought") !== null,
  };
}
