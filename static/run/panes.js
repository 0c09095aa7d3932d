// The parts of the page, beside strip and story, that change with the step: the phone, the detail, the numbers.

import { showExchange } from "./exchange.js";
import { phoneIn } from "./phone.js";

export function panesIn(root, at, parts, address) {
  const find = (selector) => root.querySelector(selector);
  const phone = phoneIn(find("#phone"));
  const detail = find("#detail");

  function link(name, n) {
    const button = find(`[data-go="${name}"]`);
    if (n === undefined) button.removeAttribute("href");
    else button.href = address.to(n);
  }

  function head(found) {
    if (!found) return;
    find("#head").hidden = false;
    find("[data-turn]").textContent = found.turn;
    find("[data-turn-limit]").textContent = found.turn_limit;
    find("[data-simulated]").textContent = found.simulated;
  }

  // Keeps the tab that was open.
  function fillDetail(html, n) {
    const { tab } = detail.dataset;
    detail.innerHTML = html;
    detail.toggleAttribute("data-stale", n !== at.step);
    if (tab) detail.querySelector(`#${tab}`)?.click();
    readyDetail();
  }

  function readyDetail() {
    for (const button of root.querySelectorAll("[data-copy-link]")) button.hidden = false;
  }

  detail.addEventListener("change", (event) => {
    if (event.target.name !== "tab") return;
    detail.dataset.tab = event.target.id;
    showExchange(detail, parts);
  });
  // Release the focus after a mouse click on a tab, even the open one, so that the arrow keys still step through the run.
  detail.addEventListener("focusin", ({ target }) => {
    if (target.name === "tab" && !target.matches(":focus-visible")) target.blur();
  });
  readyDetail();

  return {
    phone,
    head,
    detail: fillDetail,
    // Shows a step. `tap`: how the phone shows the tap that led to it; 0 unless the previous step was shown before.
    show(found, tap) {
      // The phone comes first: it reads its scroll position, which would force a slow layout after other parts have changed.
      find("#phone").removeAttribute("data-stale");
      phone.step(found, tap);
      head(found.head);
      fillDetail(found.detail, found.n);
    },
    stale(...places) {
      for (const place of places) find(place).setAttribute("data-stale", "");
    },
    isStale: () => find("#phone").hasAttribute("data-stale"),
    numbers() {
      const { step, last } = at;
      find("[data-step-now]").textContent = step < 0 ? "–" : step;
      find("[data-step-last]").textContent = last < 0 ? "–" : last;
      document.title = document.title.replace(/^Run \d+(, step \d+)?/, `Run ${root.dataset.pk}${step < 0 ? "" : `, step ${step}`}`);
      link("back", at.previous);
      link("on", at.next);
      const fresh = last - at.left;
      root.toggleAttribute("data-following", at.following && !at.over);
      find("#follow").hidden = at.over || at.following;
      find("[data-new]").textContent = fresh > 0 ? `, ${fresh} new` : "";
    },
    // Removes the waiting text when the first step arrives; its detail comes a little later.
    noLongerWaiting() {
      const title = document.createElement("h2");
      title.textContent = "Step 0";
      const top = document.createElement("header");
      top.append(title);
      detail.replaceChildren(top);
    },
  };
}
