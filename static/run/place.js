// Where one is in a run, and which steps lie beside it.

export function placeIn(root) {
  return {
    step: Number(root.dataset.at),
    last: Number(root.dataset.last),
    // The latest step there was when one left off following: what came later is new.
    left: Number(root.dataset.last),
    over: "over" in root.dataset,
    following: "following" in root.dataset,
    // Those that a filter leaves; null if there is none.
    shown: null,

    get next() {
      if (this.shown) return this.shown.find((n) => n > this.step);
      return this.step < this.last ? this.step + 1 : undefined;
    },
    get previous() {
      if (this.shown) return this.shown.findLast((n) => n < this.step);
      return this.step > 0 ? this.step - 1 : undefined;
    },
  };
}
