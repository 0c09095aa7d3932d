// A run that goes on: what comes is put in as it comes, and whoever follows sees each step as the current one.

import { controlsIn } from "./controls.js";
import { playerOf } from "./live.js";
import { follow } from "./stream.js";

// While a run races on, details come so often at most.
const DETAIL_EVERY = 150;

/** `onFrames` takes what is new; `onStep` is told of the step that is shown now. */
export function followingIn({ root, at, parts, panes, walk, onFrames, onStep }) {
  const find = (selector) => root.querySelector(selector);
  const controls = controlsIn(root, parts);
  const latest = {};
  let detailIsComing = false;

  // Every frame is the current step as soon as its phone is shown.
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

  // The one of the latest step, and again as long as there are later ones.
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
      // It stays marked as old; the stream says by itself that the server is gone.
    }
    detailIsComing = false;
    if (at.following && n !== at.step) followDetail();
  }

  // Parts that the server renders are put in only when they are news: a screen reader would read them again.
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
    // Stay where one is, or go elsewhere: what comes from now on is new.
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
