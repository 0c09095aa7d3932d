/* The page on which a person plays the assistant: follows the run, sends calls, offers and reports, and keeps what is typed. */

import { bind, drawBadges } from "../site/keys.js";
import { say } from "../site/site.js";
import { followRun } from "./connection.js";
import { requestsOf, stopwatch } from "./deciding.js";
import { keepDrafts } from "./drafts.js";
import { endOf, swapParts } from "./parts.js";
import { argumentsOf, showProblems, toolList } from "./tools.js";

// In milliseconds. Between two calls the run takes a moment; the page waits before it says that the user is busy.
const CALM = 900;
const ASK_AGAIN = 4_000;

const page = document.getElementById("play");
const trouble = document.getElementById("trouble");
const requests = requestsOf(page.dataset.url);
const watch = stopwatch();
const drafts = keepDrafts(page, page.dataset.url);
const list = document.getElementById("tools");
const tools = toolList(list);
const part = (name) => page.querySelector(`[data-part="${name}"]`);
const title = document.title;

// The step that this page has decided, until the run has taken it.
let sent = -1;
// The draft to forget once its call has succeeded, and the newest result before the call.
let spent = "";
let newest = 0;
let calm = null;
let again = null;
let isOver = false;

// The next step; -1 while it is not this person's turn, because the count would tell what the user does.
const number = () => Number(part("strip").dataset.number);
const isMine = () => "mine" in part("strip").dataset && number() !== sent;

/* Following the run ------------------------------------------------------------------------------------------- */

async function refresh() {
  clearTimeout(again);
  const found = await requests.now();
  if (!found || isOver) return;
  if (found.over) {
    isOver = true;
    location.assign(`${page.dataset.url}end/`);
  } else if (found.problem) {
    showTrouble(found.problem);
    again = setTimeout(refresh, ASK_AGAIN);
  } else {
    showTrouble("");
    take(found.html);
  }
}

function take(html) {
  clearTimeout(calm);
  const isMyTurn = /data-part="strip"[^>]*\sdata-mine/.test(html);
  if (isMyTurn || sent < 0) show(html);
  else calm = setTimeout(show, CALM, html);
  if (sent >= 0) again = setTimeout(refresh, ASK_AGAIN);
}

function show(html) {
  const before = number();
  const changed = swapParts(html);
  if (number() !== before) watch.restart();
  if (number() !== sent) {
    sent = -1;
    clearTimeout(again);
    if (spent) clear();
  }
  if (changed.includes("feed") && page.dataset.pane !== "told") tab("told").classList.add("has-news");
  if (changed.length) adapt();
}

// A call that failed stays in its form, so that only what was wrong has to be typed again.
function clear() {
  const result = document.getElementById(`result-${newestResult()}`);
  if (newestResult() === newest || !result.classList.contains("failed")) drafts.forget(spent);
  spent = "";
}

const newestResult = () => Math.max(0, ...[...page.querySelectorAll(".result")].map((one) => Number(one.id.slice(7))));

function adapt() {
  const { dataset } = part("strip");
  list.toggleAttribute("data-locked", !("unlocked" in dataset));
  tab("say").textContent = "unlocked" in dataset ? "Report" : "Offer";
  announce(part("strip").querySelector(".whose").textContent.trim());
  document.title = isMine() ? `Your turn · ${title}` : title;
  drafts.restore();
  drawBadges();
  preview();
  enable();
}

function enable() {
  const mine = isMine();
  for (const button of page.querySelectorAll("[data-call], #silent")) {
    const isLocked = button.closest("[data-writes]") && "locked" in list.dataset;
    button.disabled = !mine || Boolean(isLocked);
  }
  page.classList.toggle("waiting", !mine);
}

// Screen readers announce changes of an element that stays, not of one that is replaced.
function announce(text) {
  const line = document.getElementById("announced");
  if (line.textContent !== text) line.textContent = text;
}

function showTrouble(text) {
  trouble.hidden = !text;
  trouble.querySelector("span").textContent = text;
}

/* Deciding ---------------------------------------------------------------------------------------------------- */

