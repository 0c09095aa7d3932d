/* Forms sent by script: `senderTo(address, token)` gives send(what, fields, keepalive), a promise of {status, body}. Choices go as q_<question>. */

export function senderTo(address, token) {
  return async function send(what, fields, keepalive = false) {
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) {
      if (name === "given") for (const [key, chosen] of Object.entries(value)) form.append(`q_${key}`, chosen);
      else for (const one of [value].flat()) form.append(name, one);
    }
    const headers = { Accept: "application/json", "X-CSRFToken": token };
    const response = await fetch(`${address}${what}/`, { method: "POST", body: form, headers, keepalive, redirect: "error" });
    const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
    if (!response.ok && what === "draft") throw new Error(`draft: ${response.status}`);
    return { status: response.status, body: isJson ? await response.json() : undefined };
  };
}
