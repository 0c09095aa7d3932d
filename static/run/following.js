// Follows a live run: adds new steps as they arrive, and makes each new step the current step while the viewer follows.

import { controlsIn } from "./controls.js";
import { playerOf } from "./live.js";
import { follow } from "./stream.js";

// Milliseconds between loading the details of two steps while a run is played fast.
const DETAIL_EVERY = 150;

/** `onFrames` gets new frames; `onStep` gets the number of the step that is shown now. */
export function followingIn({ root, at, parts, panes, walk, onFrames, onStep }) {
  const find = (selector) => root.querySelector(selector);
  const controls = controlsIn(root, parts);
  const latest = {};
  let detailIsComing = false;

  // A frame becomes the current step as soon as its phone is shown.
  const player = playerOf({
    phone: panes.phone,
    stillFollowing: () => at.following,
    onShown(frame) {
      at.step = frame.n;
      panes.head(frame.head);
      onStep(frame.n);
      followDetail();
    },
  });

  // Loads the detail of the latest step, and repeats while newer steps arrive.
  async function followDetail() {
    panes.stale("#detail");
    if (detailIsComing) return;
    detailIsComing = true;
    await new Promise((done) => setTimeout(done, DETAIL_EVERY));
    const n = at.step;
    try {
      const { detail } = await parts.load(n);
      if (at.following || n === at.step) panes.detail(detail, n);
    } catch {
      // The detail stays marked as stale; the stream reports that the server is gone.
    }
    detailIsComing = false;
    if (at.following && n !== at.step) followDetail();
  }

  // Fills a part only when it changed: otherwise a screen reader would read it again.
  function fill(name, html, put = (text) => { find(`#${name}`).innerHTML = text; }) {
    if (html === undefined || latest[name] === html) return;
    latest[name] = html;
    put(html);
  }

  function showSpent(spent) {
    const place = find("[data-spent]");
    place.textContent = spent;
    place.parentElement.hidden = !spent;
  }

  function takeBatch({ frames, status }) {
    if (frames.length) {
      if (at.last < 0) panes.noLongerWaiting();
      at.last = frames.at(-1).n;
      onFrames(frames);
      if (at.following) player.take(frames);
    }
    for (const name of ["outcome", "schedule"]) fill(name, status[name]);
    fill("decisions", status.decisions, (html) => { find("#decision-points").innerHTML = html; });
    fill("spent", status.spent, showSpent);
    at.over = controls.take(status);
    panes.numbers();
  }

  function sayConnection(state, detail) {
    controls.connection(state, detail);
    if (state === "live" && panes.isStale()) walk.again();
  }

  return {
    begin() {
      at.following = true;
      walk.goTo(at.last);
    },
    // Stops following; steps that arrive from now on are counted as new.
    leave() {
      if (at.following) at.left = at.last;
      at.following = false;
      player.drop();
    },
    listen() {
      const url = `${root.dataset.url.replace(/runs\/\d+\/$/, "")}ws/runs/${root.dataset.pk}/`;
      follow({ url, after: at.last, onBatch: takeBatch, onState: sayConnection });
    },
  };
}
