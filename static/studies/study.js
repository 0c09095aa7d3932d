// The overview of a study: polls for changes every three seconds while the study is open and the page is visible.

import { bind } from "../site/keys.js";

const EVERY = 3000;
let timer;

function tick() {
  clearTimeout(timer);
  const poll = document.getElementById("poll");
  if (!document.hidden && poll?.hasAttribute("hx-get")) window.htmx.trigger(poll, "tick");
  timer = setTimeout(tick, EVERY);
}

// Swapping a table would reset its scroll position, so it is stored before and restored after.
const scrolled = new Map();
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  for (const box of event.detail.target.querySelectorAll(".scroll[id]")) scrolled.set(box.id, box.scrollLeft);
});
document.addEventListener("htmx:oobAfterSwap", () => {
  for (const [id, left] of scrolled) {
    const box = document.getElementById(id);
    if (box && left) box.scrollLeft = left;
  }
});

document.addEventListener("visibilitychange", () => { if (!document.hidden) tick(); });
if (document.getElementById("poll")) timer = setTimeout(tick, EVERY);

const go = (selector) => () => document.querySelector(selector)?.click();
bind([
  { key: "i", says: "invite people", act: go("#controls a.btn") },
  { key: "e", says: "show the export formats", act: go("[popovertarget=export]") },
  { key: "d", says: "show all disagreements", act: go("#disagreements footer a") },
]);
document.documentElement.dataset.ready = "";
