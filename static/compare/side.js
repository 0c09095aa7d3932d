// One of the two runs: its phone at a step, and the link that opens the run there.

import { phoneIn } from "../run/phone.js";
import { NotAStep, stepParts } from "../run/steps.js";
import { say } from "../site/site.js";

export function sideIn(root, name) {
  const place = root.querySelector(`[data-phone-of="${name}"]`);
  const link = root.querySelector(`[data-open="${name}"]`);
  const base = place.dataset.url;
  const parts = stepParts(base);
  const phone = phoneIn(place);
  let at = Number(place.dataset.at);

  async function load(n, forward) {
    try {
      const found = await parts.load(n);
      if (n !== at) return;
      place.removeAttribute("data-stale");
      if (forward) phone.play(found);
      else phone.now(found.phone);
    } catch (problem) {
      if (n === at) cannotLoad(n, problem);
    }
  }

  function cannotLoad(n, problem) {
    if (problem instanceof NotAStep) {
      location.reload();
      return;
    }
    place.setAttribute("data-stale", "");
    say(`Step ${n} could not be loaded because the server does not answer. The page still shows the last loaded step. Try again in a moment.`);
  }

  return {
    show(n) {
      if (n < 0 || n === at) return;
      const forward = n === at + 1;
      at = n;
      link.href = `${base}${n}/`;
      link.querySelector("[data-open-step]").textContent = ` at step ${n}`;
      load(n, forward);
    },
    // Errors are ignored here: going to the step loads it again and reports them.
    ahead(numbers) {
      for (const n of numbers) if (n >= 0 && n !== at) parts.load(n).catch(() => {});
    },
  };
}
