// The page of a sweep: polls for changes every two seconds while the sweep runs and the page is visible; opens cells.

import { bind } from "../site/keys.js";
import { update } from "./marks.js";

const EVERY = 2000;
const matrix = () => document.getElementById("matrix");
const panel = () => document.getElementById("cell");
const lettersNow = () => document.getElementById("poll")?.dataset.letters ?? "";
let letters = lettersNow();
let timer;
let wish = null;
let isLoading = false;

function tick() {
  clearTimeout(timer);
  const poll = document.getElementById("poll");
  if (!poll?.hasAttribute("hx-get")) return;
  if (!document.hidden) window.htmx.trigger(poll, "tick");
  timer = setTimeout(tick, EVERY);
}

// Refresh the open cell with its current runs.
function refresh(changed) {
  const query = new URLSearchParams(location.search);
  if (panel().hidden || ![query.get("cell"), query.get("beside")].some((cell) => changed.has(cell))) return;
  if (!panel().querySelector(":checked[type=checkbox]") && !panel().contains(document.activeElement)) open(location.search);
}

// Loads one cell at a time; if people ask for more cells meanwhile, only the newest is loaded next. htmx would queue a second
// request for the current panel, but the first response replaces this panel.
async function open(search) {
  wish = search;
  if (isLoading) return;
  isLoading = true;
  while (wish) {
    const path = `${location.pathname}${wish}`;
    wish = null;
    // site.js tells people about a failed request; the error is ignored here, so that the next request still starts.
    await window.htmx.ajax("GET", path, { target: "#cell", swap: "outerHTML" }).catch(() => {});
  }
  isLoading = false;
}

function close() {
  wish = null;
  const query = new URLSearchParams(location.search);
  const last = query.get("cell");
  query.delete("cell");
  query.delete("beside");
  history.replaceState(null, "", `${location.pathname}${query.size ? `?${query}` : ""}`);
  panel().hidden = true;
  panel().replaceChildren();
  pick();
  matrix().querySelector(`a[href*="cell=${CSS.escape(last)}#"]`)?.focus({ preventScroll: true });
}

function pick() {
  const query = new URLSearchParams(location.search);
  const cells = [query.get("cell"), query.get("beside")];
  for (const cell of matrix().querySelectorAll("tbody .cell")) {
    const is = cells.includes(new URL(cell.firstElementChild.href).searchParams.get("cell"));
    if (is !== cell.classList.contains("picked")) cell.classList.toggle("picked", is);
    if (is && !panel().hidden) cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.altKey) return;
  const link = event.target.closest?.(".matrix .cell a");
  if (link) {
    event.preventDefault();
    const wanted = new URLSearchParams(new URL(link.href).search);
    const now = new URLSearchParams(location.search);
    // Shift-click compares with a second cell of the same scenario.
    const isSecond = event.shiftKey && now.get("cell")?.split("-")[0] === wanted.get("cell").split("-")[0];
    if (isSecond) {
      wanted.set("beside", wanted.get("cell"));
      wanted.set("cell", now.get("cell"));
    }
    history.replaceState(null, "", `?${wanted}`);
    open(`?${wanted}`);
  } else if (event.target.closest?.("[data-close]")) {
    event.preventDefault();
    close();
  }
});

document.addEventListener("change", (event) => {
  if (event.target.id === "priority") event.target.form.requestSubmit();
});

document.addEventListener("htmx:afterSwap", (event) => {
  const { id } = event.detail.elt;
  if (document.getElementById("poll") && lettersNow() !== letters) {
    const changed = update(matrix(), lettersNow(), letters);
    letters = lettersNow();
    refresh(changed);
  }
  // When the sweep is over, the server leaves out the polling address (hx-get), and the matrix is not loaded again.
  if (!document.getElementById("poll")?.hasAttribute("hx-get")) matrix().querySelector("[data-so-far]")?.remove();
  if (id === "matrix") update(matrix(), letters, letters);
});
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.elt.id !== "cell") return;
  pick();
  if (!panel().contains(document.activeElement)) panel().focus({ preventScroll: true });
});
document.addEventListener("visibilitychange", () => { if (!document.hidden) tick(); });
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !panel().hidden && !document.querySelector("[popover]:popover-open")) close();
});
timer = setTimeout(tick, EVERY);

bind([
  { key: "/", says: "find a scenario", act: () => document.getElementById("id_q").focus() },
  { key: "c", says: "compare the two ticked runs", act: () => document.getElementById("compare-two")?.requestSubmit() },
  { key: "r", says: "open the report", act: () => document.querySelector("#controls a.btn").click() },
]);
document.documentElement.dataset.ready = "";
