// The strip of marks around the current step, as many as fit, each a link to its step.

const SIZES = [
  { name: "l", mark: 30, idle: 48 },
  { name: "m", mark: 22, idle: 38 },
  { name: "s", mark: 16, idle: 12 },
];
// Sizes for a run that does not fit; narrow screens get the larger one, because fingers need more room.
const [PARTLY, PARTLY_NARROW, NARROW] = [SIZES[1], SIZES[0], 600];
const MARGIN = 3;

/** `onMarks` is called when marks were added to the page. */
export function stripIn(list, at, onMarks) {
  const kept = new Map();
  const shown = { from: 0, to: 0 };
  let current = null;
  let size = SIZES[0];
  let isHeld = false;
  register(list);

  // Stores each mark with the idle time before it; returns the numbers of new ones.
  function register(within) {
    const numbers = [];
    for (const mark of within.querySelectorAll("[data-n]")) {
      const n = Number(mark.dataset.n);
      const item = mark.closest("li");
      const before = item.previousElementSibling;
      if (!kept.has(n)) numbers.push(n);
      kept.set(n, { mark, item, idle: before?.classList.contains("idle") ? before : null });
    }
    return numbers;
  }

  const widthOf = ({ idle }) => size.mark + (idle ? size.idle : 0);

  function fits() {
    if (kept.size <= at.last) return false;
    let room = list.clientWidth;
    for (const one of kept.values()) room -= widthOf(one);
    return room >= 0;
  }

  // Picks the largest size at which the whole run fits; returns false if none does.
  function measure() {
    for (size of SIZES) if (fits()) return true;
    size = list.clientWidth < NARROW ? PARTLY_NARROW : PARTLY;
    return false;
  }

  // Returns the first step whose mark no longer fits, when marks are placed from step `n` in one direction.
  function reach(n, direction) {
    let room = list.clientWidth;
    let next = n;
    while (kept.has(next) && (room -= widthOf(kept.get(next))) >= 0) next += direction;
    return next;
  }

  // Moves the shown range as little as possible; a step outside it comes into the middle.
  function around(n) {
    const margin = isHeld ? 0 : MARGIN;
    const middle = n - Math.floor(list.clientWidth / size.mark / 2);
    const wanted = shown.from <= n && n < shown.to ? Math.min(shown.from, n - margin) : middle;
    let [from, last] = [n, n];
    while (from > wanted && kept.has(from - 1)) from -= 1;
    while (last < n + margin && kept.has(last + 1)) last += 1;
    const to = Math.max(reach(from, 1), last + 1);
    // At an end of the run, or of the loaded marks, fill the room on the other side.
    if (to === last + 1 || !kept.has(to)) from = reach(to - 1, -1) + 1;
    return { from, to };
  }

  function isKept(from, to) {
    for (let n = from; n <= to; n += 1) if (!kept.has(n)) return false;
    return true;
  }

  function layOut() {
    if (current === null || !list.clientWidth) return;
    const whole = measure();
    list.dataset.size = size.name;
    list.toggleAttribute("data-whole", whole);
    if (!kept.has(current)) return;
    const wanted = whole ? { from: 0, to: at.last + 1 } : around(current);
    if (wanted.from === shown.from && wanted.to === shown.to) return;
    Object.assign(shown, wanted);
    list.replaceChildren(...numbers().flatMap((n) => [kept.get(n).idle, kept.get(n).item].filter(Boolean)));
    onMarks();
  }

  const numbers = () => Array.from({ length: shown.to - shown.from }, (_, index) => shown.from + index);

  function mark(n, is) {
    const place = kept.get(n);
    place?.item.classList.toggle("at", is);
    if (is) place?.mark.setAttribute("aria-current", "step");
    else place?.mark.removeAttribute("aria-current");
  }

  new ResizeObserver(() => {
    shown.to = shown.from;
    layOut();
  }).observe(list);

  return {
    shown,
    get: (n) => kept.get(n),
    numbers: () => [...kept.keys()],
    isWhole: () => list.hasAttribute("data-whole"),
    isKept,
    // Adds marks as the server renders them; returns the numbers of new ones.
    put(html) {
      const here = document.createElement("template");
      here.innerHTML = html;
      const found = register(here.content);
      layOut();
      return found;
    },
    show(n) {
      if (current === null) for (const [number] of kept) mark(number, false);
      else mark(current, false);
      current = n;
      mark(n, true);
      layOut();
    },
    // During a drag, marks move only when the pointer reaches an end.
    hold(is) {
      isHeld = is;
    },
    // Returns the step at an x position; beyond an end of the strip, the first step that is not shown there.
    stepAt(x) {
      const { left, right } = list.getBoundingClientRect();
      if (x < left) return Math.max(0, shown.from - 1);
      if (x > right) return Math.min(at.last, shown.to);
      return numbers().findLast((n) => kept.get(n).item.getBoundingClientRect().left <= x) ?? shown.from;
    },
  };
}
