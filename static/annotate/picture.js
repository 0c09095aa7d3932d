/* The phone looks as if it could be pressed. `pictureIn(root, form)`: whoever does it is told where to answer. */

import { say } from "../site/site.js";

export function pictureIn(root, form) {
  root.addEventListener("click", (event) => {
    if (!event.target.closest("[data-phone-place] [data-card]")) return;
    form.classList.remove("nudge");
    void form.offsetWidth;
    form.classList.add("nudge");
    say("The phone is a picture. Answer with the buttons that belong to the question.");
  });
}
