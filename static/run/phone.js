// The phone beside the story: rings the tapped control, then shows the result. A newer step always wins.

/** Shows the result of a tap at once, with the ringed control fading out over it. Used when people step by hand. */
export const OVER = "over";
const BODY = ".ph-body";
// Milliseconds: a ring before the screen changes, and one that fades over the new screen.
const [BEFORE, FADING] = [450, 700];
// Room for the ring around the control.
const AROUND = "9px";
const FADES = [{ opacity: 1 }, { opacity: 1, offset: 0.5 }, { opacity: 0 }];

export function phoneIn(place) {
  let turn = 0;
  let settled = place.innerHTML;
  let shown = settled;

  function show(html) {
    if (html === shown) return;
    const before = place.querySelector("[data-phone]");
    const kept = place.querySelector(BODY)?.scrollTop ?? 0;
    place.innerHTML = html;
    shown = html;
    const now = place.querySelector("[data-phone]");
    const body = place.querySelector(BODY);
    if (body && now && kept && sameScreen(before, now)) body.scrollTop = kept;
    bringIntoView(body, place.querySelector("[data-tapped]"));
  }

  // A step without a phone of its own looks like the previous one.
  function settle(phone) {
    settled = phone ?? settled;
    show(settled);
  }

  function settleUnderTap({ phone, tapping }) {
    turn += 1;
    show(tapping);
    const tapped = tappedIn(place);
    settle(phone);
    if (tapped) fadeOut(place, tapped);
  }

  // Rings the tapped control for a short time, then resolves when the next screen is shown.
  async function play({ phone, tapping }, ring = BEFORE) {
    const mine = ++turn;
    if (tapping && ring > 0) {
      show(tapping);
      await new Promise((done) => setTimeout(done, ring));
      if (mine !== turn) return;
    }
    settle(phone);
  }

  function now(phone) {
    turn += 1;
    settle(phone);
  }

  return {
    play,
    now,
    // `tap`: OVER shows the tap over the new screen; a number shows it for so many milliseconds before; 0 shows no tap.
    step(found, tap) {
      if (!tap || !found.tapping) now(found.phone);
      else if (tap === OVER) settleUnderTap(found);
      else play(found, tap);
    },
  };
}

// Returns the tapped screen, its scroll position, and the margins to cut off around the control and its ring; null without a tap.
function tappedIn(place) {
  const tapped = place.querySelector("[data-tapped]");
  if (!tapped) return null;
  const [outer, inner] = [place.getBoundingClientRect(), tapped.getBoundingClientRect()];
  const share = (length, whole) => `${(100 * length) / whole}%`;
  const cut = [
    share(inner.top - outer.top, outer.height),
    share(outer.right - inner.right, outer.width),
    share(outer.bottom - inner.bottom, outer.height),
    share(inner.left - outer.left, outer.width),
  ].map((side) => `max(0px, ${side} - ${AROUND})`);
  return { screen: place.querySelector("[data-phone]"), scrolled: place.querySelector(BODY)?.scrollTop ?? 0, cut };
}

function fadeOut(place, { screen, scrolled, cut }) {
  const ghost = document.createElement("div");
  ghost.className = "tapped";
  ghost.inert = true;
  ghost.style.clipPath = `inset(${cut.join(" ")} round 24px)`;
  screen.removeAttribute("data-phone");
  ghost.append(screen);
  place.append(ghost);
  const body = ghost.querySelector(BODY);
  if (body) body.scrollTop = scrolled;
  ghost.animate(FADES, FADING).finished.then(() => ghost.remove(), () => {});
}

// Scrolls only the phone, so that the page does not jump while somebody reads it.
function bringIntoView(body, ringed) {
  if (!ringed || !body?.contains(ringed)) return;
  const [outer, inner] = [body.getBoundingClientRect(), ringed.getBoundingClientRect()];
  if (inner.bottom > outer.bottom) body.scrollTop += inner.bottom - outer.bottom + 12;
  else if (inner.top < outer.top) body.scrollTop -= outer.top - inner.top + 12;
}

function sameScreen(one, other) {
  return one?.dataset.app === other.dataset.app && one?.dataset.screen === other.dataset.screen;
}
