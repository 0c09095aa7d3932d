/* Keeps what people type into forms for this tab, so that it survives a reload. A form with data-draft-form is one draft; an element with
   data-draft outside a form is one of its own. */

/** keepDrafts(root, key): restores the drafts under `root` and stores each change. `restore()` after a part of the page was replaced;
    `forget(name)` once a form was sent. */
export function keepDrafts(root, key) {
  const address = (name) => `${key}:${name}`;

  function store({ target }) {
    const form = target.closest("[data-draft-form]");
    if (form) write(address(form.dataset.draftForm), valuesOf(form));
    else if (target.dataset?.draft) write(address(target.dataset.draft), target.value);
  }

  function restore() {
    for (const form of root.querySelectorAll("[data-draft-form]")) {
      const values = read(address(form.dataset.draftForm));
      if (values) fill(form, values);
    }
    for (const field of root.querySelectorAll("[data-draft]")) field.value = read(address(field.dataset.draft)) ?? field.value;
  }

  // By name, because the form may have been replaced since it was sent.
  function forget(name) {
    remove(address(name));
    root.querySelector(`[data-draft-form="${CSS.escape(name)}"]`)?.reset();
  }

  root.addEventListener("input", store);
  restore();
  return { restore, forget };
}

const fieldsOf = (form) => [...form.elements].filter((field) => field.name);
const valuesOf = (form) => Object.fromEntries(fieldsOf(form).map((field) => [field.name, field.value]));

function fill(form, values) {
  for (const field of fieldsOf(form)) if (field.name in values && field !== document.activeElement) field.value = values[field.name];
}

// A browser may refuse storage, for example in a private window; then drafts live as long as the page.
function read(address) {
  try {
    return JSON.parse(sessionStorage.getItem(address));
  } catch {
    return null;
  }
}
function write(address, value) {
  try {
    sessionStorage.setItem(address, JSON.stringify(value));
  } catch { /* see above */ }
}
function remove(address) {
  try {
    sessionStorage.removeItem(address);
  } catch { /* see above */ }
}
