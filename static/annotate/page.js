/* The page where people judge.

   The server hands each person up to two items: the one on the page, and the next one, which is ready in #annotate[data-held]. An answer is sent in
   the background while the next item is shown at once. POST answer/ takes code, q_<question>, reason, seconds, guidelines, progress, and `have` for
   each item that the page has. It returns {items: [{code, place, draft, parts?: {phone, told, ask}}], empty, entry, progress}. `items` are the items
   in hand, in the order to show them; `empty` is the reason if there are none; `entry` is the line for the last answers; `progress` is left out if
   the request has progress=0. POST undo/ returns {items, last, progress}. POST draft/ stores a draft, and POST beat/ renews the leases. A refusal
   has status 409 and the body {problem, kind}. */

import { say } from "../site/site.js";
import { bind } from "../site/keys.js";
import { askingIn, TOO_SOON } from "./asking.js";
import { draftsIn } from "./drafts.js";
import { guideIn } from "./guide.js";
import { heartbeat } from "./heartbeat.js";
import { outbox } from "./outbox.js";
import { pictureIn } from "./picture.js";
import { replayIn } from "./replay.js";
import { aside } from "./aside.js";
import { senderTo } from "./sending.js";
import { watch } from "./watch.js";

const root = document.getElementById("annotate");
const form = document.getElementById("ask");
const address = root.dataset.page;
const isEdit = root.dataset.editing !== undefined;
const name = `annotate:${address}:${root.dataset.who}`;
const send = senderTo(address, form.elements.csrfmiddlewaretoken.value);
const page = aside(root);
const time = watch();
// Refusals after which there is nothing to judge here; a reload shows the page that explains the reason.
const ELSEWHERE = ["closed", "not_open", "consent", "practice"];

/** `items`: each item with its parts, by code. `hand`: codes in the order in which the items are shown. */
const items = new Map();
let hand = [];
let current = form.elements.code.value;
let lastAnswered = "";

const partsNow = () => Object.fromEntries([...root.querySelectorAll("[data-part]")].map((part) => [part.dataset.part, part.innerHTML]));

function take(given) {
  for (const one of given) items.set(one.code, { ...items.get(one.code), ...one });
  hand = given.map((one) => one.code).filter((code) => !box.has(code));
}

function show(code) {
  const item = items.get(code);
  current = code;
  for (const [part, html] of Object.entries(item.parts)) root.querySelector(`[data-part="${part}"]`).innerHTML = html;
  form.elements.code.value = code;
  begin(item);
  page.place(item.place);
  asking.focus();
  scrollTo(0, 0);
}

function begin(item) {
  page.waits(false);
  page.problem("");
  replay.begin(item.code);
  asking.begin(drafts.of(item.code, item.draft));
  time.start();
  prefetch();
}

function prefetch() {
  for (const code of [...items.keys()]) if (code !== current && code !== lastAnswered && !hand.includes(code)) items.delete(code);
  replay.prefetch([current, ...hand]);
}

/** Show the next item in hand; without one, wait for the server, or reload to see why there is none. */
function goOn() {
  const next = hand.find((code) => code !== current || !box.has(code));
  if (next) show(next);
  else if (box.isEmpty) location.assign(address);
  else {
    current = "";
    page.waits(true);
  }
}

function answered({ given, reason }) {
  if (!current || (time.elapsed() < TOO_SOON && !isEdit)) return;
  const item = items.get(current);
  const answer = { code: current, given, reason, seconds: time.seconds(), place: item.place, says: asking.says(), guidelines: guide.version() };
  item.draft = { given, reason };
  lastAnswered = current;
  drafts.drop(current);
  hand = hand.filter((code) => code !== answer.code);
  box.send(answer);
  if (isEdit) return;
  page.toast(`Item ${answer.place}: ${answer.says}`);
  goOn();
}

function recalled(code) {
  if (!box.recall(code)) return false;
  if (current) hand.unshift(current);
  lastAnswered = "";
  show(code);
  return true;
}

