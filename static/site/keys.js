/* Keyboard shortcuts of a page. One table drives the handlers, the badges (<kbd data-badge="key">, <kbd data-badge="Shift+key">,
   <kbd data-badge="Ctrl+key">) and the list behind "?". */

const TYPING = "input, select, textarea, [contenteditable]";
// Elements that Space and Enter press when they have the focus.
const PRESSED = "button, summary";

const bound = [];

/** bind([{key: "n", says: "start a run", act: () => ...}, ...]): `key` as in KeyboardEvent.key, `shown` if the badge differs from it, `shift` if
    Shift is held, `ctrl` if Ctrl or ⌘ is held (such keys also work while people type), `or` for another character on the same key, `unlisted`
    for a key that another entry stands for. Can be called again to add keys. */
export function bind(table) {
  const sheet = document.getElementById("keys");
  if (!bound.length) {
    bound.push({ key: "?", says: "show or hide this list", act: () => sheet?.togglePopover() });
    listen(sheet);
  }
  bound.splice(-1, 0, ...table);
  draw(sheet);
}

/** Write the keys into the badges of a part of the page that has been replaced. */
export const drawBadges = () => draw(document.getElementById("keys"));

function listen(sheet) {
  document.addEventListener("keydown", (event) => {
    const withCtrl = event.ctrlKey || event.metaKey;
    if (withCtrl ? event.altKey || event.defaultPrevented || isCovered(event, sheet) : resting(event, sheet)) return;
    const found = bound.find((entry) => Boolean(entry.ctrl) === withCtrl && isMeant(entry, event));
    if (!found) return;
    event.preventDefault();
    found.act(event);
  });
}

// Keyboard layouts differ in which characters need Shift, and letters are upper case with Caps Lock.
function isMeant(entry, { key, shiftKey }) {
  const isLetter = key.toLowerCase() !== key.toUpperCase();
  if (!isLetter) return entry.key === key || entry.or === key;
  return entry.key.toLowerCase() === key.toLowerCase() && Boolean(entry.shift) === shiftKey;
}

function draw(sheet) {
  sheet?.querySelector("dl").replaceChildren();
  for (const entry of bound) {
    if (entry.unlisted) continue;
    const held = (entry.ctrl ? "Ctrl+" : "") + (entry.shift ? "Shift+" : "");
    const name = `${held}${entry.key}`;
    const sign = (entry.ctrl ? "Ctrl " : "") + (entry.shift ? "⇧" : "");
    const shown = sign + (entry.shown ?? (entry.key.length === 1 ? entry.key.toUpperCase() : entry.key));
    for (const badge of document.querySelectorAll(`kbd[data-badge="${CSS.escape(name)}"]`)) badge.textContent = shown;
    const key = document.createElement("kbd");
    key.textContent = shown;
    key.dataset.key = name;
    const term = document.createElement("dt");
    term.append(key);
    const says = document.createElement("dd");
    says.textContent = entry.says;
    sheet?.querySelector("dl").append(term, says);
  }
  for (const button of document.querySelectorAll("[popovertarget=keys]")) button.hidden = false;
}

function resting(event, sheet) {
  if (event.altKey || event.defaultPrevented) return true;
  if (event.target.closest?.(TYPING)) return true;
  if ((event.key === " " || event.key === "Enter") && event.target.closest?.(PRESSED)) return true;
  return isCovered(event, sheet);
}

function isCovered(event, sheet) {
  const dialog = document.querySelector("dialog[open], [popover]:popover-open");
  return Boolean(dialog) && !(dialog === sheet && event.key === "?");
}
