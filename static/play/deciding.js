/* Requests of the pages for playing: the part of the page that changes, and the person's decisions. */

const NOT_SENT = "The server does not answer, so nothing was done. Check your connection, then try again.";
const SIGNED_OUT = "You are signed out, so nothing was done. Sign in again, then open this page.";
const FAILED = "The server failed, so nothing was done. Reload the page and try again.";

/** requestsOf(address): `address` is the page's own, such as /play/7/.
    `now()` resolves to {html}, {over: true}, {problem} if the part can't be read, or null if a later call has been made meanwhile.
    `act(number, action, args, seconds)` resolves to {status, message, fields}. `args` maps names of arguments to texts, or to lists of texts;
    status 202: taken; 422: `fields` has a message per argument; 409: the run did not wait for this; 0: not sent. */
export function requestsOf(address) {
  let asked = 0;

  async function now() {
    const mine = ++asked;
    const found = await read(`${address}now/`);
    return mine === asked ? found : null;
  }

  async function act(number, action, args, seconds) {
    const form = new URLSearchParams({ number, action, seconds: seconds.toFixed(3) });
    for (const [name, value] of Object.entries(args)) for (const one of [value].flat()) form.append(`arg.${name}`, one);
    // The same token that htmx sends; see base.html.
    const headers = { Accept: "application/json", ...JSON.parse(document.body.getAttribute("hx-headers")) };
    try {
      const answer = await fetch(`${address}act/`, { method: "POST", body: form, headers, redirect: "manual" });
      if (answer.type === "opaqueredirect" || answer.status === 403) return refusal(0, SIGNED_OUT);
      if (!isJson(answer)) return refusal(0, FAILED);
      return { message: "", fields: {}, ...(await answer.json()), status: answer.status };
    } catch {
      return refusal(0, NOT_SENT);
    }
  }

  return { now, act };
}

/** stopwatch(): measures the time of a decision. `restart()` when the screen is shown; `seconds()` since then. */
export function stopwatch() {
  let since = performance.now();
  return {
    restart: () => { since = performance.now(); },
    seconds: () => (performance.now() - since) / 1000,
  };
}

async function read(address) {
  try {
    const answer = await fetch(address, { redirect: "manual", cache: "no-store" });
    if (answer.type === "opaqueredirect" || answer.status === 403) return { problem: SIGNED_OUT };
    if (isJson(answer)) return await answer.json();
    return answer.ok ? { html: await answer.text() } : { problem: FAILED };
  } catch {
    return { problem: NOT_SENT };
  }
}

const refusal = (status, message) => ({ status, message, fields: {} });
const isJson = (answer) => answer.headers.get("Content-Type")?.startsWith("application/json");
