// The place in a run: the current step and its neighbours.

export function placeIn(root) {
  return {
    step: Number(root.dataset.at),
    last: Number(root.dataset.last),
    // The latest step when the viewer stopped following; later steps count as new.
    left: Number(root.dataset.last),
    over: "over" in root.dataset,
    following: "following" in root.dataset,
    // Steps that match the filter; null without a filter.
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