async function decide(from, action, args) {
  if (!isMine()) return say("It is not your turn yet. What you have typed is kept.");
  const step = number();
  sent = step;
  showProblems(from);
  enable();
  const answer = await requests.act(step, action, args, watch.seconds());
  if (answer.status === 202) {
    const isSpent = from.id === "say" ? action === from.dataset.action : "writes" in from.dataset;
    [spent, newest] = [isSpent ? from.dataset.draftForm : "", newestResult()];
    again = setTimeout(refresh, ASK_AGAIN);
    return refresh();
  }
  sent = -1;
  enable();
  showProblems(from, answer.message, answer.fields);
  return answer.status === 409 ? refresh() : undefined;
}

function staySilent() {
  const button = document.getElementById("silent");
  const minutes = Number(document.getElementById("wake").value.replace(",", "."));
  if (button.disabled) return say("It is not your turn yet.");
  if (!(minutes >= 0)) return showProblems(sayForm(), "Enter the minutes as a number, or leave the field empty.");
  const seconds = Math.round(minutes * 60);
  return decide(sayForm(), seconds ? button.dataset.timed : button.dataset.action, seconds ? { timeout: String(seconds) } : {});
}

// Inside a tool's form, Ctrl+Enter calls the tool; elsewhere, it makes the offer.
function sendByKey() {
  const target = document.activeElement?.closest(".toolform") ?? sayForm();
  if (target.id === "say") choose("say");
  if (target.querySelector("[data-call]").disabled) return say("You can’t send this now. What you have typed is kept.");
  return target.requestSubmit();
}

const sayForm = () => document.getElementById("say");

function preview() {
  const text = page.querySelector("[data-preview]");
  if (text) text.textContent = document.getElementById("say-text").value.trim();
}

/* Parts of the page ------------------------------------------------------------------------------------------- */

const tab = (name) => page.querySelector(`[data-show="${name}"]`);

function choose(pane) {
  page.dataset.pane = pane;
  for (const button of page.querySelectorAll("[data-show]")) {
    if (button.dataset.show === pane) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
  tab(pane).classList.remove("has-news");
}

function showAs(kind) {
  page.dataset.shows = kind;
  for (const choice of page.querySelectorAll("[data-shown-as]")) choice.checked = choice.value === kind;
}

function showResult(id) {
  const result = document.getElementById(`result-${id}`);
  result?.closest("details")?.setAttribute("open", "");
  choose("tools");
  result?.scrollIntoView({ block: "nearest" });
  result?.focus();
}

page.addEventListener("click", (event) => {
  const id = event.target.closest("[data-use]");
  const pane = event.target.closest("[data-show]");
  const result = event.target.closest("[data-result]");
  if (id) {
    choose("tools");
    tools.fill(id.dataset.use, id.textContent);
  } else if (pane) choose(pane.dataset.show);
  else if (result) {
    event.preventDefault();
    showResult(result.dataset.result);
  } else if (event.target.closest("#silent")) staySilent();
});
page.addEventListener("submit", (event) => {
  const { target } = event;
  if (!target.dataset.action) return;
  event.preventDefault();
  decide(target, target.dataset.action, argumentsOf(target));
});
page.addEventListener("input", (event) => {
  if (event.target.id === "say-text") preview();
});
page.addEventListener("change", (event) => {
  if ("shownAs" in event.target.dataset) showAs(event.target.value);
});

bind([
  { key: "/", says: "find a tool", act: () => { choose("tools"); tools.focusSearch(); } },
  { key: "Enter", ctrl: true, shown: "↵", says: "make the offer or send the report; in a tool’s form, call the tool", act: sendByKey },
  { key: "s", says: "stay silent, or wait for news", act: staySilent },
  { key: "j", says: "show results as JSON or for reading", act: () => showAs(page.dataset.shows === "json" ? "read" : "json") },
]);
choose(page.dataset.pane);
adapt();
for (const area of page.querySelectorAll("[data-scroll=end]")) area.scrollTop = endOf(area);
// The socket does not tell when the second person comes, because the run itself does not change.
setInterval(() => { if (document.getElementById("invite")) refresh(); }, ASK_AGAIN);
followRun(page.dataset.socket, {
  onChange: refresh,
  onState: (state, detail) => {
    if (state === "refused") showTrouble(detail);
    else if (state === "reconnecting") showTrouble("The connection is lost. Trying again …");
    else showTrouble("");
  },
});
