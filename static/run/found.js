// Marks what is found and puts away what the filter hides: in the story, on the strip, and what stands between moments.

const PLACES = {
  call: "found in the call",
  result: "found in the result",
  error: "found in the error",
  thought: "found in the thought",
  words: "found further on in these words",
  reply: "found in the model's reply",
};

export function foundIn(root) {
  const story = root.querySelector("#story");
  const marks = root.querySelector("#marks");

  function mark(place, n, { hits, isShown }) {
    place.classList.toggle("hit", hits.has(n));
    place.classList.toggle("out", !isShown(n));
  }

  function say(moment, where) {
    if (where) moment.dataset.found = PLACES[where];
    else delete moment.dataset.found;
  }

  // A gap stands for the steps in it: it stays as long as one of them is shown, and tells how many are hits.
  function markGap(gap, { hits, shown }) {
    const [from, to] = [Number(gap.dataset.from), Number(gap.dataset.to)];
    const within = (numbers) => numbers.filter((n) => n >= from && n < to).length;
    const found = within([...hits]);
    gap.classList.toggle("out", shown !== null && !within(shown));
    if (found) gap.dataset.hits = found === 1 ? "1 hit" : `${found} hits`;
    else delete gap.dataset.hits;
  }

  // Turns and pauses stay as long as something is shown between them and the next of their kind.
  function markBreaks() {
    const followed = { turn: false, idle: false };
    for (const item of [...story.children].reverse()) {
      const kind = Object.keys(followed).find((name) => item.classList.contains(name));
      if (kind && !item.dataset.n) {
        item.classList.toggle("out", !followed[kind]);
        followed[kind] = false;
      } else if (!item.classList.contains("out") || item.hasAttribute("aria-current")) {
        followed.turn = followed.idle = true;
      }
    }
  }

  return {
    /** `hits` a set, `shown` a list or null for all, of a run with so many `steps`; what came later is shown when it is known. */
    show({ hits, shown, places, steps }) {
      const visible = shown && new Set(shown);
      const found = { hits, shown, isShown: (n) => visible === null || (n < steps && visible.has(n)) };
      for (const item of story.querySelectorAll(":scope > [data-n]")) {
        mark(item, Number(item.dataset.n), found);
        say(item.querySelector(".moment"), places[item.dataset.n]);
      }
      for (const sign of marks.querySelectorAll("[data-n]")) mark(sign, Number(sign.dataset.n), found);
      for (const gap of root.querySelectorAll(":is(#story, #marks) > .gap")) markGap(gap, found);
      markBreaks();
    },
    markBreaks,
    // What is folded away would look like no hit at all.
    open(n) {
      const moment = story.querySelector(`:scope > [data-n="${n}"] > .moment`);
      if (moment?.dataset.found === PLACES.thought) moment.querySelector("details.thought").open = true;
    },
  };
}
