// The scrubber: strip and track together, moved by dragging or as a slider by keys.

import { draggable } from "./drag.js";

// Pixels; a shorter move is a click.
const A_CLICK = 4;
// Milliseconds per step while the pointer is held beyond an end of the strip.
const ON_EVERY = 90;

/** `leave` ends playing and following; `goTo` shows a step; `stay` puts the step where a drag ended into the history. */
export function scrubberIn(place, { at, strip, track, leave, goTo, stay }) {
  const slider = place.querySelector("[role=slider]");
  const marks = place.querySelector("#marks");
  let began = null;
  let beyond = null;

  function dragTo(n) {
    if (n !== at.step) goTo(n, { keep: "none", tap: 0 });
  }

  function start() {
    leave();
    began = at.step;
  }

  function end() {
    clearInterval(beyond);
    strip.hold(false);
    if (at.step !== began) stay(at.step);
  }

  function show(n) {
    strip.show(n);
    track.show(n, strip.shown, strip.isWhole());
    slider.hidden = at.last < 0;
    slider.setAttribute("aria-valuenow", Math.max(0, n));
    slider.setAttribute("aria-valuemax", Math.max(0, at.last));
    slider.setAttribute("aria-valuetext", strip.get(n)?.mark.getAttribute("aria-label") ?? `Step ${n} of ${at.last}`);
  }

  draggable(marks, {
    after: A_CLICK,
    onStart() {
      strip.hold(true);
      start();
    },
    onMove(x) {
      clearInterval(beyond);
      dragTo(strip.stepAt(x));
      beyond = setInterval(() => dragTo(strip.stepAt(x)), ON_EVERY);
    },
    onEnd: end,
  });
  draggable(track.place, { after: 0, onStart: start, onMove: (x) => dragTo(track.stepAt(x)), onEnd: end });
  track.place.addEventListener("pointermove", (event) => { track.place.title = `Step ${track.stepAt(event.clientX)}`; });

  // A new width changes how much of the run the strip shows, and the track marks that stretch. The strip's own observer
  // was created earlier, so it has already laid the marks out.
  new ResizeObserver(() => { if (at.step >= 0) show(at.step); }).observe(marks);

  return { show };
}
