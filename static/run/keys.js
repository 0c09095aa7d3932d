// The keys of the run page: one table for handlers, badges and the list behind "?".

export function runKeys({ go, playOrPause, slower, faster, copyLink }) {
  return [
    { key: "ArrowLeft", shown: "←", says: "go to the previous step", act: () => go("back") },
    { key: "ArrowRight", shown: "→", says: "go to the next step", act: () => go("on") },
    { key: "ArrowLeft", shift: true, shown: "←", says: "go to the previous offer, answer or error", act: () => go("before") },
    { key: "ArrowRight", shift: true, shown: "→", says: "go to the next offer, answer or error", act: () => go("after") },
    { key: "Home", says: "go to the first step", act: () => go("first") },
    { key: "End", says: "go to the latest step, and follow a live run", act: () => go("last") },
    { key: " ", shown: "Space", says: "play or pause", act: playOrPause },
    { key: "-", says: "play slower", act: slower },
    { key: "+", or: "=", says: "play faster", act: faster },
    { key: "c", says: "copy the link to this step", act: copyLink },
  ];
}

/** Only for runs in which a player wrote private thoughts. */
export function thoughtsKey(thoughts) {
  return { key: "t", says: "show or hide all private thoughts", act: thoughts };
}
