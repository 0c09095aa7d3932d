/* Measures how long an item was in view: the time in which the page was visible. */

export function watch() {
  let begun = 0;
  let since = 0;
  let seen = 0;

  function settle() {
    if (since) seen += performance.now() - since;
    since = document.hidden ? 0 : performance.now();
  }

  document.addEventListener("visibilitychange", settle);
  return {
    start() {
      begun = performance.now();
      seen = 0;
      since = document.hidden ? 0 : begun;
    },
    /** Return the milliseconds since the item was shown, visible or not. */
    elapsed: () => performance.now() - begun,
    seconds() {
      settle();
      return Math.round(seen) / 1000;
    },
  };
}
