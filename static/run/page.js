// The run page: which step is shown, how one gets to another, and following a run that goes on.

import { bind } from "../site/keys.js";
import { say } from "../site/site.js";
import { controlsIn } from "./controls.js";
import { showExchange } from "./exchange.js";
import { runKeys, thoughtsKey } from "./keys.js";
import { playerOf } from "./live.js";
import { phoneIn } from "./phone.js";
import { NotAStep, stepParts } from "./steps.js";
import { storyIn } from "./story.js";
import { follow } from "./stream.js";

const root = document.getElementById("run");
const find = (selector) => root.querySelector(selector);
const base = root.dataset.url;
const parts = stepParts(base);
const phone = phoneIn(find("#phone"));
const controls = controlsIn(root, parts);
const story = storyIn(find("#story"), find("#marks"));
const at = {
  step: Number(root.dataset.at),
  last: Number(root.dataset.last),
  // The latest step there was when one left off following: what came later is new.
  left: Number(root.dataset.last),
  over: "over" in root.dataset,
  following: "following" in root.dataset,
};
// While a run races on, details come so often at most.
const DETAIL_EVERY = 150;
let detailIsComing = false;

function addressOf(n) {
  return at.following ? base : `${base}${n}/`;
}

function showNumbers() {
  find("[data-step-now]").textContent = at.step < 0 ? "–" : at.step;
  find("[data-step-last]").textContent = at.last < 0 ? "–" : at.last;
  document.title = document.title.replace(/^Run \d+(, step \d+)?/, `Run ${root.dataset.pk}${at.step < 0 ? "" : `, step ${at.step}`}`);
  link("back", at.step > 0 ? at.step - 1 : null);
  link("on", at.step < at.last ? at.step + 1 : null);
  const fresh = at.last - at.left;
  find("#follow").hidden = at.over || at.following;
  find("[data-new]").textContent = fresh > 0 ? `, ${fresh} new` : "";
}

function link(name, n) {
  const button = find(`[data-go="${name}"]`);
  if (n === null) button.removeAttribute("href");
  else button.href = `${base}${n}/`;
}

function showHead(head) {
  if (!head) return;
  find("#head").hidden = false;
  find("[data-turn]").textContent = head.turn;
  find("[data-turn-limit]").textContent = head.turn_limit;
  find("[data-simulated]").textContent = head.simulated;
}

function showSpent(spent) {
  const place = find("[data-spent]");
  place.textContent = spent;
  place.parentElement.hidden = !spent;
}

function stale(is, ...places) {
  for (const place of places) find(place).toggleAttribute("data-stale", is);
}

// Of a run that is followed: the one of the latest step, and again as long as there are later ones.
async function followDetail() {
  stale(true, "#detail");
  if (detailIsComing) return;
  detailIsComing = true;
  await new Promise((done) => setTimeout(done, DETAIL_EVERY));
  const n = at.step;
  try {
    const { detail } = await parts.load(n);
    if (at.following || n === at.step) fillDetail(detail, n);
  } catch {
    // It stays marked as old; the stream says by itself that the server is gone.
  }
  detailIsComing = false;
  if (at.following && n !== at.step) followDetail();
}

// The tab that was open stays open.
function fillDetail(html, n) {
  const place = find("#detail");
  const tab = place.dataset.tab;
  place.innerHTML = html;
  stale(n !== at.step, "#detail");
  if (tab) place.querySelector(`#${tab}`)?.click();
  readyDetail();
}

function readyDetail() {
  for (const button of root.querySelectorAll("[data-copy-link]")) button.hidden = false;
}

async function goTo(n, { keep = "push" } = {}) {
  if (n < 0 || n > at.last) return;
  const forwardByOne = n === at.step + 1;
  at.step = n;
  if (keep !== "none" && location.pathname !== addressOf(n)) history[`${keep}State`]({ n }, "", addressOf(n));
  story.show(n);
  showNumbers();
  try {
    const found = await parts.load(n);
    if (n !== at.step) return;
    showHead(found.head);
    fillDetail(found.detail, n);
    stale(false, "#phone");
    if (forwardByOne) phone.play(found);
    else phone.now(found.phone);
    parts.ahead([n + 1, n - 1].filter((near) => near >= 0 && near <= at.last));
  } catch (problem) {
    if (n === at.step) cannotGoTo(n, problem);
  }
}

// A server that is gone comes back: until then the page keeps what it has.
function cannotGoTo(n, problem) {
  if (problem instanceof NotAStep) {
    location.assign(addressOf(n));
    return;
  }
  stale(true, "#phone", "#detail");
  say(`Step ${n} could not be loaded: the server does not answer. The page keeps what it has; try again in a moment.`);
}

