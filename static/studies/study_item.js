// One item for the lead: steps through the phone as annotators do, and moves from item to item.

import { bind } from "../site/keys.js";
import { replayIn } from "../annotate/replay.js";

const root = document.querySelector(".lead-item");
const replay = replayIn(root, async () => {
  const answer = await fetch(root.dataset.frames);
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return answer.json();
});
replay.begin("item");

const go = (id) => () => document.getElementById(id)?.click();
bind([
  { key: "ArrowLeft", shown: "←", says: "show the phone at the previous step", act: () => replay.step(-1) },
  { key: "ArrowRight", shown: "→", says: "show the phone at the next step", act: () => replay.step(1) },
  { key: "j", says: "go to the next item", act: go("after") },
  { key: "k", says: "go to the previous item", act: go("before") },
]);
document.documentElement.dataset.ready = "";
