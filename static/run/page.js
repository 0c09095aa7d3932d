// The run page, live and finished: connects its parts, and handles clicks and keys.

import { bind } from "../site/keys.js";
import { addressOf } from "./address.js";
import { followingIn } from "./following.js";
import { runKeys, thoughtsKey } from "./keys.js";
import { outlineOf } from "./outline.js";
import { panesIn } from "./panes.js";
import { placeIn } from "./place.js";
import { playingIn } from "./playing.js";
import { scrubberIn } from "./scrubber.js";
import { slicesFor } from "./slices.js";
import { stepParts } from "./steps.js";
import { storyIn } from "./story.js";
import { stripIn } from "./strip.js";
import { trackIn } from "./track.js";
import { walkIn } from "./walk.js";

const root = document.getElementById("run");
const find = (selector) => root.querySelector(selector);
const at = placeIn(root);
const tell = (name, detail = {}) => root.dispatchEvent(new CustomEvent(`pare:${name}`, { detail }));

const address = addressOf(root.dataset.url);
const parts = stepParts(root.dataset.url);
const story = storyIn(find("#story"), address);
const strip = stripIn(find("#marks"), at, tellItems);
const outline = outlineOf(JSON.parse(document.getElementById("track")?.textContent ?? "null"), at);
const track = trackIn(find("#rail"), at, outline);
const panes = panesIn(root, at, parts, address);
const walk = walkIn({ at, parts, panes, address, onStep });
const following = followingIn({ root, at, parts, panes, walk, onFrames, onStep });
const playing = playingIn({ root, at, parts, story, goTo: walk.goTo, onLive: following.begin });
const scrubber = scrubberIn(find("#scrubber"), { at, strip, track, leave, goTo: walk.goTo, stay: address.push });
const slices = slicesFor({ at, list: find("#story"), story, parts, onSlice });

function onStep(n) {
  story.show(n);
  scrubber.show(n);
  panes.numbers();
  slices.pump();
  hint("");
  tell("step", { n });
}

function onFrames(frames) {
  story.append(frames);
  onMarks(frames.map((frame) => frame.mark).join(""));
}

function onSlice(found) {
  story.put(found);
  onMarks(found.marks);
}

function onMarks(html) {
  for (const n of strip.put(html)) outline.add(n, strip.get(n));
  if (at.step >= 0) scrubber.show(at.step);
  offerThoughts();
  tellItems();
}

// Sends one event for all items that are added together.
let isTelling = false;
function tellItems() {
  if (isTelling) return;
  isTelling = true;
  queueMicrotask(() => {
    isTelling = false;
    tell("items");
  });
}

// Any action of the viewer ends playing and following.
function leave() {
  playing.stop();
  following.leave();
}

const GO = {
  first: () => walk.goTo(0),
  back: () => step(at.previous, "earlier"),
  on: () => step(at.next, "later"),
  before: () => jump(outline.decidingBefore(at.step), "earlier"),
  after: () => jump(outline.decidingAfter(at.step), "later"),
  last: () => (at.over ? walk.goTo(at.last) : following.begin()),
};

function go(name) {
  if (at.last < 0) return;
  leave();
  GO[name]();
}

function step(n, side) {
  if (n !== undefined) walk.goTo(n, { keep: "replace" });
  else if (at.shown) hint(`No ${side} step matches the filter`);
}

function jump(n, side) {
  if (n !== undefined) walk.goTo(n);
  else hint(`No ${side} offer, answer or error`);
}

function hint(text) {
  find("[data-hint]").textContent = text;
}

function goTo(n) {
  leave();
  walk.goTo(n);
}

function playOrPause() {
  const isWatching = playing.isPlaying() || (at.following && !at.over);
  leave();
  if (isWatching) walk.goTo(at.step, { keep: "replace" });
  else playing.start();
}

async function copyLink() {
  const link = new URL(address.to(at.step), location.href).href;
  const button = find("[data-copy-link]");
  try {
    await navigator.clipboard.writeText(link);
    button?.setAttribute("data-done", "Link copied");
    setTimeout(() => button?.removeAttribute("data-done"), 1500);
  } catch {
    window.prompt("Copy the link to this step:", link);
  }
}

// The key for thoughts is bound, and listed under “?”, only once there is a thought to show.
let thoughtsAreOffered = false;
function offerThoughts() {
  if (thoughtsAreOffered || !story.hasThoughts()) return;
  thoughtsAreOffered = true;
  find("[data-thoughts]").hidden = false;
  bind([thoughtsKey(thoughts)]);
}

function thoughts() {
  find("[data-thoughts]").setAttribute("aria-pressed", story.toggleThoughts());
}

function stepUnder(target) {
  const place = target.closest("[data-n], [data-step]");
  if (!place || !root.contains(place)) return null;
  return Number(place.dataset.n ?? place.dataset.step);
}

// Handles a click; returns false if it is not meant for the page.
function clicked(target) {
  const [button, gap] = [target.closest("[data-go]"), target.closest(".gap")];
  if (button) go(button.dataset.go);
  else if (gap) slices.ask(gap);
  else if (target.closest("[data-play]")) playOrPause();
  else if (target.closest("[data-copy-link]")) copyLink();
  else if (target.closest("[data-thoughts]")) thoughts();
  else if (target.closest("summary, button, input, label, .tabs pre") || String(getSelection())) return false;
  else if (stepUnder(target) === null) return false;
  else goTo(stepUnder(target));
  return true;
}

root.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (clicked(event.target)) event.preventDefault();
  // After a mouse click the space bar must play the run, not press the button again.
  if (event.detail) event.target.closest(".run-player button, .run-story :is(button, summary)")?.blur();
});

root.addEventListener("pare:go", ({ detail }) => goTo(detail.n));
// Marks the hits and the steps that match, after each search or change of the filter.
root.addEventListener("pare:filter", ({ detail }) => {
  at.shown = detail.shown;
  outline.hits = detail.hits;
  track.draw();
  panes.numbers();
});

addEventListener("popstate", () => {
  const n = address.read();
  address.drop();
  leave();
  at.following = n === null && !at.over;
  walk.goTo(n ?? at.last, { keep: "none" });
});

bind(runKeys({ go, playOrPause, slower: playing.slower, faster: playing.faster, copyLink }));
for (const n of strip.numbers()) outline.add(n, strip.get(n));
offerThoughts();
if (at.step >= 0) onStep(at.step);
panes.numbers();
if (at.step >= 0) parts.ahead(at.step, at.last);
if (!at.over) following.listen();

// Browser tests wait for this: keys and buttons work from now on.
root.dataset.ready = "";
