// The rows of a comparison: one is the current one; the others are found from it, as far as they are on the page.

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
    // The end of the turn before or after the current one: a turn is looked at as a whole when all of it has happened.
    turn(by) {
      const ends = all().filter((row) => "last" in row.dataset && Math.sign(turnOf(row) - turnOf(current)) === by);
      return by > 0 ? ends[0] : ends.at(-1);
    },
    // Folded turns answer for each of them. Without a step it is the end of the turn.
    find: (turn, step) => all().find((row) => (row.dataset.from
        ? turn >= Number(row.dataset.from) && turn <= turnOf(row)
        : turn === turnOf(row) && (step === null ? "last" in row.dataset : step === Number(row.dataset.step)))),
    // Where those begin or end that are not on the page.
    beyond(by) {
      const more = body.querySelector(`[data-more="${by < 0 ? "earlier" : "later"}"]`);
      return more && { turn: Number(more.dataset.turn), step: Number(more.dataset.step) };
    },
  };
}

// Within the table's own box: the page around it stays where its reader has it.
function reveal(box, row) {
  if (!row || box.scrollHeight <= box.clientHeight) return;
  const [outer, inner] = [box.getBoundingClientRect(), row.getBoundingClientRect()];
  const room = Math.min(90, outer.height / 4);
  if (inner.bottom > outer.bottom - room) box.scrollTop += inner.bottom - outer.bottom + room;
  else if (inner.top < outer.top + room) box.scrollTop -= outer.top - inner.top + room;
}
