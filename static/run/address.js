// The address follows the shown step, yet never so often that the browser takes it for a page gone wild.

const OFTEN = 400;

/** `n` is a step; null stands for the run itself, at its latest step. What the address asks beside that stays. */
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
    // In place of the step before.
    replace(n) {
      waiting = { n };
      const since = performance.now() - written;
      if (since >= OFTEN) write();
      else timer ??= setTimeout(write, OFTEN - since);
    },
    // As a place to come back to.
    push(n) {
      write();
      if (isNews(n)) history.pushState({ n }, "", to(n));
    },
    // The browser has gone elsewhere by itself.
    drop,
  };
}
