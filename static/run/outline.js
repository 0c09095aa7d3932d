// The outline of a run in step numbers: starts of turns, and offers, answers and errors.

const DECIDING = ["proposal", "accept", "reject", "error"];
const TONES = ["bad", "user", "assistant", "world"];

/** `given`: {keys: [[n, shape, tone], ...], turns: [n, ...]} for a run longer than its strip, otherwise null. */
export function outlineOf(given, at) {
  const keys = given?.keys ?? [];
  const turns = given?.turns ?? [];
  const isShown = (n) => at.shown === null || at.shown.includes(n);
  const deciding = () => keys.filter(([n, shape, tone]) => (tone === "bad" || DECIDING.includes(shape)) && isShown(n)).map(([n]) => n);

  return {
    keys,
    turns,
    // Steps that the search found.
    hits: [],
    // Reads turn, shape and tone of a step from its mark on the strip.
    add(n, { mark, item }) {
      if (item.classList.contains("turn") && !turns.includes(n)) turns.push(n);
      if (mark.classList.contains("small") || keys.some(([number]) => number === n)) return;
      // A run in a file holds its icons itself, with the name of their sheet as a prefix.
      const shape = mark.querySelector("use").getAttribute("href").split("#")[1].replace(/^site-/, "");
      keys.push([n, shape, TONES.find((tone) => mark.classList.contains(tone))]);
    },
    // Return the step of the next or previous offer, answer or error; undefined if there is none.
    decidingAfter: (n) => deciding().find((number) => number > n),
    decidingBefore: (n) => deciding().findLast((number) => number < n),
  };
}
