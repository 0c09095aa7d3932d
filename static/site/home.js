/* The start page asks every two seconds what has changed, and every twenty seconds while its tab is hidden. */

import { bind } from "./keys.js";

const SEEN = 2000;
const UNSEEN = 20000;
let timer;

function tick() {
  clearTimeout(timer);
  const poll = document.getElementById("poll");
  if (poll) window.htmx.trigger(poll, "tick");
  timer = setTimeout(tick, document.hidden ? UNSEEN : SEEN);
}

function say(text) {
  const pulse = document.getElementById("pulse");
  if (pulse && pulse.textContent !== text) pulse.textContent = text;
}

document.addEventListener("visibilitychange", () => { if (!document.hidden) tick(); });
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.target.id === "poll") say(event.detail.successful ? "updates automatically" : "no answer, retrying");
});
timer = setTimeout(tick, SEEN);

const start = document.getElementById("id_scenario");
bind([
  ...(start ? [{ key: "n", says: "start a run", act: () => start.focus() }] : []),
  { key: "/", says: "find a run", act: () => document.getElementById("find").focus() },
]);
