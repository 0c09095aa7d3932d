/* Tells a page for playing that its run has changed: by a websocket, and by regular polls while the socket is down. */

// All times are in milliseconds.
const SHORTEST_WAIT = 500;
const LONGEST_WAIT = 5_000;
// A tab that slept longer than this may hold a dead socket that never reported its end.
const LONG_SLEEP = 30_000;
const LOOK_AT_CLOCK = 5_000;

// The codes with which the server refuses a socket, as in simulator/consumers/closing.py; other closed sockets are opened again.
const REFUSALS = {
  4400: "The server did not understand this page; it may have been updated. Reload the page.",
  4401: "You are signed out or no longer play in this run. Sign in again to go on.",
  4403: "The server does not accept the address of this page. Ask an administrator to add it to PARE_TRUSTED_ORIGINS.",
};

/** followRun(url, {onChange, onState}): calls `onChange(news)` whenever the run may have changed. `news` is {state, yours}, or undefined while only
    polls tell of changes. Calls `onState(state, detail)` with "live", "reconnecting", or "refused" and the reason in words. */
export function followRun(url, { onChange, onState }) {
  let socket = null;
  let timer = null;
  let wait = SHORTEST_WAIT;
  let state = null;
  let hiddenSince = document.hidden ? Date.now() : null;
  let seenClock = Date.now();

  function say(next, detail = "") {
    if (next === state) return;
    state = next;
    onState(next, detail);
  }

  function connect() {
    drop();
    seenClock = Date.now();
    const address = new URL(url, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    socket = new WebSocket(address);
    socket.onmessage = (event) => {
      wait = SHORTEST_WAIT;
      say("live");
      onChange(JSON.parse(event.data));
    };
    socket.onclose = (event) => closed(event.code);
  }

  // Closes the socket before another is opened, so that two never tell the same news.
  function drop() {
    clearTimeout(timer);
    if (!socket) return;
    socket.onmessage = socket.onclose = null;
    socket.close();
    socket = null;
  }

  function closed(code) {
    socket = null;
    if (code in REFUSALS) finish(REFUSALS[code]);
    else again();
  }

  // Waits longer each time, with jitter, so that players do not all reconnect at once after a restart.
  function again() {
    drop();
    say("reconnecting");
    timer = setTimeout(() => {
      // Behind a proxy that lets no websocket through, this poll is all that tells of changes.
      onChange();
      connect();
    }, wait * (0.5 + Math.random() / 2));
    wait = Math.min(2 * wait, LONGEST_WAIT);
  }

  function wake() {
    const slept = hiddenSince === null ? 0 : Date.now() - hiddenSince;
    hiddenSince = document.hidden ? (hiddenSince ?? Date.now()) : null;
    if (!document.hidden && (!socket || slept > LONG_SLEEP)) connect();
  }

  // When the machine slept with the tab visible, no visibility event comes, but the clock jumps.
  function lookAtClock() {
    const slept = Date.now() - seenClock;
    seenClock = Date.now();
    // Timers of hidden tabs fire rarely; `wake` handles those tabs.
    if (!document.hidden && slept > LONG_SLEEP) connect();
  }

  function finish(why = "") {
    drop();
    clearInterval(clock);
    document.removeEventListener("visibilitychange", wake);
    removeEventListener("online", connect);
    if (why) say("refused", why);
  }

  const clock = setInterval(lookAtClock, LOOK_AT_CLOCK);
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", connect);
  connect();
  return { close: () => finish() };
}
