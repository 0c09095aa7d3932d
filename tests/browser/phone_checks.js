// What a designer would see at once, for every phone on the page: things that stick out, that are cut, that cannot be read.
() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const problems = [];

  function rgba(colour) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  }
  const over = (top, below) => [0, 1, 2].map((part) => top[part] * top[3] + below[part] * (1 - top[3])).concat(1);
  function brightness([red, green, blue]) {
    const [r, g, b] = [red, green, blue].map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }
  function contrast(one, other) {
    const [light, dark] = [brightness(one), brightness(other)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  }
  function ground(element) {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      const colour = rgba(getComputedStyle(at).backgroundColor);
      if (colour[3] > 0) layers.push(colour);
      if (colour[3] === 1) break;
      if (at.classList.contains("ph-screen--wall")) layers.push(rgba(getComputedStyle(at).getPropertyValue("--wall-mid")));
    }
    return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255, 1]);
  }
  const named = (element) => `<${element.tagName.toLowerCase()} class="${element.getAttribute("class") || ""}">`
    + ` ${(element.getAttribute("data-tap") || element.textContent || "").trim().slice(0, 40)}`;
  const hidden = (element) => element.closest(".ph-vh, [inert]") || !element.getClientRects().length;

  // By which of its surroundings a control is cut. What a scrolling part holds may lie beyond its edge: whoever scrolls gets there.
  function cutBy(element) {
    const box = element.getBoundingClientRect();
    const open = { x: true, y: true };
    for (let at = element.parentElement; at && !at.classList.contains("phone"); at = at.parentElement) {
      const style = getComputedStyle(at);
      const frame = at.getBoundingClientRect();
      if (/auto|scroll/.test(style.overflowX)) open.x = false;
      if (/auto|scroll/.test(style.overflowY)) open.y = false;
      if (open.x && style.overflowX === "hidden" && (box.left < frame.left - 1 || box.right > frame.right + 1)) return at;
      if (open.y && style.overflowY === "hidden" && (box.top < frame.top - 1 || box.bottom > frame.bottom + 1)) return at;
    }
    return null;
  }

  for (const figure of document.querySelectorAll("figure")) {
    const phone = figure.querySelector(".phone");
    const screen = phone.querySelector(".ph-screen");
    const say = (text) => problems.push(`${figure.querySelector("figcaption").textContent}: ${text.replace(/\s+/g, " ")}`);
    for (const part of screen.querySelectorAll(".ph-body, .ph-bar, .ph-foot, .ph-sheet, .ph-aside")) {
      if (part.scrollWidth > part.clientWidth + 1) say(`${named(part)} is wider than the screen`);
    }
    for (const part of screen.querySelectorAll(".ph-form__line, .ph-field, .ph-row, .ph-bar, .ph-foot, .ph-aside")) {
      if (!hidden(part) && !part.matches("[data-tapped], :has([data-tapped])") && part.scrollHeight > part.clientHeight + 2) say(`${named(part)} holds more than it is high`);
    }
    for (const control of screen.querySelectorAll("[data-tap]")) {
      if (hidden(control)) continue;
      const box = control.getBoundingClientRect();
      // An event of five minutes is as high as five minutes are.
      if (box.width < 16 || (box.height < 16 && !control.matches(".ph-ev"))) say(`${named(control)} is too small to be tapped: ${box.width}×${box.height}`);
      if (cutBy(control)) say(`${named(control)} is cut by ${named(cutBy(control)).slice(0, 60)}`);
      if (control.matches(".ph-btn:not([data-tapped]), .ph-chip:not([data-tapped])") && control.scrollWidth > control.clientWidth + 1) say(`${named(control)} is too narrow for its text`);
    }
    const texts = document.createTreeWalker(screen, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement;
      if (!node.textContent.trim() || hidden(element)) continue;
      const style = getComputedStyle(element);
      const below = ground(element);
      const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.6 && style.fontWeight >= 600);
      const found = contrast(over(rgba(style.color), below), below);
      if (found < (large ? 3 : 4.5)) say(`${named(element)} is hard to read: contrast ${found.toFixed(2)}`);
    }
  }
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth) problems.push(`the page scrolls sideways: ${page.scrollWidth} px`);
  return problems;
}
