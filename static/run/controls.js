// What one may do with the run, how it stands, and how the connection does.

const OVER = ["finished", "stopped", "failed"];

export function controlsIn(root, parts) {
  const find = (selector) => root.querySelector(selector);
  let areOld = false;
  let lastChip = "";
  let asked = 0;

  // What one may do depends on who one is, so that it does not come with the stream.
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

  // The answer to a control may come after the stream has told of what it led to, and would show the state before.
  document.body.addEventListener("htmx:afterRequest", ({ detail }) => detail.successful && renew());

  return {
    // Whether the run is over with it.
    take({ chip, state }) {
      const over = OVER.includes(state);
      // Only when it is news: a screen reader would read it again.
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
