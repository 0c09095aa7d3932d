// Forks from the shown step, by key and by link; keeps the list of silences open while a live run replaces it.

import { bind } from "../site/keys.js";

const root = document.getElementById("run");
const points = document.getElementById("decision-points");
let step = Number(root.dataset.at);

function address() {
  return `${root.dataset.url}${step}/fork/`;
}

// The detail of a step may arrive later than the step, so its link is set on every step.
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
