/* Runs on every page. Shows an error message if a part of the page could not be loaded or sent, and scrolls rows of links to the current link. */

const LASTS = 12000;
let timer;

export function say(text) {
  const toast = document.getElementById("toast");
  toast.querySelector("p").textContent = text;
  toast.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => { toast.hidden = true; }, LASTS);
}

// A part that polls shows its own state, so no message is needed.
const asksAgain = (event) => event.detail.elt?.getAttribute("hx-trigger") === "tick";

// Where a row of links is too long for the screen, scroll to the link of this page.
function scrollToCurrentLink() {
  for (const here of document.querySelectorAll("nav [aria-current]")) {
    const strip = here.closest("nav");
    strip.scrollLeft += Math.max(0, here.getBoundingClientRect().right - strip.getBoundingClientRect().right);
  }
}
// After the fonts are loaded: letters of the fallback font are narrower, so the position would be wrong.
window.addEventListener("load", () => document.fonts.ready.then(scrollToCurrentLink));

document.addEventListener("htmx:responseError", (event) => {
  const { xhr } = event.detail;
  if (asksAgain(event) || xhr.status === 409) return;
  const spoken = xhr.getResponseHeader("Content-Type")?.startsWith("text/plain") ? xhr.responseText : "";
  say(spoken || `The request failed (error ${xhr.status}). Reload the page and try again.`);
});
document.addEventListener("htmx:sendError", (event) => {
  if (!asksAgain(event)) say("The server does not answer. Check that it is running, then try again.");
});
document.querySelector("#toast button").addEventListener("click", () => { document.getElementById("toast").hidden = true; });
