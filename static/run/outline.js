// What a run is like as a whole, in numbers of steps: where turns begin and where what decides it lies.

const DECIDING = ["proposal", "accept", "reject", "error"];
const TONES = ["bad", "user", "assistant", "world"];

/** `given` is what the page knows of a run that is longer than its strip, else nothing: {keys: [[n, shape, tone], ...], turns: [n, ...]}. */
export function outlineOf(given, at) {
  const keys = given?.keys ?? [];
  const turns = given?.turns ?? [];
  const isShown = (n) => at.shown === null || at.shown.includes(n);
  const deciding = () => keys.filter(([n, shape, tone]) => (tone === "bad" || DECIDING.includes(shape)) && isShown(n)).map(([n]) => n);

  return {
    keys,
    turns,
    // What a search has found.
    hits: [],
    // A moment's place on the strip says all of it.
    add(n, { mark, item }) {
      if (item.classList.contains("turn") && !turns.includes(n)) turns.push(n);
      if (mark.classList.contains("small") || keys.some(([number]) => number === n)) return;
      // A run in a file holds its signs itself, under the name of their sheet.
      const shape = mark.querySelector("use").getAttribute("href").split("#")[1].replace(/^site-/, "");
      keys.push([n, shape, TONES.find((tone) => mark.classList.contains(tone))]);
    },
    // The next or previous offer, decision or error; undefined if there is none.
    decidingAfter: (n) => deciding().find((number) => number > n),
    decidingBefore: (n) => deciding().findLast((number) => number < n),
  };
}
