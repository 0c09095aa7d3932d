/* The page on which a person plays the user. The server keeps all that counts: after each tap, the page gets its changed part (#now) again. */

import { say } from "../site/site.js";
import { sheetIn } from "./action_sheet.js";
import { followRun } from "./connection.js";
import { requestsOf, stopwatch } from "./deciding.js";
import { phoneIn } from "./phone_taps.js";
import { playKeys } from "./user_keys.js";

// Milliseconds. Most turns of the other side are shorter, so the phone does not flicker in between.
const USUAL_TURN = 700;
// How often the page asks while it waits, in case a message of the socket was lost.
const ASK_AGAIN = 3_000;
const TOAST_STAYS = 9_000;
const WELCOMED = "play-user-welcomed";

const root = document.getElementById("play");
const place = document.getElementById("now");
const requests = requestsOf(root.dataset.address);
const watch = stopwatch();
let stage = document.getElementById("stage");
let sheet;
let phone;
let isSending = false;
let later;
let hadFocus = false;

function wire() {
  stage = document.getElementById("stage");
  sheet = sheetIn(document.getElementById("actions"), send);
  phone = phoneIn(stage, { sheet, tap: send, say: toast, offersAside: sessionStorage });
  if (!("invites" in stage.dataset)) document.getElementById("invite")?.remove();
  showSide(root.dataset.side === "open");
  const box = document.querySelector(".diary-box");
  box.scrollTop = box.scrollHeight;
  keys.refresh();
}

/** Send a decision. Resolves to the answer; on success, the page is shown again when it is the person's turn. */
async function send(action, args) {
  if (isSending || !("yours" in stage.dataset)) return { status: 0, message: "", fields: {} };
  setSending(true);
  const answer = await requests.act(Number(stage.dataset.number), action, args, watch.seconds());
  if (answer.status === 202) {
    sheet.close();
    refreshIn(USUAL_TURN);
  } else {
    setSending(false);
    if (answer.status === 409) {
      sheet.close();
      refreshIn(0);
    }
    if (answer.status !== 422 || !sheet.isOpen) toast(answer.message || Object.values(answer.fields)[0]);
  }
  return answer;
}

function setSending(on) {
  if (on) hadFocus = stage.contains(document.activeElement);
  isSending = on;
  stage.classList.toggle("sending", on);
  stage.querySelector(".under").inert = on;
  document.getElementById("phone").inert = on || !("yours" in stage.dataset);
}

function refreshIn(wait) {
  clearTimeout(later);
  later = setTimeout(refresh, wait);
}

async function refresh() {
  const found = await requests.now();
  if (!found) return;
  if (found.over) {
    location.assign(root.dataset.end);
    return;
  }
  if (found.problem) toast(found.problem);
  else show(found.html);
  if (isSending || !("yours" in stage.dataset)) refreshIn(ASK_AGAIN);
}

function show(html) {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  const next = fresh.content.getElementById("stage");
  // A reload of the same screen would throw away what the person is typing.
  if (next.dataset.version === stage.dataset.version) {
    if ("yours" in next.dataset) setSending(false);
    return;
  }
  if (!("yours" in next.dataset) && next.dataset.number === stage.dataset.number && isSending) {
    wait(next);
    return;
  }
  const before = phone.scrolled();
  const focused = hadFocus || stage.contains(document.activeElement);
  hadFocus = false;
  place.replaceChildren(fresh.content);
  isSending = false;
  wire();
  phone.scrollTo(before);
  if (focused) stage.focus({ preventScroll: true });
  if ("yours" in stage.dataset) {
    watch.restart();
    document.getElementById("told").textContent = `Your turn. ${stage.dataset.clock}. ${stage.dataset.title}. ${phone.news()}`;
  }
}

// While nothing has happened yet, the phone stays as the person left it.
function wait(next) {
  stage.dataset.version = next.dataset.version;
  const line = document.getElementById("meanwhile");
  line.querySelector("[data-words]").textContent = next.querySelector("[data-words]").textContent;
  line.hidden = false;
}

function changed(news) {
  if (news && !news.yours && isSending) refreshIn(USUAL_TURN);
  else refreshIn(0);
}

function showSide(open) {
  root.dataset.side = open ? "open" : "";
  const button = document.querySelector("[data-show-side]");
  button.setAttribute("aria-expanded", String(open));
  button.querySelector("span").textContent = open ? "Phone" : button.querySelector("span").dataset.first;
}

// At the top of the phone's screen: at the bottom, a message would cover the controls that it is about.
function toast(text) {
  if (!text) return;
  const screen = document.querySelector("#phone .ph-screen");
  if (!screen) {
    say(text);
    return;
  }
  screen.querySelector("[data-toast]")?.remove();
  const made = document.createElement("div");
  made.className = "ph-toast ph-toast--up ph-toast--told";
  made.dataset.toast = "";
  made.textContent = text;
  screen.append(made);
  setTimeout(() => made.remove(), TOAST_STAYS);
  // An inert phone is not read out.
  document.getElementById("told").textContent = text;
}

function linkState(state, detail) {
  const chip = document.getElementById("link-state");
  chip.lastElementChild.textContent = { live: "Every tap is saved", reconnecting: "Reconnecting…", refused: "Not connected" }[state];
  chip.classList.toggle("warn", state !== "live");
  if (detail) toast(detail);
}

function welcome() {
  const dialog = document.getElementById("welcome");
  if (localStorage.getItem(WELCOMED)) return;
  dialog.addEventListener("close", () => {
    localStorage.setItem(WELCOMED, "1");
    watch.restart();
  });
  dialog.showModal();
}

const keys = playKeys({ stage: () => stage, phone: () => phone, openAll: () => sheet.openAll() });

root.addEventListener("click", (event) => {
  const button = event.target.closest("[data-press], [data-open-actions], [data-show-side], [data-answer]");
  if (!button || button.closest("#phone")) return;
  if ("press" in button.dataset) phone.pressEverywhere(button.dataset.press);
  else if ("openActions" in button.dataset) sheet.openAll();
  else if ("answer" in button.dataset) phone.answer();
  else showSide(root.dataset.side !== "open");
});

wire();
welcome();
followRun(root.dataset.socket, { onChange: changed, onState: linkState });
root.dataset.ready = "";
