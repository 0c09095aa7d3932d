// The rows of a comparison. One row is current; other rows on the page are found relative to it.

export function rowsIn(box, body) {
  let current = body.querySelector("[aria-current=step]");

  const all = () => [...body.querySelectorAll("tr[data-turn]")];
  const turnOf = (row) => Number(row.dataset.turn);

  function mark(row) {
    current?.removeAttribute("aria-current");
    current = row;
    current?.setAttribute("aria-current", "step");
    reveal(box, current);
  }

  return {
    get current() { return current; },
    mark,
    fill(html) {
      body.innerHTML = html;
      current = null;
      mark(body.querySelector("[aria-current=step]"));
    },
    beside: (by) => all()[all().indexOf(current) + by],
    // Returns the last row of the previous or next turn, so that both phones show the phone at the end of that turn.
    turn(by) {
      const ends = all().filter((row) => "last" in row.dataset && Math.sign(turnOf(row) - turnOf(current)) === by);
      return by > 0 ? ends[0] : ends.at(-1);
    },
    // Returns the row of a turn and step; without `step` (null), the last row of the turn. A folded row stands for all its turns.
    find: (turn, step) => all().find((row) => (row.dataset.from
        ? turn >= Number(row.dataset.from) && turn <= turnOf(row)
        : turn === turnOf(row) && (step === null ? "last" in row.dataset : step === Number(row.dataset.step)))),
    // Returns the nearest turn and step that are not on the page yet; null if all earlier or later rows are loaded.
    beyond(by) {
      const more = body.querySelector(`[data-more="${by < 0 ? "earlier" : "later"}"]`);
      return more && { turn: Number(more.dataset.turn), step: Number(more.dataset.step) };
    },
  };
}

// Scrolls only the table's own box, so that the page does not jump while somebody reads it.
function reveal(box, row) {
  if (!row || box.scrollHeight <= box.clientHeight) return;
  const [outer, inner] = [box.getBoundingClientRect(), row.getBoundingClientRect()];
  const room = Math.min(90, outer.height / 4);
  if (inner.bottom > outer.bottom - room) box.scrollTop += inner.bottom - outer.bottom + room;
  else if (inner.top < outer.top + room) box.scrollTop -= outer.top - inner.top + room;
}
