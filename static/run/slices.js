// Brings what the page leaves out of a long story: first where one is, then where one looks, then the rest if it is not too much.

import { say } from "../site/site.js";

// Little where somebody waits for it, more where nobody does.
const [AT_ONCE, MORE] = [40, 100];
// So much beside the current step is there before one gets to it.
const NEAR = 40;
// Of a run with so many steps at most all is fetched, so that the browser's own search finds it.
const ALL_OF = 1000;
const whenIdle = window.requestIdleCallback ?? setTimeout;

/** `onSlice` takes {items, marks, from, to}. */
export function slicesFor({ at, list, story, parts, onSlice }) {
  const seen = new Set();
  let busy = false;
  let asked = null;

  const sight = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) seen.add(target);
        else seen.delete(target);
      }
      pump();
    },
    { root: list, rootMargin: "200px" },
  );

  function observe() {
    for (const gap of [...seen]) if (!gap.isConnected) seen.delete(gap);
    for (const { item } of story.gaps()) sight.observe(item);
  }

  // The end of a gap that is next to a step.
  function nextTo(gap, n, count) {
    if (gap.from > n) return { from: gap.from, to: Math.min(gap.to, gap.from + count) };
    return { from: Math.max(gap.from, gap.to - count), to: gap.to };
  }

  function within(gap, n) {
    const from = Math.max(gap.from, Math.min(n - Math.floor(AT_ONCE / 2), gap.to - AT_ONCE));
    return { from, to: Math.min(gap.to, from + AT_ONCE) };
  }

  function inSight(gaps) {
    const gap = gaps.find(({ item }) => item === asked) ?? gaps.find(({ item }) => seen.has(item));
    if (!gap) return null;
    const isAbove = gap.item.getBoundingClientRect().top < list.getBoundingClientRect().top + list.clientHeight / 2;
    return nextTo(gap, isAbove ? gap.to : gap.from - 1, MORE);
  }

  function next() {
    const gaps = story.gaps();
    const here = gaps.find((gap) => gap.from <= at.step && at.step < gap.to);
    if (here) return within(here, at.step);
    const found = inSight(gaps);
    if (found) return found;
    const distance = (gap) => (gap.from > at.step ? gap.from - at.step : at.step - gap.to + 1);
    const near = gaps.sort((one, other) => distance(one) - distance(other))[0];
    return near && (distance(near) <= NEAR || at.last < ALL_OF) ? nextTo(near, at.step, MORE) : null;
  }

  async function pump() {
    const wanted = busy ? null : next();
    if (!wanted) return;
    busy = true;
    const found = await parts.story(wanted.from, wanted.to).catch(() => null);
    busy = false;
    if (!found && asked) say("These steps could not be loaded: the server does not answer. Try again in a moment.");
    asked = null;
    if (!found) return;
    onSlice(found);
    observe();
    // Where nobody waits, others that want something come first.
    if (story.has(at.step)) whenIdle(pump, { timeout: 500 });
    else pump();
  }

  observe();

  return {
    // Whenever one has got to another step.
    pump,
    ask(gap) {
      asked = gap;
      pump();
    },
  };
}
