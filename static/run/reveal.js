// Scrolls within a list's own box: a page that follows a run must not jump while somebody reads it.

export function reveal(box, item) {
  if (!item) return;
  const [outer, inner] = [box.getBoundingClientRect(), item.getBoundingClientRect()];
  const room = Math.min(90, outer.height / 4);
  if (inner.bottom > outer.bottom - room) box.scrollTop += inner.bottom - outer.bottom + room;
  else if (inner.top < outer.top + room) box.scrollTop -= outer.top - inner.top + room;
}

/** Run `change` without moving the items that the viewer sees; if no item is visible, `otherwise` keeps its place. */
export function inPlace(box, otherwise, change) {
  const seen = firstInSight(box) ?? otherwise;
  const before = seen?.getBoundingClientRect().top;
  change();
  if (seen?.isConnected) box.scrollTop += seen.getBoundingClientRect().top - before;
}

function firstInSight(box) {
  const { left, width, top } = box.getBoundingClientRect();
  const item = document.elementFromPoint(left + width / 2, top + 4)?.closest("li");
  if (item?.parentElement !== box) return null;
  return "from" in item.dataset ? (item.nextElementSibling ?? item.previousElementSibling) : item;
}
