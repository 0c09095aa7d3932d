// Follows a run over a websocket: delivers every frame once and in order, also when the connection breaks.

// All times are in milliseconds.
const SHORTEST_WAIT = 500;
const LONGEST_WAIT = 15_000;
// A tab that slept longer than this may hold a dead socket that never reported its end.
const LONG_SLEEP = 30_000;
const LOOK_AT_CLOCK = 5_000;

const OVER = 1000;
const REFUSALS = {
  4400: "The server did not understand this page; it may have been updated. Reload the page.",
  4401: "You are signed out or are no longer allowed to see this run. Sign in again to continue watching.",
  4403: "The server does not accept the address of this page. Ask an administrator to add it to PARE_TRUSTED_ORIGINS.",
  4404: "This run no longer exists.",
};

export function follow({ url, after = -1, onBatch, onState }) {
  let last = after;
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
    address.searchParams.set("after", last);
    socket = new WebSocket(address);
    socket.onmessage = (event) => take(JSON.parse(event.data));
    socket.onclose = (event) => closed(event.code);
  }

  // Closes the socket before another is opened, so that two never deliver frames.
  function drop() {
    clearTimeout(timer);
    if (!socket) return;
    socket.onmessage = socket.onclose = null;
    socket.close();
    socket = null;
  }

  function take(batch) {
    const frames = batch.frames.filter((frame) => frame.n > last);
    if (frames.some((frame, index) => frame.n !== last + 1 + index)) return again();
    last += frames.length;
    wait = SHORTEST_WAIT;
    say("live");
    onBatch({ ...batch, frames });
  }

  function closed(code) {
    socket = null;
    if (code === OVER) finish("ended");
    else if (code in REFUSALS) finish("refused", REFUSALS[code]);
    else again();
  }

  // Waits longer each time, with jitter, so that viewers do not all reconnect at once after a restart.
  function again() {
    drop();
    say("reconnecting");
    timer = setTimeout(connect, wait * (0.5 + Math.random() / 2));
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

  function finish(next, detail) {
    drop();
    clearInterval(clock);
    document.removeEventListener("visibilitychange", wake);
    removeEventListener("online", connect);
    if (next) say(next, detail);
  }

  const clock = setInterval(lookAtClock, LOOK_AT_CLOCK);
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", connect);
  connect();

  return {
    close: () => finish(),
    get last() {
      return last;
    },
  };
}
