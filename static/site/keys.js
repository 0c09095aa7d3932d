/* Keys of a page. One table drives the handlers, the badges (<kbd data-badge="key">) and the list behind "?". */

const TYPING = "input, select, textarea, [contenteditable]";

const bound = [];

/** bind([{key: "n", says: "start a run", act: () => ...}, ...]): `key` as the keyboard names it, `shown` if it is drawn otherwise. Again for keys that come later. */
export function bind(table) {
  const sheet = document.getElementById("keys");
  if (!bound.length) {
    bound.push({ key: "?", says: "this list", act: () => sheet?.togglePopover() });
    listen(sheet);
  }
  bound.splice(-1, 0, ...table);
  draw(sheet);
}

function listen(sheet) {
  document.addEventListener("keydown", (event) => {
    if (resting(event, sheet)) return;
    const found = bound.find((entry) => entry.key === event.key && Boolean(entry.shift) === (event.shiftKey && event.key !== "?"));
    if (!found) return;
    event.preventDefault();
    found.act(event);
  });
}

function draw(sheet) {
  sheet?.querySelector("dl").replaceChildren();
  for (const entry of bound) {
    const shown = entry.shown ?? (entry.key.length === 1 ? entry.key.toUpperCase() : entry.key);
    for (const badge of document.querySelectorAll(`kbd[data-badge="${CSS.escape(entry.key)}"]`)) badge.textContent = shown;
    const key = document.createElement("kbd");
    key.textContent = shown;
    const term = document.createElement("dt");
    term.append(key);
    const says = document.createElement("dd");
    says.textContent = entry.says;
    sheet?.querySelector("dl").append(term, says);
  }
  for (const button of document.querySelectorAll("[popovertarget=keys]")) button.hidden = false;
}

function resting(event, sheet) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  if (event.target.closest?.(TYPING)) return true;
  const dialog = document.querySelector("dialog[open], [popover]:popover-open");
  return Boolean(dialog) && !(dialog === sheet && event.key === "?");
}
