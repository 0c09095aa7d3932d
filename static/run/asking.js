// Asks the server what is found in a run. Only the answer to the latest question counts.

export class NotFound extends Error {}

/** Gives the answer, or null if another question came after it. */
export function askerOf(url) {
  let latest = 0;

  return async function ask(search) {
    const mine = (latest += 1);
    try {
      const found = await read(await fetch(url + search, { headers: { Accept: "application/json" } }));
      return mine === latest ? found : null;
    } catch (problem) {
      if (mine !== latest) return null;
      if (problem instanceof NotFound) throw problem;
      throw new NotFound("Nothing could be looked up: the server does not answer. Try again in a moment.");
    }
  };
}

async function read(answer) {
  if (!answer.headers.get("Content-Type")?.startsWith("application/json")) {
    throw new NotFound("Nothing could be looked up: you are signed out, or the run is no longer there. Reload the page.");
  }
  const said = await answer.json();
  if (!answer.ok) throw new NotFound(said.problem ?? `Nothing could be looked up (error ${answer.status}).`);
  return said;
}
