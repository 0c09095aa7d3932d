/* Drafts: choices and reasons that are not sent as answers yet. They are stored in the browser at once, and on the
   server a moment later or when the person leaves the page. */

import { read, write } from "./outbox.js";

const SOON = 800;

export function draftsIn(name, post, said) {
  let waiting = null;
  let timer = 0;
  const nameOf = (code) => `${name}:draft:${code}`;

  function send(keepalive = false) {
    clearTimeout(timer);
    if (!waiting) return;
    const sent = waiting;
    waiting = null;
    post(sent, keepalive).then(
      () => said(`Draft saved on this computer and on the server, ${clock()}.`),
      () => said(`Draft saved on this computer, ${clock()}.`),
    );
  }

  addEventListener("pagehide", () => send(true));
  document.addEventListener("visibilitychange", () => { if (document.hidden) send(true); });

  return {
    keep(code, draft) {
      write(nameOf(code), draft);
      waiting = { code, ...draft };
      clearTimeout(timer);
      timer = setTimeout(send, SOON);
    },
    /** Return the draft in the browser, or else the server's (`known`), which is never newer. */
    of: (code, known) => read(nameOf(code), null) ?? known ?? {},
    /** Turn a refused answer into a draft again. */
    restore: (code, { given, reason }) => write(nameOf(code), { given, reason }),
    drop(code) {
      write(nameOf(code), null);
      if (waiting?.code === code) waiting = null;
    },
  };
}

const clock = () => new Date().toLocaleTimeString([], { hour12: false });
