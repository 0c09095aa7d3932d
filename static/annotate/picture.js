/* The phone looks as if it could be pressed. `pictureIn(root, form)` tells people who press it where to answer. */

import { say } from "../site/site.js";

export function pictureIn(root, form) {
  root.addEventListener("click", (event) => {
    if (!event.target.closest("[data-phone-place] [data-card]")) return;
    form.classList.remove("nudge");
    void form.offsetWidth;
    form.classList.add("nudge");
    say("The phone is only a picture. Answer with the buttons below the question.");
  });
}
