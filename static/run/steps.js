// What belongs to each step, fetched once: its phone and its detail. Neighbours are fetched ahead.

const MOST_KEPT = 200;

/** The server answered, but not with a step: one is signed out, or the run is no longer there. */
export class NotAStep extends Error {}

async function read(answer) {
  if (answer.status >= 500) throw new Error(`error ${answer.status}`);
  const json = answer.headers.get("Content-Type")?.startsWith("application/json");
  if (!answer.ok || !json) throw new NotAStep(answer.url);
  return answer.json();
}

export function stepParts(base) {
  const kept = new Map();

  function load(n) {
    if (!kept.has(n)) {
      const wanted = fetch(`${base}${n}/parts/`, { headers: { Accept: "application/json" } }).then(read);
      wanted.catch(() => kept.delete(n));
      kept.set(n, wanted);
      if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
    }
    return kept.get(n);
  }

  return {
    load,
    ahead(numbers) {
      for (const n of numbers) load(n).catch(() => {});
    },
    // As they are now on the server: what one may do with the run, and who is to blame for it.
    controls: async () => read(await fetch(`${base}controls/`, { headers: { Accept: "application/json" } })),
  };
}
