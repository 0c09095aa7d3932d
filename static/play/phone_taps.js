/* Makes the phone work for a person: controls are tapped, fields are typed in place, and the card, banners and the lock screen can be put aside. */

import { partsAsJson } from "./action_sheet.js";

// Answers to an offer need no words.
const WORDS_ARE_OPTIONAL = new Set(["accept_proposal", "reject_proposal"]);
// Kinds of arguments that people type on the screen. All others open the sheet, which has lists and pickers of times.
const IN_PLACE = new Set(["line", "text", "whole", "number", "parts"]);
// In these fields, Enter begins a new line.
const LONG = ".ph-letter, .ph-field--text, .ph-write--text";
const CLIENT_SIDE = "[data-close], [data-look], [data-answer], [data-wake]";
// Keys of the card, as in user_keys.js, and the buttons that show them.
const CARD_KEYS = { A: "[data-tap=accept_proposal]", N: "[data-tap=reject_proposal]", L: "[data-look]" };
// Milliseconds that banners stay.
const BANNERS_STAY = 12_000;

/** phoneIn(stage, {sheet, tap, say, offersAside}): `tap(action, args)` sends a decision; `offersAside` stores which offers are put aside. */
export function phoneIn(stage, { sheet, tap, say, offersAside }) {
  const place = stage.querySelector("#phone");
  let controls = [];
  let warned = null;

  // ---- what can be tapped and typed ----
  function enable() {
    controls = [...place.querySelectorAll("[data-tap]")].map((element) => ({
      element,
      action: element.dataset.tap,
      args: textsOf(JSON.parse(element.dataset.args)),
      fields: [],
    }));
    for (const control of controls) letFocus(control.element);
    for (const field of place.querySelectorAll("[data-typed]")) adopt(field);
    for (const control of controls) if (control.element.matches("label")) addButtons(control);
    place.querySelector("[data-look]")?.removeAttribute("tabindex");
    for (const [key, where] of Object.entries(CARD_KEYS)) place.querySelector(`.ph-offer ${where}`)?.append(badge(key));
  }

  function badge(key) {
    const made = document.createElement("kbd");
    made.textContent = key;
    made.ariaHidden = "true";
    return made;
  }

  function letFocus(element) {
    if (element.matches("button")) element.removeAttribute("tabindex");
    else if (element.matches("label") && !element.querySelector("input, textarea")) asButton(element);
    else if (!element.matches("label")) asButton(element.querySelector(":scope > .ph-label, :scope > .ph-field__name"));
  }

  function asButton(element) {
    if (!element) return;
    element.tabIndex = 0;
    element.setAttribute("role", "button");
    element.dataset.chooses = "";
  }

  // Gives a field to the controls that send it: the label around it, or the nearest buttons whose action has this argument.
  function adopt(field) {
    const own = field.closest("[data-tap]");
    const found = own ? controls.filter((one) => one.element === own) : nearest(field);
    const takers = found.filter((one) => partOf(one.action, field.dataset.typed));
    const kinds = takers.map((one) => partOf(one.action, field.dataset.typed).dataset.kind);
    const isTyped = field.matches("input, textarea") && kinds.length && kinds.every((kind) => IN_PLACE.has(kind));
    field.removeAttribute("tabindex");
    if (isTyped) {
      field.readOnly = false;
      field.dataset.types = "";
      for (const one of takers) one.fields.push(field);
    } else if (takers.length) {
      field.dataset.opens = takers[0].action;
    }
  }

  function nearest(field) {
    // The words on the card go with any answer.
    const card = field.closest(".ph-offer");
    if (card) return controls.filter((one) => card.contains(one.element));
    for (let around = field.parentElement; around && around !== place; around = around.parentElement) {
      const found = controls.filter((one) => around.contains(one.element) && partOf(one.action, field.dataset.typed));
      if (found.length) return found;
    }
    return [];
  }

  const partOf = (action, name) => sheet.form(action)?.querySelector(`[data-field="${CSS.escape(name)}"]`);

  function addButtons(control) {
    const [field] = control.fields;
    if (!field) return;
    const box = document.createElement("span");
    box.className = "ph-enter";
    if (sheet.form(control.action).querySelectorAll("[data-field]").length > 1) {
      box.append(button("filter", "More fields", () => sheet.openForm(control.action, argumentsOf(control))));
    }
    box.append(button("check", "Enter", () => press(control)));
    control.element.append(box);
  }

  function button(icon, label, act) {
    const made = document.createElement("button");
    made.type = "button";
    made.ariaLabel = made.title = label;
    const sprite = place.querySelector("use").getAttribute("href").split("#")[0];
    made.innerHTML = `<svg class="ph-i ph-i--s" aria-hidden="true"><use href="${sprite}#i-${icon}"/></svg>`;
    made.addEventListener("click", (event) => {
      event.preventDefault();
      event.stopPropagation();
      act();
    });
    return made;
  }

  // ---- a tap ----
  function press(control) {
    const form = sheet.form(control.action);
    if (!form) return;
    if (control.element.ariaDisabled === "true") {
      say("The app does not allow this now. To try it all the same, choose it under “All actions on this screen”.");
      return;
    }
    if (control.action === "switch_app" && !form.querySelector("option:not([value=''])")) {
      say("No other app is open.");
      return;
    }
    const left = unsent(control);
    if (left && warned !== left) {
      warned = left;
      say(`What you typed into “${labelOf(left)}” is not entered yet: press ✓ beside it first. To go on without it, tap again.`);
      return;
    }
    const args = argumentsOf(control);
    const isOwn = control.element.matches("label");
    const empty = control.fields.find((field) => !field.value.trim());
    if (!isOwn && empty && needsWords(control, form)) {
      empty.focus();
      say(`Fill in “${labelOf(empty)}” first.`);
      return;
    }
    const missing = [...form.querySelectorAll("[data-required]")].some((field) => !(field.dataset.field in args));
    const isBare = !control.fields.length && !Object.keys(control.args).length && "asks" in form.dataset;
    if (missing || isBare) sheet.openForm(control.action, { ...shownIn(control), ...args });
    else tap(control.action, args);
  }

  function needsWords(control, form) {
    if (WORDS_ARE_OPTIONAL.has(control.action) || control.fields.some((field) => field.value.trim())) return false;
    return control.fields.some((field) => {
      const { kind, required } = partOf(control.action, field.dataset.typed).dataset;
      return kind === "text" || required !== undefined;
    });
  }

  function argumentsOf(control) {
    const args = { ...control.args };
    const parts = [];
    for (const field of control.fields) {
      if (field.dataset.key) {
        if (field.value !== field.defaultValue) parts.push([field.dataset.key, field.value.trim()]);
      } else {
        args[field.dataset.typed] = field.value;
      }
    }
    if (parts.length) args[control.fields[0].dataset.typed] = partsAsJson(parts);
    return args;
  }

  // Times and lists on the screen are written for people, so they do not fill the sheet; texts do.
  const shownIn = (control) => Object.fromEntries(control.fields.filter((one) => !one.dataset.key).map((one) => [one.dataset.typed, one.value]));

  function unsent(control) {
    return [...place.querySelectorAll("[data-typed]")].find((field) => {
      return field.matches("input, textarea") && !field.readOnly && field.value !== field.defaultValue && !control.fields.includes(field);
    });
  }

  function labelOf(field) {
    const words = field.closest("label")?.querySelector(".ph-vh, .ph-label, .ph-field__name, span")?.textContent;
    return (words || field.ariaLabel || field.placeholder).trim();
  }

  function pressEverywhere(action) {
    if (action === "go_home" && "locked" in stage.dataset) {
      wake();
      return;
    }
    press(controls.find((one) => one.action === action) ?? { element: stage, action, args: {}, fields: [] });
  }

  // ---- the card, the banners and the lock screen ----
  function setAside(aside) {
    const [offer, strip] = [place.querySelector("[data-offer]"), place.querySelector("[data-aside]")];
    if (!offer) return;
    offer.hidden = aside;
    strip.hidden = !aside;
    place.querySelector(".ph-under").inert = !aside;
    for (const note of document.querySelectorAll("[data-offer-note]")) note.hidden = aside;
    for (const note of document.querySelectorAll("[data-look-note]")) note.hidden = !aside;
    offersAside.setItem(`aside-${location.pathname}`, aside ? stage.dataset.offerId : "");
    stage.dispatchEvent(new Event("phone:changed"));
  }

  function wake() {
    const awake = stage.querySelector("#awake");
    if (!awake) return;
    place.replaceChildren(awake.content.cloneNode(true));
    delete stage.dataset.locked;
    enable();
    restoreAside();
    stage.dispatchEvent(new Event("phone:changed"));
  }

  function restoreAside() {
    const strip = place.querySelector("[data-aside]");
    if (strip) setAside(!strip.hidden || offersAside.getItem(`aside-${location.pathname}`) === stage.dataset.offerId);
  }

  function close(button) {
    const group = button.closest(".ph-rang");
    if (button.dataset.close === "banner") button.remove();
    else button.closest("[data-report]")?.remove();
    if (group && !group.children.length) group.remove();
    stage.dispatchEvent(new Event("phone:changed"));
  }

  function onClientSide(button) {
    if ("close" in button.dataset) close(button);
    else if ("wake" in button.dataset) wake();
    else {
      setAside("look" in button.dataset);
      place.querySelector("look" in button.dataset ? "[data-answer]" : "[data-tap=accept_proposal]")?.focus();
    }
  }

  // ---- events ----
  place.addEventListener("click", (event) => {
    const target = event.target;
    const local = target.closest(CLIENT_SIDE);
    if (local) {
      onClientSide(local);
      return;
    }
    const suggested = target.closest(".ph-chip--place");
    if (suggested) fillPlace(suggested.textContent.trim());
    const field = target.closest("input, textarea");
    if (field && !field.readOnly) return;
    const opened = target.closest("[data-opens]");
    if (opened) {
      event.preventDefault();
      const control = controls.find((one) => one.action === opened.dataset.opens);
      sheet.openForm(opened.dataset.opens, { ...shownIn(control), ...control.args });
      return;
    }
    const element = target.closest("[data-tap]");
    const control = controls.find((one) => one.element === element);
    // The label around a field puts the cursor into it.
    if (!control || (element.matches("label") && control.fields.length)) return;
    event.preventDefault();
    press(control);
  });

  place.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (target.matches("[data-chooses]") && (key === "Enter" || key === " ")) {
      event.preventDefault();
      target.click();
      return;
    }
    if (!target.matches("input, textarea") || event.isComposing) return;
    if (key === "Escape") target.blur();
    if (key !== "Enter" || event.shiftKey) return;
    if (target.matches("textarea") && target.closest(LONG) && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    if (target.dataset.opens) target.click();
    else if (target.closest(".ph-reply")) target.blur();
    else controls.filter((one) => one.fields.includes(target)).slice(0, 1).forEach(press);
  });

  function fillPlace(name) {
    const [start, end] = ["start_location", "end_location"].map((one) => place.querySelector(`[data-typed=${one}]`));
    const field = start?.value ? end : start;
    if (field) field.value = name;
  }

  if (place.inert) return still(place);
  enable();
  restoreAside();
  setTimeout(() => {
    const banners = place.querySelector(".ph-rang");
    if (banners && !banners.matches(":hover, :focus-within")) banners.remove();
  }, BANNERS_STAY);

  return {
    press,
    pressEverywhere,
    answer: () => setAside(false),
    look: () => place.querySelector("[data-look]"),
    control: (action) => controls.find((one) => one.action === action && isSeen(one.element))?.element,
    reply: () => place.querySelector(".ph-reply textarea"),
    hasOffer: () => Boolean(place.querySelector("[data-offer]")),
    // Everything that can be chosen now, from top to bottom. The edge and the bottom bar of the phone have keys of their own.
    choices: () => [...place.querySelectorAll(`[data-tap]:not(.ph-power, .ph-homebar), ${CLIENT_SIDE}`)].filter(isSeen),
    scrolled: () => scrolled(place),
    scrollTo: (before) => scrollTo(place, before),
    news: () => newsIn(place),
  };
}

