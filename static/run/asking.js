// Searches a run on the server. Only the answer to the latest search counts.

export class NotFound extends Error {}

/** Return the answer, or null if a later search was started. */
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
      throw new NotFound("The search failed because the server does not answer. Try again in a moment.");
    }
  };
}

async function read(answer) {
  if (!answer.headers.get("Content-Type")?.startsWith("application/json")) {
    throw new NotFound("The search failed because you are signed out or the run was deleted. Reload the page.");
  }
  const said = await answer.json();
  if (!answer.ok) throw new NotFound(said.problem ?? `The search failed with error ${answer.status}. Try again in a moment.`);
  return said;
}
