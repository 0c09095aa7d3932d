/* The list of tools: search, open one form at a time, fill in ids, and read a form's arguments. */

import { say } from "../site/site.js";

/** toolList(list): returns what the page needs of the list of tools. */
export function toolList(list) {
  const search = document.getElementById("find-tool");
  const app = document.getElementById("tool-app");
  const none = document.getElementById("no-tools");
  const tools = [...list.querySelectorAll(".tool")];
  let field = null;

  function filter() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const section of list.querySelectorAll("section[data-app]")) {
      let here = 0;
      const title = section.getAttribute("aria-label").toLowerCase();
      for (const tool of section.querySelectorAll(".tool")) {
        const text = `${title} ${tool.querySelector(".tool-name").textContent.toLowerCase()}`;
        tool.hidden = !words.every((word) => text.includes(word) || text.replaceAll("_", " ").includes(word));
        here += !tool.hidden;
      }
      section.hidden = !here || Boolean(app.value && section.dataset.app !== app.value);
      found += section.hidden ? 0 : here;
    }
    none.hidden = found > 0;
  }

  function open(tool) {
    for (const other of tools) setOpen(other, other === tool);
    field = null;
    remember(tool);
  }

  function toggle(tool) {
    open(tool.classList.contains("open") ? null : tool);
    if (!tool.classList.contains("open")) return;
    firstField(tool)?.focus({ preventScroll: true });
    showWhole(tool);
  }

  function visible() {
    return tools.filter((tool) => tool.offsetParent !== null);
  }

  function walk(event) {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const from = event.target.closest(".tool-name");
    if (!way || !(from || event.target === search)) return;
    const shown = visible();
    const at = from ? shown.indexOf(from.closest(".tool")) + way : way > 0 ? 0 : -1;
    event.preventDefault();
    (shown[at]?.querySelector(".tool-name") ?? search).focus();
  }

  search.addEventListener("input", filter);
  app.addEventListener("change", filter);
  search.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && visible().length) {
      // The focus moves to the form, whose list of choices would open with the same key.
      event.preventDefault();
      toggle(visible()[0]);
    }
    if (event.key === "Escape" && !search.value) search.blur();
    walk(event);
  });
  list.addEventListener("keydown", walk);
  list.addEventListener("click", (event) => {
    const name = event.target.closest(".tool-name");
    if (name) toggle(name.closest(".tool"));
  });
  list.addEventListener("focusin", (event) => {
    if (event.target.matches("input, textarea")) field = event.target;
  });
  const before = list.querySelector(`.tool[data-tool="${CSS.escape(remembered())}"]`);
  if (before) open(before);
  filter();

  return {
    /** Put an id into the field of the open form that takes ids of this kind, otherwise into the field used last. Returns the field. */
    fill(kind, value) {
      const form = list.querySelector(".tool.open .toolform");
      const fields = form ? [...form.querySelectorAll("input, textarea")] : [];
      const fits = fields.filter((one) => one.dataset.takes === kind);
      const target = fits.find((one) => one === field) ?? fits.find((one) => !one.value || "lines" in one.dataset) ?? fits[0]
      ?? (form?.contains(field) && !field.dataset.takes ? field : null);
      if (!target) {
        navigator.clipboard?.writeText(value).catch(() => {});
        say(form ? `This tool has no field for ${value}. It is copied.` : `Open a tool first, then click ${value} to fill it in. It is copied.`);
        return null;
      }
      const lines = "lines" in target.dataset ? target.value.split("\n").filter(Boolean) : [];
      if (!lines.includes(value)) target.value = [...lines, value].join("\n");
      target.dispatchEvent(new Event("input", { bubbles: true }));
      target.closest("details")?.setAttribute("open", "");
      target.focus();
      return target;
    },
    focusSearch() {
      search.focus();
      search.select();
    },
  };
}

/** Return the arguments of a form: field names without `arg.`, and lists as lists. */
export function argumentsOf(form) {
  const args = {};
  for (const field of form.elements) if (field.name?.startsWith("arg.")) args[field.name.slice(4)] = field.value;
  return args;
}

/** Show the problems of a refused form at its fields, and focus the first. With no problems, clear them. */
export function showProblems(form, message = "", fields = {}) {
  const line = form.querySelector("[data-problem]");
  for (const old of form.querySelectorAll(".field .err")) old.remove();
  for (const field of form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
  for (const [name, text] of Object.entries(fields)) {
    const field = form.elements[`arg.${name}`];
    if (!field) continue;
    field.setAttribute("aria-invalid", "true");
    const said = document.createElement("small");
    said.className = "err";
    said.textContent = text;
    field.after(said);
  }
  line.textContent = message;
  line.hidden = !message;
  form.querySelector("[aria-invalid]")?.focus();
}

function setOpen(tool, isOpen) {
  tool.classList.toggle("open", isOpen);
  tool.querySelector(".tool-name").setAttribute("aria-expanded", isOpen);
  tool.querySelector(".toolform").hidden = !isOpen;
}

// A form that is longer than the list begins at its top.
function showWhole(tool) {
  const room = tool.closest(".scroll-y").clientHeight;
  tool.scrollIntoView({ block: tool.offsetHeight > room - 40 ? "start" : "nearest" });
}

const firstField = (tool) => tool.querySelector(".toolform :is(input, textarea, select), .toolform [data-call]");
const PLACE = `${location.pathname}:tool`;

function remember(tool) {
  try {
    sessionStorage.setItem(PLACE, tool?.dataset.tool ?? "");
  } catch { /* Without storage, a reload closes the form. */ }
}
function remembered() {
  try {
    return sessionStorage.getItem(PLACE) ?? "";
  } catch {
    return "";
  }
}
