// Loads the missing parts of a long story: first around the current step, then the gaps in sight, then the nearest other gaps.

import { say } from "../site/site.js";

// Steps per request: few when someone waits for them, more in the background.
const [AT_ONCE, MORE] = [40, 100];
// Steps around the current one that are loaded ahead.
const NEAR = 40;
// Runs of at most this many steps are loaded completely, so that the browser's own search finds everything.
const ALL_OF = 1000;
// Milliseconds before loading in the background, so that requests people wait for come first.
const SOON = 250;

/** `onSlice` takes {items, marks, from, to}. */
export function slicesFor({ at, list, story, parts, onSlice }) {
  const seen = new Set();
  let coming = null;
  let asked = null;
  let timer = null;

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

  // Returns the part of a gap, at most `count` steps, that is nearest to step `n`, which is outside the gap.
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

  // Returns the steps to load first: around the current step, otherwise in a gap that is in sight; null if there are none.
  function urgent(gaps) {
    const here = gaps.find((gap) => gap.from <= at.step && at.step < gap.to);
    return here ? within(here, at.step) : inSight(gaps);
  }

  function nearest(gaps) {
    const distance = (gap) => (gap.from > at.step ? gap.from - at.step : at.step - gap.to + 1);
    const near = gaps.sort((one, other) => distance(one) - distance(other))[0];
    return near && (distance(near) <= NEAR || at.last < ALL_OF) ? nextTo(near, at.step, MORE) : null;
  }

  function pump() {
    const gaps = story.gaps();
    const wanted = urgent(gaps);
    if (coming) {
      if (wanted && !coming.isUrgent) coming.ends.abort();
    } else if (wanted) bring(wanted, true);
    else if (nearest(gaps)) timer ??= setTimeout(bringMore, SOON);
  }

  function bringMore() {
    timer = null;
    const wanted = coming ? null : nearest(story.gaps());
    if (wanted) bring(wanted, false);
  }

  async function bring({ from, to }, isUrgent) {
    const mine = (coming = { isUrgent, ends: new AbortController() });
    const found = await parts.story(from, to, mine.ends.signal).catch(() => null);
    coming = null;
    if (mine.ends.signal.aborted) return pump();
    if (found) {
      asked = null;
      onSlice(found);
      observe();
      return pump();
    }
    if (asked) say("These steps could not be loaded because the server does not answer. Try again in a moment.");
    asked = null;
  }

  observe();

  return {
    // Loads missing parts. Must be called whenever another step is shown.
    pump,
    ask(gap) {
      asked = gap;
      pump();
    },
  };
}