async function undo() {
  const code = lastAnswered || page.lastCode();
  if (!code || isEdit) return;
  page.hideToast();
  // An answer that is being sent cannot be recalled. If its request fails, the second try below recalls it.
  if (recalled(code)) return;
  await box.flush();
  if (recalled(code)) return;
  const { status, body } = await send("undo", { code, have: [...items.keys()] }).catch(() => ({ status: 0 }));
  if (status !== 200) return say(body?.problem ?? "The server does not answer, so nothing was undone. Try again in a moment.");
  for (const one of body.items) items.set(one.code, { ...items.get(one.code), ...one });
  if (current && !hand.includes(current)) hand.unshift(current);
  lastAnswered = "";
  page.last(body.last);
  page.progress(body.progress);
  show(body.items[0].code);
  page.says(`Item ${body.items[0].place} is open again.`);
}

/** Handle a lost lease: only the loss of the visible item matters to the participant. */
async function lost(problem) {
  const isHere = current && (await send("beat", { code: current })).status === 200;
  if (isHere) hand = [current];
  else say(problem);
}

const replay = replayIn(root, async (code) => {
  const response = await fetch(`${address}item/${code}/frames/`);
  if (!response.ok) throw new Error(`pictures: ${response.status}`);
  return response.json();
});
const drafts = draftsIn(name, (draft, keepalive) => send("draft", draft, keepalive), page.kept);
const asking = askingIn(form, {
  done: answered,
  changed: (draft) => { if (current && !isEdit) drafts.keep(current, draft); },
});
function sendAnswer({ code, given, reason, seconds, guidelines = "" }) {
  const have = [...items.keys()];
  return send("answer", { code, given, reason, seconds, guidelines, progress: page.isDue(), have });
}
const box = outbox(`${name}:unsent`, sendAnswer, {
  state: page.state,
  sent(answer, body) {
    if (isEdit) return location.assign(address);
    page.entry(answer.code, body.entry);
    page.progress(body.progress);
    take(body.items);
    if (current) prefetch();
    else goOn();
  },
  refused(answer, { problem, kind }) {
    say(`Item ${answer.place}: ${problem}`);
    drafts.restore(answer.code, answer);
    if (lastAnswered === answer.code) {
      lastAnswered = "";
      page.hideToast();
    }
    if (kind === "bad_answer" && items.get(answer.code)?.parts) {
      if (current && current !== answer.code) hand.unshift(current);
      show(answer.code);
      page.problem(problem);
    } else if (!current || isEdit || ELSEWHERE.includes(kind)) location.assign(address);
  },
  out: page.out,
});
const guide = guideIn(root, `${address}guidelines/`);

const byKey = (act) => (event) => { if (!event.repeat) act(event.key); };
const choices = JSON.parse(root.dataset.keys).map(({ key, says }) => ({ key, says, act: byKey(asking.press) }));
bind([
  ...choices,
  { key: "ArrowLeft", shown: "←", says: "show the phone at the previous step", act: () => replay.step(-1) },
  { key: "ArrowRight", shown: "→", says: "show the phone at the next step", act: () => replay.step(1) },
  { key: "w", says: "write a reason; Esc leaves the box", act: asking.write },
  ...(isEdit ? [] : [{ key: "u", says: "undo the last answer", act: byKey(undo) }]),
  { key: "g", says: "show or hide the guidelines", act: guide.toggle },
]);
page.onUndo(undo);
pictureIn(root, form);
heartbeat(Number(root.dataset.keep), async () => {
  const { status, body } = await send("beat", { code: isEdit ? [] : [current, ...hand].filter(Boolean) });
  if (status === 409) await lost(body.problem);
  if (status === 200 && (await guide.renew(body.guidelines))) say(`The guidelines have changed. You now see version ${body.guidelines}.`);
});
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

const [first, ...others] = JSON.parse(root.dataset.held);
items.set(first.code, { ...first, parts: partsNow() });
take([{ code: first.code }, ...others]);
begin(items.get(first.code));
if (box.has(first.code)) goOn();
box.flush();
