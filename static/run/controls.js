// The controls and the state of the run, and the state of the connection.

const OVER = ["finished", "stopped", "failed", "abandoned"];

export function controlsIn(root, parts) {
  const find = (selector) => root.querySelector(selector);
  let areOld = false;
  let lastChip = "";
  let asked = 0;

  // Controls depend on the viewer's rights, so they can't come with the stream, which is the same for all viewers.
  async function renew() {
    areOld = false;
    const mine = (asked += 1);
    try {
      const { controls, blame } = await parts.controls();
      if (mine !== asked) return;
      const focused = find("#controls").contains(document.activeElement) ? document.activeElement.id : "";
      find("#controls").outerHTML = controls;
      find("#blame").innerHTML = blame;
      for (const place of ["#controls", "#blame"]) window.htmx?.process(find(place));
      if (focused) (document.getElementById(focused) ?? find("#controls")).focus();
    } catch {
      areOld = true;
    }
  }

  // The answer to a control may arrive after newer frames of the stream and show an outdated state, so load the controls again.
  document.body.addEventListener("htmx:afterRequest", ({ detail }) => detail.successful && renew());

  return {
    // Takes a status of the stream; returns true if the run is over.
    take({ chip, state }) {
      const over = OVER.includes(state);
      // Replace the chip only when it changed: otherwise a screen reader would read it again.
      if (chip !== lastChip) find("#controls .chip").outerHTML = lastChip = chip;
      areOld ||= state !== root.dataset.state;
      root.dataset.state = state;
      if (over) find(".pace")?.remove();
      if (areOld) renew();
      return over;
    },
    connection(state, detail) {
      root.dataset.connection = state;
      find("#connection").hidden = state !== "reconnecting";
      find("#refused").hidden = state !== "refused";
      find("#refused [data-why]").textContent = detail;
      find("#refused a").hidden = !/sign in/i.test(detail);
    },
  };
}
