// Search and filter on the run page. The address holds search text and filter; strip and story show the result.

import { bind } from "../site/keys.js";
import { say } from "../site/site.js";
import { askerOf } from "./asking.js";
import { foundIn } from "./found.js";
import { highlight } from "./highlight.js";
import { fillIn, filters, offerApps, questionIn, questionOf, searchOf } from "./question.js";
import { reveal } from "./reveal.js";
import { tallyIn } from "./tally.js";

// Milliseconds: TYPING after the last key press, LIVE between two searches of a live run.
const TYPING = 200;
const LIVE = 400;
const NOTHING = { hits: [], hidden: 0, shown: null, errors: [], places: {}, words: [], steps: 0, kinds: {}, actors: {}, apps: [] };

const root = document.getElementById("run");
const form = document.getElementById("find");
const sheet = document.getElementById("filter");
const find = (selector) => root.querySelector(selector);
const box = form.elements.q;
const ask = askerOf(form.dataset.url);
const marked = foundIn(root);
const tally = tallyIn(root, sheet);
let question = questionIn(location.search, form);
let found = NOTHING;
let answered = "";
let step = Number(root.dataset.at);
let timer = null;
// The step of the last hit that the viewer went to. Its story item may arrive a little later.
let sought = null;

const isAsked = () => Boolean(question.q.trim()) || filters(question);

function show(answer) {
  found = answer;
  marked.show({ ...found, hits: new Set(found.hits) });
  tell("filter", { shown: found.shown, hits: found.hits });
  tally.show(found, question);
  tally.at(step);
  paint();
}

function tell(name, detail) {
  root.dispatchEvent(new CustomEvent(`pare:${name}`, { detail }));
}

function paint() {
  // A long result is folded; open it if the hit is inside.
  const folded = found.places[step] === "result" ? find("#detail .note > details") : null;
  if (folded) folded.open = true;
  highlight([...root.querySelectorAll("#story > .hit > .moment"), find("#detail")], found.words);
}

async function renew({ quietly = false } = {}) {
  clearTimeout(timer);
  timer = null;
  try {
    const asked = searchOf(question);
    const answer = await ask(asked);
    if (!answer || asked !== searchOf(question)) return false;
    answered = asked;
    show(answer);
    if (!quietly) reveal(find("#story"), find("#story > [aria-current]"));
    return true;
  } catch (problem) {
    if (!quietly) say(problem.message);
    return false;
  }
}

function renewSoon(wait, options) {
  if (timer !== null && wait === LIVE) return;
  clearTimeout(timer);
  timer = setTimeout(() => renew(options), wait);
}

// Puts the changed search text and filter into the address at once, and searches after `wait` milliseconds.
function changed(wait) {
  question = questionOf(form);
  history.replaceState(history.state, "", location.pathname + searchOf(question, location.search) + location.hash);
  if (isAsked() || sheet.matches(":popover-open")) renewSoon(wait);
  else stop();
}

function stop() {
  clearTimeout(timer);
  timer = null;
  answered = "";
  show(NOTHING);
}

function go(n) {
  tell("go", { n });
  sought = n;
  marked.open(n);
}

// Goes to the next or previous of these steps. Wraps around at both ends.
function goAmong(numbers, direction) {
  const next = direction > 0 ? (numbers.find((n) => n > step) ?? numbers[0]) : (numbers.findLast((n) => n < step) ?? numbers.at(-1));
  if (next !== undefined) go(next);
}

async function goToHit(direction) {
  // Enter may be pressed before the result has arrived, or after a search that failed.
  if (answered !== searchOf(question)) await renew();
  if (found.words.length) goAmong(found.hits, direction);
  else box.focus();
}

async function goToError(direction) {
  if (!(await renew())) return;
  if (found.errors.length) goAmong(found.errors, direction);
  else say(found.shown === null ? "No step of this run has failed." : "None of the steps that match the filter has failed.");
}

function clearSearch() {
  box.value = "";
  changed(0);
}

function showAll() {
  fillIn(form, { ...question, hide: [], actor: [], app: [] });
  changed(0);
}

form.addEventListener("submit", (event) => event.preventDefault());
box.addEventListener("input", () => changed(TYPING));
box.addEventListener("keydown", (event) => {
  if (event.key === "Enter") goToHit(event.shiftKey ? -1 : 1);
  else if (event.key === "Escape") box.blur();
  else return;
  event.preventDefault();
});
root.addEventListener("change", (event) => {
  if (event.target.form !== form || event.target === box) return;
  changed(0);
  // Release the focus after a mouse click, so that the arrow keys still step through the run.
  if (!event.target.matches(":focus-visible")) event.target.blur();
});
root.addEventListener("click", ({ target }) => {
  const hit = target.closest("[data-hit]");
  if (hit) goToHit(Number(hit.dataset.hit));
  else if (target.closest("[data-show-all]")) showAll();
  else if (target.closest("[data-next-error]")) goToError(1);
});
sheet.addEventListener("toggle", (event) => event.newState === "open" && renew());

root.addEventListener("pare:step", ({ detail }) => {
  step = detail.n;
  sought = null;
  tally.at(step);
  if (found.shown !== null) marked.markBreaks();
});
root.addEventListener("pare:items", () => {
  if (!isAsked()) return;
  marked.show({ ...found, hits: new Set(found.hits) });
  if (sought === step) marked.open(step);
  paint();
  const last = Number(find("#story > [data-n]:last-child")?.dataset.n ?? -1);
  if (last >= found.steps) renewSoon(LIVE, { quietly: true });
});
// The detail of a step may arrive later than the step, so its found words are highlighted when it arrives.
new MutationObserver(() => found.words.length && paint()).observe(find("#detail"), { childList: true });
addEventListener("popstate", () => {
  const before = searchOf(question);
  question = questionIn(location.search, form);
  if (searchOf(question) !== before) restore();
});

function restore() {
  offerApps(find("[data-apps]"), found.apps, question.app);
  fillIn(form, question);
  if (isAsked()) renew();
  else stop();
}

bind([
  { key: "/", says: "find in this run", act: () => box.select() },
  { key: "n", says: "go to the next hit", act: () => goToHit(1) },
  { key: "n", shift: true, says: "go to the previous hit", act: () => goToHit(-1) },
  { key: "e", says: "go to the next error", act: () => goToError(1) },
  { key: "e", shift: true, says: "go to the previous error", act: () => goToError(-1) },
  { key: "Escape", shown: "Esc", says: "leave the search box; press again to clear it", act: clearSearch },
]);
if (isAsked()) restore();
else fillIn(form, question);
root.dataset.finds = "";
