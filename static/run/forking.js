// Forking from the step that is shown: its key, its link, and a list of silences that stays open while a run goes on.

import { bind } from "../site/keys.js";

const root = document.getElementById("run");
const points = document.getElementById("decision-points");
let step = Number(root.dataset.at);

function address() {
  return `${root.dataset.url}${step}/fork/`;
}

// The detail of a step may come a little later than the step itself.
function keepLinks() {
  for (const link of root.querySelectorAll("[data-fork]")) if (step >= 0) link.href = address();
}

if ("mayFork" in root.dataset) {
  root.addEventListener("pare:step", (event) => {
    step = event.detail.n;
    keepLinks();
  });
  bind([{ key: "f", says: "fork from this step", act: () => { if (step >= 0) location.assign(address()); } }]);
}

let silencesAreOpen = false;
points?.addEventListener("toggle", (event) => { silencesAreOpen = event.target.open; }, true);
new MutationObserver(() => {
  const silences = points.querySelector(".silences");
  if (silences && silencesAreOpen) silences.open = true;
}).observe(points, { childList: true });
