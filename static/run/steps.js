// What belongs to each step, fetched once: its phone and its detail. Neighbours are fetched ahead.

const MOST_KEPT = 200;

export function stepParts(base) {
  const kept = new Map();

  function load(n) {
    if (!kept.has(n)) {
      const wanted = fetch(`${base}${n}/parts/`, { headers: { Accept: "application/json" } }).then((answer) => {
        if (!answer.ok) throw new Error(`step ${n}: ${answer.status}`);
        return answer.json();
      });
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
    // As it is now on the server, for what may change: who may do what with the run.
    fresh(n) {
      kept.delete(n);
      return load(n);
    },
  };
}
