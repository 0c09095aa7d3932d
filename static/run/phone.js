// The phone beside the story: rings what is tapped, then shows what came of it. Whatever is newer wins.

/** How long a tap is ringed, in milliseconds. */
export const RING = 450;
const BODY = ".ph-body";

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

  // A phone that is not given looks as the last one did.
  function settle(phone) {
    settled = phone ?? settled;
    show(settled);
  }

  return {
    // With a tap, first for a short time the control that was tapped. Settles when the phone after it is shown.
    async play({ phone, tapping }, ring = RING) {
      const mine = ++turn;
      if (tapping && ring > 0) {
        show(tapping);
        await new Promise((done) => setTimeout(done, ring));
        if (mine !== turn) return;
      }
      settle(phone);
    },
    now(phone) {
      turn += 1;
      settle(phone);
    },
  };
}

// Within the phone only: the page around it stays where its reader has it.
function bringIntoView(body, ringed) {
  if (!ringed || !body?.contains(ringed)) return;
  const [outer, inner] = [body.getBoundingClientRect(), ringed.getBoundingClientRect()];
  if (inner.bottom > outer.bottom) body.scrollTop += inner.bottom - outer.bottom + 12;
  else if (inner.top < outer.top) body.scrollTop -= outer.top - inner.top + 12;
}

function sameScreen(one, other) {
  return one?.dataset.app === other.dataset.app && one?.dataset.screen === other.dataset.screen;
}
