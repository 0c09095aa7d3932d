/* Replaces the parts of a page (elements with data-part) that have changed. What people have typed, opened and focused stays. */

const last = new Map();

/** Replace the parts by those in `html`. Returns the names of the parts that have changed. */
export function swapParts(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const changed = [];
  for (const fresh of holder.content.querySelectorAll("[data-part]")) {
    const name = fresh.dataset.part;
    const old = document.querySelector(`#play [data-part="${CSS.escape(name)}"]`);
    // Compared before scripts have changed the part, and without the token of forms, which differs each time.
    const text = fresh.outerHTML.replace(/name="csrfmiddlewaretoken" value="[^"]*"/g, "");
    if (!old || last.get(name) === text) continue;
    last.set(name, text);
    swap(old, fresh);
    changed.push(name);
  }
  return changed;
}

function swap(old, fresh) {
  const focus = focused(old);
  const scrolled = old.querySelector("[data-scroll]")?.scrollTop ?? 0;
  for (const kept of old.querySelectorAll("[data-keep]")) {
    fresh.querySelector(`[data-keep="${CSS.escape(kept.dataset.keep)}"]`)?.replaceWith(kept);
  }
  for (const open of old.querySelectorAll("details[open][data-open]")) {
    fresh.querySelector(`[data-open="${CSS.escape(open.dataset.open)}"]`)?.setAttribute("open", "");
  }
  old.replaceWith(fresh);
  const area = fresh.querySelector("[data-scroll]");
  if (area) area.scrollTop = area.dataset.scroll === "end" ? endOf(area) : scrolled;
  refocus(fresh, focus);
}

/** Return how far to scroll so that the newest lines are seen: to the end, or to the top of the first new line if they are long. */
export function endOf(area) {
  const fresh = area.querySelector(".fresh");
  const top = fresh ? fresh.getBoundingClientRect().top - area.getBoundingClientRect().top + area.scrollTop : Infinity;
  return Math.min(area.scrollHeight, top);
}

function focused(part) {
  const element = document.activeElement;
  if (!element || !part.contains(element)) return null;
  return { element, id: element.id, start: element.selectionStart, end: element.selectionEnd };
}

function refocus(part, focus) {
  if (!focus) return;
  const element = part.contains(focus.element) ? focus.element : focus.id && document.getElementById(focus.id);
  if (!element) return;
  element.focus({ preventScroll: true });
  if (element === focus.element && focus.start !== null && focus.start !== undefined) element.setSelectionRange(focus.start, focus.end);
}
