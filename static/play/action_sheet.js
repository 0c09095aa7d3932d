/* The sheet with the forms of all actions on the screen (templates/play/_action.html). For a tap that needs arguments, it shows one form. */

const MAY_BE_EMPTY = /may be empty|empty for/i;

/** sheetIn(dialog, send): `send(action, args)` resolves to {status, message, fields}. */
export function sheetIn(dialog, send) {
  const forms = new Map([...dialog.querySelectorAll("form")].map((form) => [form.dataset.action, form]));
  const title = dialog.querySelector("h2");
  const all = title.textContent;

  function open() {
    if (!dialog.open) dialog.showModal();
  }

  function openAll() {
    title.textContent = all;
    dialog.classList.remove("one");
    open();
  }

  function openForm(action, args = {}) {
    const form = forms.get(action);
    if (!form) return;
    for (const one of forms.values()) one.classList.toggle("wanted", one === form);
    dialog.classList.add("one");
    title.textContent = form.querySelector(".action__name").textContent;
    const details = form.querySelector("details");
    if (details) details.open = true;
    form.reset();
    clearProblems(form);
    for (const [name, value] of Object.entries(args)) fill(form, name, value);
    open();
    const fields = [...form.querySelectorAll("input, select, textarea:not([hidden])")];
    (fields.find((field) => !field.value) ?? fields[0])?.focus();
  }

  async function submit(form) {
    clearProblems(form);
    const args = argumentsOf(form);
    const missing = [...form.querySelectorAll("[data-required]")].filter((field) => isMissing(field, args[field.dataset.field]));
    for (const field of missing) mark(field, field.dataset.kind === "choice" ? "Choose one." : "Fill in this field.");
    if (missing.length) {
      missing[0].querySelector("input, select, textarea:not([hidden])")?.focus();
      return;
    }
    const answer = await send(form.dataset.action, args);
    if (answer.status !== 422) return;
    for (const [name, why] of Object.entries(answer.fields)) mark(fieldOf(form, name), why);
    const problem = form.querySelector("[data-error]");
    problem.textContent = answer.message;
    problem.hidden = false;
  }

  dialog.addEventListener("submit", (event) => {
    event.preventDefault();
    submit(event.target);
  });
  dialog.addEventListener("click", (event) => {
    const add = event.target.closest("[data-add]");
    if (add) addLine(add.closest(".field").querySelector("textarea"), add.dataset.add);
    // A click on the backdrop is a click on the dialog itself.
    if (event.target === dialog || event.target.closest("[data-close]")) dialog.close();
  });

  return {
    openAll,
    openForm,
    close: () => dialog.close(),
    form: (action) => forms.get(action),
    get isOpen() {
      return dialog.open;
    },
  };
}

/** The arguments in a form, without optional ones that still have their default, so that a decision says only what the person chose. */
export function argumentsOf(form) {
  for (const field of form.querySelectorAll("[data-kind=parts]")) {
    const parts = [...field.querySelectorAll("[data-part]")].filter((part) => part.value.trim());
    field.querySelector("textarea").value = parts.length ? partsAsJson(parts.map((part) => [part.dataset.part, part.value.trim()])) : "";
  }
  const args = {};
  for (const field of form.querySelectorAll("[name]")) {
    if (!field.closest("[data-required]") && field.value === defaultOf(field)) continue;
    // Pickers put a T between day and time.
    args[field.name.slice("arg.".length)] = field.value.replace(/^(\d{4}-\d\d-\d\d)T(?=\d\d:\d\d)/, "$1 ");
  }
  return args;
}

function defaultOf(field) {
  return field.tagName === "SELECT" ? ([...field.options].find((one) => one.defaultSelected) ?? field.options[0]).value : field.defaultValue;
}

/** New values of a record as JSON; whole numbers are sent as numbers. */
export function partsAsJson(pairs) {
  return JSON.stringify(Object.fromEntries(pairs.map(([name, value]) => [name, name === "age" && /^\d+$/.test(value) ? Number(value) : value])));
}

function isMissing(field, value) {
  const help = field.querySelector("small:not(.err)")?.textContent ?? "";
  return !value?.trim() && !MAY_BE_EMPTY.test(help);
}

function fill(form, name, value) {
  const field = form.elements[`arg.${name}`];
  if (!field || value === undefined) return;
  const text = Array.isArray(value) ? value.join("\n") : String(value);
  if (field.tagName === "SELECT" && ![...field.options].some((option) => option.value === text)) field.add(new Option(text, text));
  field.value = text;
}

function addLine(area, line) {
  const lines = area.value.split("\n").map((one) => one.trim()).filter(Boolean);
  area.value = lines.includes(line) ? lines.filter((one) => one !== line).join("\n") : [...lines, line].join("\n");
}

const fieldOf = (form, name) => form.querySelector(`[data-field="${CSS.escape(name)}"]`);

function mark(field, why) {
  const problem = field?.querySelector("[data-field-error]");
  if (!problem) return;
  problem.textContent = why;
  problem.hidden = false;
  field.querySelector("input, select, textarea:not([hidden])")?.setAttribute("aria-invalid", "true");
}

function clearProblems(form) {
  for (const problem of form.querySelectorAll("[data-error], [data-field-error]")) problem.hidden = true;
  for (const field of form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
}
