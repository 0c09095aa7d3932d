// The form of a study: sends a chosen file, shows the ticked questions beside the form, and asks before unsaved changes are lost.

const plan = document.getElementById("plan");
const seen = document.getElementById("seen-as");

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-sends]") && event.target.files.length) event.target.form.requestSubmit();
});

function showAsked() {
  let any = false;
  for (const part of seen.querySelectorAll("[data-question]")) {
    const box = document.getElementById(part.dataset.question);
    part.hidden = !box.checked;
    any ||= box.checked;
  }
  seen.querySelector("[data-none]").hidden = any;
}

if (plan && seen) {
  plan.addEventListener("change", showAsked);
  showAsked();
}

// Ask before leaving with unsaved changes.
if (plan) {
  let changed = plan.hasAttribute("data-unsaved");
  plan.addEventListener("input", () => { changed = true; });
  plan.addEventListener("submit", () => { changed = false; });
  window.addEventListener("beforeunload", (event) => { if (changed) event.preventDefault(); });
}
document.documentElement.dataset.ready = "";
