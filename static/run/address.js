// Keeps the shown step in the page's address. Browsers throttle pages that change their address too often, so changes are spaced out.

// Milliseconds between two changes.
const OFTEN = 400;

/** `n` is a step; null stands for the run itself, at its latest step. The search part of the address is kept. */
export function addressOf(base) {
  let written = -OFTEN;
  let waiting = null;
  let timer = null;

  const to = (n) => (n === null ? base : `${base}${n}/`) + location.search;
  const isNews = (n) => location.pathname + location.search !== to(n);

  function write() {
    if (!waiting) return;
    const { n } = waiting;
    drop();
    if (isNews(n)) history.replaceState({ n }, "", to(n));
    written = performance.now();
  }

  function drop() {
    clearTimeout(timer);
    timer = waiting = null;
  }

  return {
    to,
    read() {
      const found = location.pathname.slice(base.length).match(/^(\d+)\/$/);
      return found ? Number(found[1]) : null;
    },
    // Replaces the previous step in the history.
    replace(n) {
      waiting = { n };
      const since = performance.now() - written;
      if (since >= OFTEN) write();
      else timer ??= setTimeout(write, OFTEN - since);
    },
    // Adds the step to the history.
    push(n) {
      write();
      if (isNews(n)) history.pushState({ n }, "", to(n));
    },
    // Forgets a waiting change, after the browser itself went to another address.
    drop,
  };
}
