// Fetches the parts of a run from the server. Steps are cached, and steps around the shown step are fetched ahead.

const MOST_KEPT = 400;
// Steps per request: few, so that other requests do not wait long behind this one.
const CHUNK = 5;
const [BEHIND, AHEAD] = [20, 30];
// Milliseconds to wait after a far jump, because people often jump again.
const SETTLED = 150;

/** The server answered, but not with a step: the viewer is signed out, or the run was deleted. */
export class NotAStep extends Error {}

async function read(answer) {
  if (answer.status >= 500) throw new Error(`error ${answer.status}`);
  const json = answer.headers.get("Content-Type")?.startsWith("application/json");
  if (!answer.ok || !json) throw new NotAStep(answer.url);
  return answer.json();
}

export function stepParts(base) {
  const kept = new Map();
  const coming = new Map();
  let around = null;
  let fetching = null;
  let timer = null;

  async function ask(path, options) {
    return read(await fetch(base + path, { headers: { Accept: "application/json" }, ...options }));
  }

  function keep(step) {
    kept.delete(step.n);
    kept.set(step.n, step);
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
    return step;
  }

  function load(n) {
    if (kept.has(n)) return Promise.resolve(kept.get(n));
    if (!coming.has(n)) coming.set(n, ask(`${n}/parts/`).then(keep).finally(() => coming.delete(n)));
    return coming.get(n);
  }

  // A step without a phone looks like the previous one.
  async function slice(from, count, signal) {
    const { steps } = await ask(`slice/?from=${from}&count=${count}`, { signal, priority: "low" });
    let phone = null;
    for (const step of steps) keep({ ...step, phone: (phone = step.phone ?? phone) });
  }

  // Returns the nearest steps that are not cached yet, as {from, count}; undefined if all are cached.
  function nextChunk() {
    const { n, last } = around;
    const starts = [];
    for (let start = CHUNK * Math.floor(Math.max(0, n - BEHIND) / CHUNK); start <= Math.min(last, n + AHEAD); start += CHUNK) {
      const numbers = Array.from({ length: Math.min(CHUNK, last + 1 - start) }, (_, index) => start + index);
      const missing = numbers.filter((number) => !kept.has(number));
      if (missing.length) starts.push({ from: missing[0], count: missing.at(-1) + 1 - missing[0] });
    }
    const distance = ({ from, count }) => (from > n ? from - n : Math.max(0, n - from - count + 1));
    return starts.sort((one, other) => distance(one) - distance(other))[0];
  }

  async function fetchAhead() {
    for (let chunk = nextChunk(); chunk; chunk = nextChunk()) {
      fetching = { ends: new AbortController() };
      try {
        await slice(chunk.from, chunk.count, fetching.ends.signal);
      } catch {
        // Going to the step loads it again and reports the error.
        break;
      }
    }
    fetching = null;
  }

  function begin() {
    timer = null;
    if (!fetching) fetchAhead();
  }

  return {
    // Returns a cached step; undefined if the step is not cached.
    have: (n) => kept.get(n),
    load,
    slice,
    ahead(n, last) {
      const isFar = around !== null && Math.abs(n - around.n) > AHEAD;
      around = { n, last };
      if (!isFar && timer === null) begin();
      if (!isFar) return;
      fetching?.ends.abort();
      clearTimeout(timer);
      timer = setTimeout(begin, SETTLED);
    },
    story: (from, to, signal) => ask(`story/?from=${from}&to=${to}`, { signal }),
    // Fetches the current controls and blame, as the server renders them for this viewer.
    controls: () => ask("controls/"),
    async exchange(address) {
      const answer = await fetch(address, { headers: { "HX-Request": "true", Accept: "text/html" } });
      if (!answer.ok || answer.headers.has("HX-Redirect")) throw new NotAStep(answer.url);
      return answer.text();
    },
  };
}
