/* What every page does: when a part of it could not be loaded or sent, it says so, with the server's own words. */

const LASTS = 12000;
let timer;

export function say(text) {
  const toast = document.getElementById("toast");
  toast.querySelector("p").textContent = text;
  toast.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => { toast.hidden = true; }, LASTS);
}

// A part that asks again by itself says by itself how it fares.
const asksAgain = (event) => event.detail.elt?.getAttribute("hx-trigger") === "tick";

// Where a row of links is too long for the screen, the one for this page is in sight.
function showWhereWeAre() {
  for (const here of document.querySelectorAll("nav [aria-current]")) {
    const strip = here.closest("nav");
    strip.scrollLeft += Math.max(0, here.getBoundingClientRect().right - strip.getBoundingClientRect().right);
  }
}
// Letters of the page's own font are wider than those that stand in for it.
window.addEventListener("load", () => document.fonts.ready.then(showWhereWeAre));

document.addEventListener("htmx:responseError", (event) => {
  const { xhr } = event.detail;
  if (asksAgain(event) || xhr.status === 409) return;
  const spoken = xhr.getResponseHeader("Content-Type")?.startsWith("text/plain") ? xhr.responseText : "";
  say(spoken || `That did not work (error ${xhr.status}). Reload the page and try again.`);
});
document.addEventListener("htmx:sendError", (event) => {
  if (!asksAgain(event)) say("The server does not answer. Check that it runs, then try again.");
});
document.querySelector("#toast button").addEventListener("click", () => { document.getElementById("toast").hidden = true; });
