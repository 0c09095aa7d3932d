// The launch form: adds and removes pairs, shows the preview's problems at their fields, uploads a chosen file.

const plan = document.getElementById("plan");
const pairs = document.getElementById("pairs");

function replan() {
  window.htmx.trigger(plan, "replan");
}

function renumber() {
  [...pairs.rows].forEach((row, place) => {
    row.querySelector("th").textContent = place + 1;
    const button = row.querySelector("[data-remove]");
    button.hidden = pairs.rows.length === 1;
    button.title = `Remove pair ${place + 1}`;
    button.setAttribute("aria-label", button.title);
    row.querySelectorAll("input").forEach((input, side) => input.setAttribute("aria-label", `${side ? "Execute" : "Observe"}, pair ${place + 1}`));
  });
}

function add() {
  const row = pairs.rows[pairs.rows.length - 1].cloneNode(true);
  for (const input of row.querySelectorAll("input")) {
    input.value = "";
    input.removeAttribute("aria-invalid");
  }
  pairs.append(row);
  renumber();
  row.querySelector("input").focus();
}

plan.addEventListener("click", (event) => {
  const remove = event.target.closest("[data-remove]");
  if (remove) {
    remove.closest("tr").remove();
    renumber();
    replan();
  } else if (event.target.closest("[data-add]")) {
    event.preventDefault();
    add();
  }
});

// Load a plan file as soon as it is chosen; without scripts there is a button.
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-sends]") && event.target.files.length) event.target.form.requestSubmit();
});

// Show each problem at its field too, and clear it when it is fixed.
function tellFields() {
  const found = new Map();
  for (const { dataset } of document.querySelectorAll("#preview [data-field]")) {
    found.set(dataset.field, `${found.get(dataset.field) ?? ""} ${dataset.says}`.trim());
  }
  for (const place of plan.querySelectorAll(".err[id]")) {
    const name = place.id.replace(/^err_/, "");
    const text = found.get(name) ?? "";
    if (place.textContent !== text) place.textContent = text;
    for (const field of plan.querySelectorAll(`[name="${CSS.escape(name)}"]:is([type=text], [type=number], select, textarea)`)) {
      if (text && (field.value || !field.closest("[data-pair]"))) field.setAttribute("aria-invalid", "true");
      else field.removeAttribute("aria-invalid");
    }
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.(".problems a");
  if (!link) return;
  const name = link.hash.replace("#id_", "");
  const field = document.getElementById(`id_${name}`) ?? plan.querySelector(`[name="${CSS.escape(name)}"], [name^="${CSS.escape(name)}_"]`);
  if (!field) return;
  event.preventDefault();
  field.closest("details")?.setAttribute("open", "");
  field.focus();
});
document.addEventListener("htmx:afterSwap", (event) => { if (event.detail.elt.id === "preview") tellFields(); });
renumber();
document.documentElement.dataset.ready = "";
