/* Keys of the page on which a person plays the user. A key only chooses, that is, it moves the focus; Enter taps what has the focus. */

import { bind } from "../site/keys.js";

// Milliseconds in which a second digit belongs to the first, as in 1 2 for the twelfth control.
const SECOND_DIGIT = 700;
const HIGHEST = 99;

export function playKeys({ stage, phone, openAll }) {
  let typed = "";
  let timer;
  let layer = null;
  let isNumbered = false;

  function choose(element) {
    if (!element) return;
    const field = element.matches("label") ? element.querySelector("input, textarea") : null;
    const inner = element.matches("button, [tabindex], input, textarea") ? element : element.querySelector("[data-chooses]");
    (field ?? inner ?? element).focus();
    element.scrollIntoView({ block: "nearest" });
  }

  // The button below the phone, or the phone's own where that one is hidden.
  function chooseEverywhere(action) {
    const below = stage().querySelector(`.under [data-press="${action}"]`);
    choose(below && !below.disabled && below.getClientRects().length ? below : phone().control(action));
  }

  function onCard(find) {
    if (!phone().hasOffer()) return;
    phone().answer();
    choose(find());
  }

  function digit(value) {
    clearTimeout(timer);
    if (value === "0" && !typed) {
      toggleNumbers();
      return;
    }
    const choices = phone().choices();
    const both = Number(typed + value);
    typed = both <= choices.length ? typed + value : value;
    const number = Number(typed);
    const isUnclear = number * 10 <= Math.min(choices.length, HIGHEST);
    timer = setTimeout(() => {
      // The focus in a field would take the second digit as text.
      if (isUnclear && choices[number - 1]?.matches("label")) choose(choices[number - 1]);
      typed = "";
    }, SECOND_DIGIT);
    if (!isUnclear) typed = "";
    if (!isUnclear || !choices[number - 1]?.matches("label")) choose(choices[number - 1]);
  }

  function toggleNumbers() {
    isNumbered = !isNumbered;
    draw();
  }

  // Called for every new stage; the old one is gone with its listeners.
  function refresh() {
    // Fills in the badges of the new buttons.
    bind([]);
    stage().addEventListener("phone:changed", draw);
    stage().addEventListener("scroll", draw, { capture: true, passive: true });
    draw();
  }

  // A layer over the screen, because many controls of the phone have a position of their own.
  function draw() {
    layer?.remove();
    const screen = stage().querySelector(".ph-screen");
    if (!isNumbered || !screen) return;
    layer = document.createElement("div");
    layer.className = "ph-keys";
    layer.ariaHidden = "true";
    const outer = screen.getBoundingClientRect();
    phone().choices().forEach((element, index) => {
      const box = element.getBoundingClientRect();
      const body = element.closest(".ph-body")?.getBoundingClientRect();
      if (body && (box.bottom < body.top + 8 || box.top > body.bottom - 8)) return;
      const badge = document.createElement("span");
      badge.textContent = String(index + 1);
      const isRow = box.width > 250 && box.height > 50;
      const left = isRow ? box.left + 42 : box.right - (box.width > 60 ? 10 : 14);
      const top = isRow ? box.bottom - 28 : box.top - 8;
      badge.style.left = `${Math.min(Math.max(left - outer.left, 2), outer.width - 24)}px`;
      badge.style.top = `${Math.min(Math.max(top - outer.top, 2), outer.height - 20)}px`;
      layer.append(badge);
    });
    screen.append(layer);
  }

  addEventListener("resize", draw);
  const digits = [..."123456789"].map((key) => ({
    key, shown: key === "1" ? "1 … 99" : key, says: "choose what to tap by its number", act: () => digit(key), unlisted: key !== "1",
  }));
  bind([
    { key: "a", says: "choose Accept", act: () => onCard(() => phone().control("accept_proposal")) },
    { key: "n", says: "choose Not now", act: () => onCard(() => phone().control("reject_proposal")) },
    { key: "l", says: "choose Look first", act: () => onCard(() => phone().look()) },
    { key: "w", says: "add your own words to an answer", act: () => onCard(() => phone().reply()) },
    ...digits,
    { key: "0", says: "show or hide the numbers", act: () => digit("0") },
    { key: "b", says: "choose Back", act: () => chooseEverywhere("go_back") },
    { key: "h", says: "choose Home", act: () => chooseEverywhere("go_home") },
    { key: "p", says: "choose Put the phone down", act: () => chooseEverywhere("put_phone_down") },
    { key: "x", says: "show all actions on this screen", act: openAll },
    { key: "Enter", says: "tap what is chosen", act: () => document.activeElement?.click() },
  ]);
  return { refresh };
}
