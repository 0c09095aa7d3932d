// Reads and writes the search text and the filter of a run, in the address and in the form.

const LISTS = ["hide", "actor", "app"];
const LONGEST = 200;

/** Read search text and filter from the search part of an address. Kinds and actors without a checkbox are left out. */
export function questionIn(search, form) {
  const given = new URLSearchParams(search);
  const list = (name) => (given.get(name) ?? "").split(",").filter(Boolean);
  const known = (name) => boxes(form, name).map((box) => box.value);
  return {
    q: (given.get("q") ?? "").slice(0, LONGEST),
    hide: list("hide").filter((kind) => known("kind").includes(kind)),
    actor: list("actor").filter((actor) => known("actor").includes(actor)),
    app: list("app"),
  };
}

/** Return the search part of an address with this search text and filter; other parameters of the address are kept. */
export function searchOf(question, search = "") {
  const params = new URLSearchParams(search);
  for (const name of ["q", ...LISTS]) params.delete(name);
  if (question.q.trim()) params.set("q", question.q);
  for (const name of LISTS) if (question[name].length) params.set(name, question[name].join(","));
  const text = params.toString().replaceAll("%2C", ",");
  return text ? `?${text}` : "";
}

export function filters(question) {
  return LISTS.some((name) => question[name].length > 0);
}

export function questionOf(form) {
  const checked = (name, is) => boxes(form, name).filter((box) => box.checked === is).map((box) => box.value);
  return { q: form.elements.q.value, hide: checked("kind", false), actor: checked("actor", true), app: checked("app", true) };
}

export function fillIn(form, question) {
  if (form.elements.q.value !== question.q) form.elements.q.value = question.q;
  for (const box of boxes(form, "kind")) box.checked = !question.hide.includes(box.value);
  for (const name of ["actor", "app"]) for (const box of boxes(form, name)) box.checked = question[name].includes(box.value);
}

/** Show a checkbox for each app of the run, and for picked apps without steps so far. */
export function offerApps(place, found, picked) {
  const absent = picked.filter((name) => !found.some((app) => app.name === name)).map((name) => ({ name, title: name, count: 0 }));
  const focused = place.contains(document.activeElement) ? document.activeElement.value : null;
  place.querySelector(".choices").replaceChildren(...[...found, ...absent].map((app) => appBox(app, picked.includes(app.name))));
  place.hidden = !found.length && !absent.length;
  if (focused !== null) [...place.querySelectorAll("input")].find((box) => box.value === focused)?.focus();
}

function appBox({ name, title, count }, checked) {
  const box = document.createElement("input");
  Object.assign(box, { type: "checkbox", name: "app", value: name, checked });
  box.setAttribute("form", "find");
  const number = document.createElement("span");
  number.className = "count";
  number.textContent = count;
  const label = document.createElement("label");
  label.className = "check";
  label.append(box, `${title} `, number);
  return label;
}

function boxes(form, name) {
  return [...form.elements].filter((element) => element.name === name);
}
