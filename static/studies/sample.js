// The sample form: shows each problem at its field, and removes it when it is fixed.

const plan = document.getElementById("plan");

function tellFields() {
  const found = new Map();
  for (const { dataset } of document.querySelectorAll("#preview [data-field]")) {
    found.set(dataset.field, `${found.get(dataset.field) ?? ""} ${dataset.says}`.trim());
  }
  for (const place of plan.querySelectorAll(".err[id]")) {
    const name = place.id.replace(/^err_/, "");
    const field = document.getElementById(`id_${name}`);
    place.textContent = found.get(name) ?? "";
    if (found.has(name)) field?.setAttribute("aria-invalid", "true");
    else field?.removeAttribute("aria-invalid");
  }
}

document.addEventListener("htmx:afterSwap", (event) => { if (event.detail.elt.id === "preview") tellFields(); });
document.documentElement.dataset.ready = "";