const GO = {
  first: () => leave(() => goTo(0)),
  back: () => leave(() => goTo(at.step - 1, { keep: "replace" })),
  on: () => leave(() => goTo(at.step + 1, { keep: "replace" })),
  last: () => (at.over ? goTo(at.last) : startFollowing()),
};

function leave(go) {
  if (at.following) at.left = at.last;
  at.following = false;
  player.drop();
  go();
}

function startFollowing() {
  at.following = true;
  goTo(at.last);
}

function go(name) {
  if (at.last >= 0) GO[name]();
}

// Following: every frame is shown as the current step as soon as its phone is.
const player = playerOf({
  phone,
  stillFollowing: () => at.following,
  onShown(frame) {
    at.step = frame.n;
    story.show(frame.n);
    showHead(frame.head);
    showNumbers();
    followDetail();
  },
});

// Parts that the server renders are put in only when they are news: a screen reader would read them again.
const latest = {};
function fill(name, html, put) {
  if (latest[name] === html) return;
  latest[name] = html;
  put(html);
}

function takeBatch({ frames, status }) {
  if (frames.length) {
    story.add(frames);
    if (at.last < 0) noLongerWaiting();
    at.last = frames.at(-1).n;
    if (at.following) player.take(frames);
    offerThoughts();
  }
  fill("outcome", status.outcome, (html) => { find("#outcome").innerHTML = html; });
  fill("schedule", status.schedule, (html) => { find("#schedule").innerHTML = html; });
  fill("spent", status.spent, showSpent);
  at.over = controls.take(status);
  showNumbers();
}

// What stood in place of the first step goes with its arrival; its detail takes a moment more.
function noLongerWaiting() {
  const title = document.createElement("h2");
  title.textContent = "Step 0";
  const head = document.createElement("header");
  head.append(title);
  find("#detail").replaceChildren(head);
}

function sayConnection(state, detail) {
  controls.connection(state, detail);
  if (state === "live" && find("#phone").hasAttribute("data-stale")) goTo(at.step, { keep: "none" });
}

async function copyLink() {
  const address = new URL(`${base}${at.step}/`, location.href).href;
  const button = find("[data-copy-link]");
  try {
    await navigator.clipboard.writeText(address);
    button?.setAttribute("data-done", "Link copied");
    setTimeout(() => button?.removeAttribute("data-done"), 1500);
  } catch {
    window.prompt("The link to this step:", address);
  }
}

// Its key is bound and listed as soon as there is something to open.
let thoughtsAreOffered = false;
function offerThoughts() {
  if (thoughtsAreOffered || !story.hasThoughts()) return;
  thoughtsAreOffered = true;
  find("[data-thoughts]").hidden = false;
  bind([thoughtsKey(thoughts)]);
}

function thoughts() {
  const open = story.toggleThoughts();
  find("[data-thoughts]").setAttribute("aria-pressed", open);
}

function stepUnder(target) {
  const place = target.closest("[data-n], [data-step]");
  if (!place || !root.contains(place)) return null;
  return Number(place.dataset.n ?? place.dataset.step);
}

root.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const button = event.target.closest("[data-go]");
  if (button) {
    event.preventDefault();
    go(button.dataset.go);
  } else if (event.target.closest("[data-copy-link]")) copyLink();
  else if (event.target.closest("[data-thoughts]")) thoughts();
  else if (!event.target.closest("summary, button, input, label, .tabs pre") && String(getSelection()) === "") {
    const n = stepUnder(event.target);
    if (n === null) return;
    event.preventDefault();
    leave(() => goTo(n));
  }
});

root.addEventListener("change", (event) => {
  if (event.target.name === "tab") {
    find("#detail").dataset.tab = event.target.id;
    showExchange(find("#detail"));
  } else if (event.target.name !== "pace") return;
  // Whoever picked it with the mouse goes on stepping with the arrows.
  if (!event.target.matches(":focus-visible")) event.target.blur();
});

addEventListener("popstate", () => {
  const n = location.pathname.slice(base.length).match(/^(\d+)\//)?.[1];
  if (at.following) at.left = at.last;
  at.following = n === undefined && !at.over;
  player.drop();
  goTo(n === undefined ? at.last : Number(n), { keep: "none" });
});

bind(runKeys({ go, copyLink }));
offerThoughts();
readyDetail();
if (at.step >= 0) story.show(at.step);
showNumbers();
parts.ahead([at.step - 1, at.step + 1].filter((n) => n >= 0 && n <= at.last));
if (!at.over) {
  follow({ url: `${base.replace(/runs\/\d+\/$/, "")}ws/runs/${root.dataset.pk}/`, after: at.last, onBatch: takeBatch, onState: sayConnection });
}

// For whoever has to know that keys and buttons work by now.
root.dataset.ready = "";
