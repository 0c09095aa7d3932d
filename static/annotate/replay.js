/* Steps through the phone of the current item. `replayIn(root, fetchFrames)` works on annotate/_phone.html and the lines of annotate/_told.html
   inside `root`; `fetchFrames(code)` returns a promise of the list of pictures. Call `begin(code)` whenever the page shows another item. */

export function replayIn(root, fetchFrames) {
  const fetched = new Map();
  let code = "";
  let at = 0;
  let last = -1;

  const place = () => root.querySelector("[data-phone-place]");
  const lines = () => root.querySelectorAll(".happened [data-frame]");

  function begin(newCode) {
    code = newCode;
    last = Number(root.querySelector("[data-steps]")?.dataset.steps ?? 0) - 1;
    at = last;
    settle(place());
    if (last < 1) return;
    for (const part of root.querySelectorAll("[data-step-by], [data-step-keys]")) part.hidden = false;
    for (const line of lines()) line.classList.add("steps");
    draw();
  }

  // Fetched once per item; a failure is forgotten, so that the next step tries again.
  function framesOf(wanted) {
    if (!fetched.has(wanted)) {
      const asked = fetchFrames(wanted);
      asked.catch(() => fetched.delete(wanted));
      fetched.set(wanted, asked);
    }
    return fetched.get(wanted);
  }

  async function go(frame) {
    if (last < 1) return;
    at = Math.min(Math.max(frame, 0), last);
    draw();
    const mine = [code, at];
    try {
      const frames = await framesOf(code);
      if (mine[0] !== code || mine[1] !== at) return;
      place().innerHTML = frames[at] ?? "";
      settle(place());
    } catch {
      if (mine[0] === code) root.querySelector("[data-step-word]").textContent = "This picture could not be loaded. Reload the page.";
    }
  }

  function draw() {
    for (const button of root.querySelectorAll("[data-step-by]")) {
      button.disabled = Number(button.dataset.stepBy) < 0 ? at === 0 : at === last;
    }
    const isHere = at === last;
    root.querySelector("[data-step-word]").textContent = `Step ${at + 1} of ${last + 1}${isHere ? ", the step that you judge" : ", an earlier step"}`;
    let now = null;
    for (const line of lines()) {
      const isNow = !isHere && Number(line.dataset.frame) === at;
      line.classList.toggle("now", isNow);
      if (line.classList.contains("here")) line.classList.toggle("past", !isHere);
      if (isNow) now = line;
    }
    const folded = now?.closest("details");
    if (folded) folded.open = true;
  }

  root.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step-by]");
    const line = event.target.closest(".happened [data-frame]");
    if (button) go(at + Number(button.dataset.stepBy));
    else if (line && !getSelection()?.toString()) go(Number(line.dataset.frame));
  });

  return {
    begin,
    step: (by) => go(at + by),
    /** Fetch the pictures of these items in advance, and forget those of others. */
    prefetch(codes) {
      for (const known of [...fetched.keys()]) if (known !== code && !codes.includes(known)) fetched.delete(known);
      for (const one of codes) framesOf(one).catch(() => {});
    },
  };
}

// Nothing in the picture can be pressed, but long screens can be scrolled. Screen readers read its texts but no second “Accept”: the offer comes
// again with the question.
function settle(place) {
  if (!place) return;
  for (const one of place.querySelectorAll("button, a, input, textarea, select")) {
    one.tabIndex = -1;
    if (one.closest("[data-card]") || !one.textContent.trim()) one.ariaHidden = "true";
    else if (one.matches("button, a")) {
      one.ariaLabel ??= one.textContent.trim().replace(/\s+/g, " ");
      one.role = "img";
    }
  }
  for (const card of place.querySelectorAll("[role=dialog]")) card.role = "group";
  for (const phone of place.querySelectorAll("[data-phone]")) phone.ariaLabel = phone.ariaLabel.replace(/^Phone/, "Picture of the phone");
  for (const body of place.querySelectorAll(".ph-body")) {
    if (body.scrollHeight > body.clientHeight && !body.closest("[inert]")) body.tabIndex = 0;
  }
}
