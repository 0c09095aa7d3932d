// Marks hits and hides what the filter excludes, in the story and on the strip.

const PLACES = {
  call: "found in the call",
  result: "found in the result",
  error: "found in the error",
  thought: "found in the thought",
  words: "found later in this text",
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

  // A gap stands for its steps: it stays while one of them matches, and shows how many are hits.
  function markGap(gap, { hits, shown }) {
    const [from, to] = [Number(gap.dataset.from), Number(gap.dataset.to)];
    const within = (numbers) => numbers.filter((n) => n >= from && n < to).length;
    const found = within([...hits]);
    gap.classList.toggle("out", shown !== null && !within(shown));
    if (found) gap.dataset.hits = found === 1 ? "1 hit" : `${found} hits`;
    else delete gap.dataset.hits;
  }

  // A turn or idle line stays while a step is shown between it and the next one of its kind.
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
    /** `hits`: a set. `shown`: a list, or null without a filter. `steps`: length of the searched run; a filter hides later steps until the next search. */
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
    // A hit inside a folded thought would not be visible.
    open(n) {
      const moment = story.querySelector(`:scope > [data-n="${n}"] > .moment`);
      if (moment?.dataset.found === PLACES.thought) moment.querySelector("details.thought").open = true;
    },
  };
}
