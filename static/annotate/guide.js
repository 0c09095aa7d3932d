/* Guidelines beside the item: shows or hides them, and fetches them again when they have changed. */

import { read, write } from "./outbox.js";

const NAME = "annotate:guide";
const narrow = matchMedia("(max-width: 879px)");

export function guideIn(root, address) {
  const guide = () => root.querySelector("#guide");

  function show(isOpen) {
    guide().hidden = !isOpen;
    root.querySelector(".judge").classList.toggle("no-guide", !isOpen);
    for (const button of root.querySelectorAll("[data-guide]")) {
      button.hidden = false;
      if (!guide().contains(button)) button.setAttribute("aria-expanded", String(isOpen));
    }
  }

  function toggle() {
    const isOpen = narrow.matches ? true : guide().hidden;
    show(isOpen);
    write(NAME, isOpen);
    if (narrow.matches) guide().scrollIntoView({ block: "start" });
  }

  async function renew(version) {
    if (Number(guide().dataset.version) === version) return false;
    const response = await fetch(address, { headers: { "X-Part": "guidelines" } });
    if (!response.ok) return false;
    guide().outerHTML = await response.text();
    guide().classList.add("changed");
    show(true);
    return true;
  }

  root.addEventListener("click", (event) => {
    if (!event.target.closest("[data-guide]")) return;
    event.preventDefault();
    toggle();
  });
  show(narrow.matches || read(NAME, true));
  return { toggle, renew, version: () => Number(guide().dataset.version) };
}
