// Copies links with one press; without scripts people select and copy them by hand.

import { say } from "../site/site.js";

async function copy(button, text) {
  const word = button.querySelector("span");
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    say("The browser does not let this page copy. Select the link and copy it by hand.");
    return;
  }
  if (!word) { say("Copied."); return; }
  const before = word.textContent;
  word.textContent = "Copied";
  setTimeout(() => { word.textContent = before; }, 1500);
}

for (const button of document.querySelectorAll("[data-copy]")) {
  const field = button.closest(".address").querySelector("input");
  button.hidden = false;
  button.addEventListener("click", () => copy(button, field.value));
  field.addEventListener("focus", () => field.select());
}

const all = document.querySelector("[data-copy-all]");
if (all) {
  all.hidden = false;
  // One link per line, after its name and a tab, so that people can paste the lines into a spreadsheet.
  const lines = () => [...document.querySelectorAll("[data-link]")].map((field) => `${field.dataset.link}\t${field.value}`);
  all.addEventListener("click", () => copy(all, lines().join("\n")));
}
document.documentElement.dataset.ready = "";
