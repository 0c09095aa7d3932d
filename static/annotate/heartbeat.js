/* Renews the leases of the items while somebody uses the page. The leases run out if the page is hidden, or if nobody has touched it for five minutes. */

const IN_USE = 5 * 60 * 1000;

export function heartbeat(seconds, beat) {
  let touched = Date.now();
  for (const kind of ["pointerdown", "pointermove", "keydown", "scroll"]) {
    addEventListener(kind, () => { touched = Date.now(); }, { passive: true });
  }
  setInterval(() => {
    if (document.visibilityState === "visible" && Date.now() - touched < IN_USE) beat().catch(() => {});
  }, Math.max(seconds, 5) * 1000);
}