const textsOf = (args) => Object.fromEntries(Object.entries(args).map(([name, value]) => [name, String(value)]));

const isSeen = (element) => !element.closest("[inert], [hidden]") && element.getClientRects().length > 0 && !element.matches("[aria-disabled=true]");

function scrolled(place) {
  const phone = place.querySelector("[data-phone]");
  return { screen: phone?.dataset.screen, app: phone?.dataset.app, top: place.querySelector(".ph-body")?.scrollTop ?? 0 };
}

function scrollTo(place, before) {
  const now = scrolled(place);
  if (now.screen === before.screen && now.app === before.app && before.top) place.querySelector(".ph-body").scrollTop = before.top;
}

function newsIn(place) {
  const told = [...place.querySelectorAll(".ph-rang .ph-strong")].map((one) => one.textContent.trim());
  const offer = place.querySelector("[data-offer]:not([hidden]) .ph-sheet__text")?.textContent ?? "";
  return [told.length ? `New: ${told.join(", ")}.` : "", offer ? `The assistant suggests: ${offer}` : ""].join(" ").trim();
}

// A phone that waits for the other side.
function still(place) {
  const nothing = () => {};
  return {
    press: nothing, pressEverywhere: nothing, answer: nothing, look: nothing, control: nothing, reply: nothing,
    hasOffer: () => false, choices: () => [], scrolled: () => scrolled(place), scrollTo: (before) => scrollTo(place, before), news: () => "",
  };
}
