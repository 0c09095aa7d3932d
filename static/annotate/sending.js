/* Sends forms by script: `senderTo(address, token)` returns send(what, fields, keepalive), a promise of {status, body}. Choices are sent as q_<question>. */

const SIGNED_OUT = 403;

export function senderTo(address, token) {
  return async function send(what, fields, keepalive = false) {
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) {
      if (name === "given") for (const [key, chosen] of Object.entries(value)) form.append(`q_${key}`, chosen);
      else for (const one of [value].flat()) form.append(name, one);
    }
    const headers = { Accept: "application/json", "X-CSRFToken": token };
    const response = await fetch(`${address}${what}/`, { method: "POST", body: form, headers, keepalive, redirect: "manual" });
    // The only redirect is the one to the sign-in page.
    const status = response.type === "opaqueredirect" ? SIGNED_OUT : response.status;
    const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
    if (!response.ok && what === "draft") throw new Error(`draft: ${status}`);
    return { status, body: isJson ? await response.json() : undefined };
  };
}
