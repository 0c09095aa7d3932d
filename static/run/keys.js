// The keys of the run page: one table for the handlers, the badges and the list behind "?".

export function runKeys({ go, copyLink }) {
  return [
    { key: "ArrowLeft", shown: "←", says: "step back", act: () => go("back") },
    { key: "ArrowRight", shown: "→", says: "step on", act: () => go("on") },
    { key: "Home", says: "first step", act: () => go("first") },
    { key: "End", says: "latest step; follow a live run", act: () => go("last") },
    { key: "c", says: "copy the link to this step", act: copyLink },
  ];
}

/** Of a run in which somebody thinks aloud; others have nothing to open. */
export function thoughtsKey(thoughts) {
  return { key: "t", says: "open or fold all private thoughts", act: thoughts };
}
