// Plays the steps one by one. Simulated time sets the pace, but long idle times are cut short.

const SPEEDS = [0.5, 1, 2, 4, 8];
const KEPT_AS = "pare.speed";
// Milliseconds at speed 1: STEP per step plus SECOND per simulated second before the step, up to MOST_SECONDS; only IDLE for a long idle time.
const [STEP, SECOND, MOST_SECONDS, IDLE] = [800, 40, 15, 1800];
// Share of a step during which its tap is shown.
const RING = 0.45;

/** `onLive` is called to follow a live run once all its stored steps are played. */
export function playingIn({ root, at, parts, story, goTo, onLive }) {
  const find = (selector) => root.querySelector(selector);
  const note = find("#passing");
  let speed = kept();
  let turn = 0;

  const isPlaying = () => "playing" in root.dataset;

  function show(is) {
    root.toggleAttribute("data-playing", is);
    note.hidden = true;
  }

  function stop() {
    turn += 1;
    if (isPlaying()) show(false);
  }

  function start() {
    if (at.last < 0) return;
    if (at.next === undefined && !at.over) return onLive();
    const isAtEnd = at.next === undefined;
    if (isAtEnd) goTo(at.shown?.[0] ?? 0);
    show(true);
    play(isAtEnd ? "replace" : "push");
  }

  // Only the step where playing started goes into the history.
  async function play(first) {
    const mine = (turn += 1);
    for (let keep = first; at.next !== undefined; keep = "replace") {
      const { next } = at;
      const { seconds, idle } = story.between(at.step, next);
      note.textContent = idle;
      note.hidden = !idle;
      const [found] = await Promise.all([
        parts.load(next).catch(() => null),
        played(idle ? IDLE : STEP + SECOND * Math.min(seconds, MOST_SECONDS), () => mine === turn),
      ]);
      if (mine !== turn) return;
      note.hidden = true;
      goTo(next, { keep, tap: (STEP * RING) / speed });
      if (!found) return stop();
    }
    stop();
    if (!at.over) onLive();
  }

  // Waits on the player's own clock. Animation frames let it react to a new speed at once and stop in a hidden tab.
  function played(wanted, isWanted) {
    return new Promise((done) => {
      let [passed, before] = [0, performance.now()];
      requestAnimationFrame(function tick(now) {
        passed += Math.max(0, now - before) * speed;
        before = now;
        if (passed >= wanted || !isWanted()) done();
        else requestAnimationFrame(tick);
      });
    });
  }

  function showSpeed() {
    find(`[name=speed][value="${speed}"]`).checked = true;
    find("[data-speed]").textContent = `${speed}×`;
  }

  function setSpeed(wanted) {
    speed = wanted;
    showSpeed();
    try {
      localStorage.setItem(KEPT_AS, speed);
    } catch {
      // Storage may be blocked; the speed then lasts until the page is closed.
    }
  }

  function kept() {
    try {
      const found = Number(localStorage.getItem(KEPT_AS));
      return SPEEDS.includes(found) ? found : 1;
    } catch {
      return 1;
    }
  }

  function change(by, around = false) {
    const index = SPEEDS.indexOf(speed) + by;
    setSpeed(SPEEDS[around ? index % SPEEDS.length : Math.max(0, Math.min(SPEEDS.length - 1, index))]);
  }

  showSpeed();
  for (const hidden of root.querySelectorAll("[data-plays]")) hidden.hidden = false;
  root.addEventListener("change", (event) => {
    if (event.target.name !== "speed") return;
    setSpeed(Number(event.target.value));
    // Release the focus after a mouse click, so that the arrow keys still step through the run.
    if (!event.target.matches(":focus-visible")) event.target.blur();
  });
  find("[data-next-speed]").addEventListener("click", () => change(1, true));

  return { start, stop, isPlaying, faster: () => change(1), slower: () => change(-1) };
}
