// Plays frames as they arrive: one by one with their taps, or straight to the newest when far behind.

// Milliseconds to show the ring around a tap: QUICK while several frames are waiting, otherwise NORMAL.
const QUICK = 120;
const NORMAL = 450;
// If more frames than this are waiting, all but the newest are skipped.
const FAR_BEHIND = 4;

export function playerOf({ phone, onShown, stillFollowing }) {
  const waiting = [];
  let playing = false;

  async function play() {
    playing = true;
    while (waiting.length && stillFollowing()) {
      if (waiting.length > FAR_BEHIND) skip();
      const frame = waiting.shift();
      await phone.play(frame, ringTime(waiting.length));
      if (stillFollowing()) onShown(frame);
    }
    waiting.length = 0;
    playing = false;
  }

  // An unchanged phone is sent only once, so the last one sent is the phone of the frames after it.
  function skip() {
    const skipped = waiting.splice(0, waiting.length - 1);
    const last = waiting[0];
    const phone = last.phone ?? skipped.findLast((frame) => frame.phone)?.phone ?? null;
    waiting[0] = { ...last, phone, tapping: null };
  }

  return {
    take(frames) {
      waiting.push(...frames);
      if (!playing) play();
    },
    drop() {
      waiting.length = 0;
    },
  };
}

function ringTime(behind) {
  return behind > 1 ? QUICK : NORMAL;
}
