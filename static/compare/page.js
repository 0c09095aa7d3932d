// The comparison page: shows both runs at the same turn and step, and moves through them. The address holds turn and step.

import { bind } from "../site/keys.js";
import { say } from "../site/site.js";
import { rowsIn } from "./rows.js";
import { sideIn } from "./side.js";

const root = document.getElementById("compare");
const rows = rowsIn(root.querySelector("#rows-box"), root.querySelector("#rows"));
const sides = { left: sideIn(root, "left"), right: sideIn(root, "right") };
const folder = root.querySelector('[data-go="fold"]');
let fold = folder.getAttribute("aria-pressed") === "true";
// Number of the latest request; answers to older requests are dropped.
let asked = 0;

function queryOf({ turn, step }) {
  const query = new URLSearchParams({ turn });
  if (step !== null) query.set("step", step);
  if (fold) query.set("fold", 1);
  return `?${query}`;
}

function placeOf(row, whole) {
  return { turn: Number(row.dataset.turn), step: whole || !row.dataset.step ? null : Number(row.dataset.step) };
}

function show(row, place, keep) {
  if (keep !== "none" && location.search !== queryOf(place)) history[`${keep}State`](null, "", queryOf(place));
  rows.mark(row);
  root.querySelector("[data-turn-now]").textContent = place.turn;
  root.querySelector("[data-swap]").href = root.dataset.swapped + location.search;
  for (const [name, side] of Object.entries(sides)) side.show(Number(row.dataset[name]));
  fetchAhead();
}

// Load the places that the next key press may lead to.
function fetchAhead() {
  const near = [rows.beside(1), rows.turn(1), rows.beside(-1), rows.turn(-1)].filter(Boolean);
  for (const [name, side] of Object.entries(sides)) side.ahead(new Set(near.map((row) => Number(row.dataset[name]))));
}

function go(row, { whole = false, keep = "replace" } = {}) {
  asked += 1;
  show(row, placeOf(row, whole), keep);
}

async function load(place, keep = "replace") {
  const mine = ++asked;
  try {
    const answer = await fetch(`${root.dataset.url}turns/${queryOf(place)}`, { headers: { Accept: "application/json" } });
    if (!answer.ok || !answer.headers.get("Content-Type")?.startsWith("application/json")) throw new Error(answer.status);
    const { rows: html } = await answer.json();
    if (mine !== asked) return;
    rows.fill(html);
    if (rows.current) show(rows.current, { ...place, turn: Number(rows.current.dataset.turn) }, keep);
  } catch {
    if (mine === asked) say("These turns could not be loaded because the server does not answer. Try again in a moment, or reload the page.");
  }
}

function stepBy(by) {
  const row = rows.current && rows.beside(by);
  const beyond = rows.beyond(by);
  if (row) go(row);
  else if (beyond) load(beyond);
}

function turnBy(by) {
  const row = rows.current && rows.turn(by);
  const beyond = rows.beyond(by);
  if (row) go(row, { whole: true });
  else if (beyond) load({ turn: beyond.turn, step: null });
}

function goTo(place, keep = "push") {
  const row = rows.find(place.turn, place.step);
  if (row) {
    asked += 1;
    show(row, place, keep);
  } else load(place, keep);
}

function toDivergence() {
  const { turn, step } = root.querySelector('[data-go="divergence"]').dataset;
  goTo({ turn: Number(turn), step: Number(step) });
}

function toEnd(last) {
  goTo({ turn: last ? Number(root.dataset.lastTurn) : 0, step: null });
}

function showFold(is) {
  fold = is;
  folder.setAttribute("aria-pressed", fold);
}

function toggleFold() {
  showFold(!fold);
  if (rows.current) load(placeOf(rows.current, false), "push");
}

const GO = {
  "turn-back": () => turnBy(-1),
  "turn-on": () => turnBy(1),
  "step-back": () => stepBy(-1),
  "step-on": () => stepBy(1),
  divergence: toDivergence,
  fold: toggleFold,
};

root.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const button = event.target.closest("[data-go]");
  const more = event.target.closest("[data-more]");
  const row = event.target.closest("tr[data-turn]");
  if (button) GO[button.dataset.go]();
  else if (more) load({ turn: Number(more.dataset.turn), step: Number(more.dataset.step) }, "push");
  else if (row && !event.target.closest(".open") && String(getSelection()) === "") go(row, { keep: "push" });
  else return;
  event.preventDefault();
});

addEventListener("popstate", () => {
  const query = new URLSearchParams(location.search);
  const folded = query.get("fold") === "1";
  // An address without a turn stands for the turn and step at which the page opened.
  const place = { turn: Number(query.get("turn") ?? root.dataset.turn), step: query.has("step") ? Number(query.get("step")) : null };
  if (!query.has("turn")) place.step = root.dataset.step ? Number(root.dataset.step) : null;
  if (folded === fold) goTo(place, "none");
  else {
    showFold(folded);
    load(place, "none");
  }
});

bind([
  { key: "ArrowLeft", shown: "←", says: "go to the previous turn on both phones", act: () => turnBy(-1) },
  { key: "ArrowRight", shown: "→", says: "go to the next turn on both phones", act: () => turnBy(1) },
  { key: "ArrowUp", shown: "↑", says: "go to the previous step in this turn", act: () => stepBy(-1) },
  { key: "ArrowDown", shown: "↓", says: "go to the next step in this turn", act: () => stepBy(1) },
  { key: "Home", says: "go to the start, before the first turn", act: () => toEnd(false) },
  { key: "End", says: "go to the last turn", act: () => toEnd(true) },
  ...(root.querySelector('[data-go="divergence"]') ? [{ key: "d", says: "go to the first divergence", act: toDivergence }] : []),
  { key: "s", says: "swap sides", act: () => location.assign(root.querySelector("[data-swap]").href) },
  { key: "f", says: "fold or unfold equal turns", act: toggleFold },
]);
if (rows.current) {
  rows.mark(rows.current);
  fetchAhead();
}

// Browser tests wait for this: keys and buttons work from now on.
root.dataset.ready = "";
