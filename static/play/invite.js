// Copies the link for the second person. Listens on the document, because the box is replaced while the run goes on.

import { say } from "../site/site.js";

const fieldOf = (button) => button.closest(".invite-link").querySelector("input");

async function copy(button) {
  try {
    await navigator.clipboard.writeText(fieldOf(button).value);
    say("The link is copied.");
  } catch {
    fieldOf(button).select();
    say("The browser does not let this page copy. The link is selected: copy it by hand.");
  }
}

const show = () => { for (const button of document.querySelectorAll("[data-copy-invite][hidden]")) button.hidden = false; };
document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-copy-invite]");
  if (button) copy(button);
});
new MutationObserver(show).observe(document.body, { childList: true, subtree: true });
show();
