/* Practice: the same keys and phone as on the judge page, but each answer is sent as a form, and the next page shows the right answer. */

import { bind } from "../site/keys.js";
import { askingIn } from "../annotate/asking.js";
import { guideIn } from "../annotate/guide.js";
import { pictureIn } from "../annotate/picture.js";
import { replayIn } from "../annotate/replay.js";
import { watch } from "../annotate/watch.js";

const root = document.getElementById("practice");
const form = document.getElementById("ask");
const time = watch();

const replay = replayIn(root, async () => {
  const response = await fetch(root.dataset.frames);
  if (!response.ok) throw new Error(`pictures: ${response.status}`);
  return response.json();
});
const guide = guideIn(root, root.dataset.guidelines);
const steps = [
  { key: "ArrowLeft", shown: "←", says: "show the phone at the previous step", act: () => replay.step(-1) },
  { key: "ArrowRight", shown: "→", says: "show the phone at the next step", act: () => replay.step(1) },
  { key: "g", says: "show or hide the guidelines", act: guide.toggle },
];
let isSent = false;

function send({ given }) {
  if (isSent) return;
  isSent = true;
  for (const [key, value] of Object.entries(given)) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name: `q_${key}`, value });
    form.append(field);
  }
  form.elements.seconds.value = time.seconds();
  form.submit();
}

function ask() {
  pictureIn(root, form);
  const asking = askingIn(form, { done: send, changed() {} });
  const choices = JSON.parse(root.dataset.keys).map(({ key, says }) => ({ key, says, act: (event) => { if (!event.repeat) asking.press(event.key); } }));
  asking.begin({ given: JSON.parse(form.dataset.given), reason: form.elements.reason.value });
  bind([...choices, { key: "w", says: "write a reason; Esc leaves the box", act: asking.write }, ...steps]);
}

replay.begin(root.dataset.code);
time.start();
if (form) ask();
else bind(steps);
// The browser's back button would show the page as it was before the answer.
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
