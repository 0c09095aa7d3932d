// Dragging with mouse, finger or pen.

/** A press that moves at least `after` pixels sideways is a drag, not a click. */
export function draggable(place, { after, onStart, onMove, onEnd }) {
  let from = null;
  let isDragged = false;

  function begin(event) {
    isDragged = true;
    place.setPointerCapture(event.pointerId);
    place.toggleAttribute("data-dragged", true);
    onStart();
  }

  function move(event) {
    if (event.pointerId !== from?.id) return;
    if (!isDragged && Math.abs(event.clientX - from.x) < after) return;
    if (!isDragged) begin(event);
    onMove(event.clientX);
  }

  function end(event) {
    if (event.pointerId !== from?.id) return;
    removeEventListener("pointermove", move);
    from = null;
    if (!isDragged) return;
    isDragged = false;
    place.toggleAttribute("data-dragged", false);
    noClick();
    onEnd();
  }

  place.addEventListener("pointerdown", (event) => {
    if (event.button || !event.isPrimary) return;
    from = { id: event.pointerId, x: event.clientX };
    addEventListener("pointermove", move);
    if (after === 0) move(event);
  });
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
  // Without this, the browser would drag the link or picture under the pointer.
  place.addEventListener("dragstart", (event) => event.preventDefault());
}

// Ignores the click that browsers send after a drag, which would follow the link under the pointer.
function noClick() {
  const swallow = (event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }));
}
