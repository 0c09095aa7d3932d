// Goes to a step: at once if it is cached, otherwise as soon as it has arrived.

import { say } from "../site/site.js";
import { OVER } from "./phone.js";
import { NotAStep } from "./steps.js";

// A drag passes many steps; the one where it stops must not wait behind all of them.
const MOST_AT_ONCE = 2;

/** `onStep` is called at once, before the phone and the detail have arrived. */
export function walkIn({ at, parts, panes, address, onStep }) {
  let loading = 0;
  let wanted = null;

  // `keep`: add the step to the history ("push"), replace the previous one ("replace"), or neither ("none").
  // `tap`: how the phone shows the tap that led to the step; see phone.js.
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

  // Opens the address of the step if the server refused it, to show why. If the server does not answer, the page keeps what it shows.
  function cannotGoTo(n, problem) {
    if (problem instanceof NotAStep) {
      location.assign(address.to(at.following ? null : n));
      return;
    }
    panes.stale("#phone", "#detail");
    say(`Step ${n} could not be loaded because the server does not answer. The page still shows the last loaded step. Try again in a moment.`);
  }

  return {
    goTo,
    // Loads the current step again, after it failed before.
    again: () => goTo(at.step, { keep: "none" }),
  };
}
