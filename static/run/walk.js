// Which step is shown, and how one gets to another: at once if it is at hand, else as soon as it has come.

import { say } from "../site/site.js";
import { OVER } from "./phone.js";
import { NotAStep } from "./steps.js";

// Whoever drags passes many steps: the one where they stop is never far behind in the queue.
const MOST_AT_ONCE = 2;

/** `onStep` is told of every step at once, before its phone and detail are there. */
export function walkIn({ at, parts, panes, address, onStep }) {
  let loading = 0;
  let wanted = null;

  // `keep`: whether the step is a place to come back to ("push"), stands for the one before ("replace"), or neither.
  // `tap`: how the phone shows the tap that led to the step, see there.
  function goTo(n, { keep = "push", tap = OVER } = {}) {
    if (n === undefined || n < 0 || n > at.last) return;
    const shown = n === at.next ? tap : 0;
    at.step = n;
    address[keep]?.(at.following ? null : n);
    onStep(n);
    const found = parts.have(n);
    wanted = found ? null : { n, tap: shown };
    if (found) show(found, shown);
    else {
      panes.stale("#phone", "#detail");
      bring();
    }
  }

  function show(found, tap) {
    panes.show(found, tap);
    parts.ahead(found.n, at.last);
  }

  async function bring() {
    if (!wanted || loading >= MOST_AT_ONCE) return;
    const { n, tap } = wanted;
    wanted = null;
    loading += 1;
    try {
      const found = await parts.load(n);
      if (n === at.step) show(found, tap);
    } catch (problem) {
      if (n === at.step) cannotGoTo(n, problem);
    }
    loading -= 1;
    bring();
  }

  // A server that is gone comes back: until then the page keeps what it has.
  function cannotGoTo(n, problem) {
    if (problem instanceof NotAStep) {
      location.assign(address.to(at.following ? null : n));
      return;
    }
    panes.stale("#phone", "#detail");
    say(`Step ${n} could not be loaded: the server does not answer. The page keeps what it has; try again in a moment.`);
  }

  return {
    goTo,
    // What could not be loaded before.
    again: () => goTo(at.step, { keep: "none" }),
  };
}
