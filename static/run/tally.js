// Counts: hits beside the search box, steps above the story, and steps of each kind, actor and app in the filter.

import { offerApps } from "./question.js";

export function tallyIn(root, sheet) {
  const find = (selector) => root.querySelector(selector);
  let found = null;

  function showFilter({ shown, steps }) {
    const line = find("#filtered");
    line.hidden = shown === null;
    line.classList.toggle("nothing", shown?.length === 0);
    document.getElementById("filter-button").setAttribute("aria-pressed", shown !== null);
    if (shown === null) return;
    const all = steps === 1 ? "the only step" : `all ${steps} steps`;
    line.querySelector("[data-says]").textContent = shown.length ? `${shown.length} of ${steps} steps shown.` : `The filter hides ${all}.`;
  }

  // Hides kinds that do not occur, unless they are part of the filter.
  function showCounts({ kinds, actors, steps }) {
    for (const place of sheet.querySelectorAll("[data-count]")) {
      const box = place.closest("label").querySelector("input");
      const count = { ...kinds, ...actors }[box.value] ?? 0;
      place.textContent = steps ? count : "";
      box.closest("label").hidden = steps > 0 && !count && box.name === "kind" && box.checked;
    }
  }

  function showErrors({ errors, steps }) {
    const many = errors.length === 1 ? "1 step failed." : `${errors.length || "No"} steps failed.`;
    find("[data-failed]").textContent = steps ? many : "";
    find("[data-next-error]").hidden = !errors.length;
  }

  return {
    show(answer, question) {
      found = answer;
      showFilter(found);
      showCounts(found);
      showErrors(found);
      offerApps(find("[data-apps]"), found.apps, question.app);
      find("[data-hits]").hidden = !found.hits.length;
    },
    // Shows which hit the current step is.
    at(step) {
      if (found === null) return;
      const { hits, hidden, words } = found;
      const place = hits.indexOf(step) + 1;
      const many = place ? `${place} of ${hits.length}` : hits.length === 1 ? "1 hit" : `${hits.length || "no"} hits`;
      find("[data-hit-count]").textContent = words.length ? many + (hidden ? `, ${hidden} hidden` : "") : "";
    },
  };
}
