/* Asks the questions about the current item one by one. `askingIn(form, {done, changed})` works on annotate/_ask.html and the reason in _item.html;
   it calls `done({given, reason})` with the last answer, and `changed({given, reason})` after every earlier choice and every letter of the reason. */

/** Milliseconds: a key that bounces must not answer the next question or item, which nobody has read yet. */
export const TOO_SOON = 250;

export function askingIn(form, { done, changed }) {
  const why = form.querySelector("#why");
  const field = form.querySelector(".why");
  let given = {};
  /** A choice that still needs its reason. */
  let pending = null;
  let moved = -TOO_SOON;

  const questions = () => [...form.querySelectorAll(".question")];
  const active = () => form.querySelector(".question.active");
  const reason = () => why.value.trim();

  // On narrow screens the answers are always in view. While the offer is out of view, its first words are shown with them.
  const seen = new IntersectionObserver(
    ([{ isIntersecting }]) => { for (const peek of form.querySelectorAll(".peek")) peek.hidden = isIntersecting; },
    { rootMargin: "-48px 0px -120px", threshold: 0.5 },
  );

  function begin(draft = {}) {
    seen.disconnect();
    for (const offer of form.querySelectorAll("blockquote")) seen.observe(offer);
    given = { ...draft.given };
    pending = null;
    why.value = draft.reason ?? "";
    const all = questions();
    activate(all.find((question) => !given[question.dataset.key]) ?? all[0]);
  }

  function activate(question) {
    for (const one of questions()) {
      const chosen = chosenIn(one);
      one.classList.toggle("active", one === question);
      one.hidden = one !== question && !chosen;
      for (const choice of one.querySelectorAll(".choice")) choice.setAttribute("aria-pressed", String(choice === chosen));
      const told = one.querySelector(".chosen");
      told.hidden = one === question || !chosen;
      told.querySelector("[data-chosen]").textContent = chosen ? labelOf(chosen) : "";
    }
    ask(false);
  }

  const chosenIn = (question) => {
    const value = given[question.dataset.key];
    return value ? question.querySelector(`.choice[value="${CSS.escape(value)}"]`) : null;
  };

  function ask(wanted) {
    field.classList.toggle("wanted", wanted);
    const needing = [...(active()?.querySelectorAll(".choice[data-reason]") ?? [])].map(labelOf);
    const optional = needing.length ? `needed for ${needing.join(", ")}, otherwise optional` : "optional";
    const needed = `${pending?.querySelector(".sub")?.textContent || "say why"}, then press the answer again`;
    form.querySelector("#why-needed").textContent = wanted ? needed : optional;
  }

  function choose(choice) {
    if (performance.now() - moved < TOO_SOON) return;
    const question = choice.closest(".question");
    given[question.dataset.key] = choice.value;
    if (choice.dataset.reason !== undefined && !reason()) {
      activate(question);
      pending = choice;
      ask(true);
      why.focus();
      changed({ given: { ...given }, reason: "" });
      return;
    }
    pending = null;
    const open = questions().find((one) => !given[one.dataset.key]);
    if (open) {
      moved = performance.now();
      activate(open);
      changed({ given: { ...given }, reason: reason() });
      focusOn(open);
    } else {
      activate(question);
      done({ given: { ...given }, reason: reason() });
    }
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (event.submitter?.matches(".choice")) choose(event.submitter);
  });
  form.addEventListener("click", (event) => {
    const change = event.target.closest("[data-change]");
    if (change) activate(change.closest(".question"));
  });
  why.addEventListener("input", () => changed({ given: { ...given }, reason: reason() }));
  why.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      event.preventDefault();
      why.blur();
    }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      const chosen = pending ?? chosenIn(active());
      if (chosen) choose(chosen);
    }
  });

  return {
    begin,
    /** Choose an answer of the active question by its letter or number; return false if there is no such choice. */
    press(key) {
      const choices = [...(active()?.querySelectorAll(".choice") ?? [])];
      const choice = /^\d$/.test(key) ? choices[Number(key) - 1] : choices.find((one) => one.dataset.letter === key.toLowerCase());
      if (choice) choose(choice);
      return Boolean(choice);
    },
    write: () => why.focus(),
    /** Return the chosen answers in words. */
    says: () => questions().map(chosenIn).filter(Boolean).map(labelOf).join(", "),
    focus: () => focusOn(active()),
  };
}

const labelOf = (choice) => choice.querySelector("span").firstChild.textContent.trim();

/** Focus the question, so that screen readers read it and keys act on it. */
function focusOn(question) {
  const heading = question?.querySelector("h1");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
