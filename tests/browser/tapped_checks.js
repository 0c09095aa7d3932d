// The ring shows what is tapped and changes nothing else: every control, and all in it, stands marked where it stands unmarked.
() => {
  const places = (control, frame) => [control, ...control.querySelectorAll("*")].map((part) => {
    const box = part.getBoundingClientRect();
    return [box.left - frame.left, box.top - frame.top, box.right - frame.left, box.bottom - frame.top].map(Math.round);
  });
  const problems = [];
  const figures = [...document.querySelectorAll("figure")];
  // One phone at a time: laying out all of them for each control would take minutes.
  for (const figure of figures) figure.hidden = true;
  for (const figure of figures) {
    figure.hidden = false;
    const frame = figure.querySelector(".phone").getBoundingClientRect();
    for (const marked of figure.querySelectorAll("[data-tapped]")) marked.removeAttribute("data-tapped");
    for (const control of figure.querySelectorAll("[data-tap]")) {
      const before = places(control, frame);
      control.setAttribute("data-tapped", "");
      const after = places(control, frame);
      control.removeAttribute("data-tapped");
      const moved = after.findIndex((box, part) => box.some((side, index) => Math.abs(side - before[part][index]) > 1));
      if (moved < 0) continue;
      problems.push(`${figure.querySelector("figcaption").textContent}: part ${moved} of <${control.className}> ${control.dataset.tap} is at ${after[moved]} instead of ${before[moved]}`);
    }
    figure.hidden = true;
  }
  return problems;
}
