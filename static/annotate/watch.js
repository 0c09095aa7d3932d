/* How long an item was looked at: the time in which the page was in front. */

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
    /** Milliseconds on the clock since it was shown. */
    elapsed: () => performance.now() - begun,
    seconds() {
      settle();
      return Math.round(seen) / 1000;
    },
  };
}
