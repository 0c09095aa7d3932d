/* The parts around the item: the progress, the save state, the last answers, the toast with "Undo". */

const LASTS = 8000;
const MOST = 10;
const ASKED = 5;
const STATES = {
  saved: ["All answers saved", "check"],
  saving: ["Saving", "clock"],
  waiting: ["Not sent yet, retrying", "clock"],
  out: ["Not sent", "alert"],
};
const OUT = "You are signed out. Your answers are kept on this computer: open your link or sign in again to send them.";

export function aside(root) {
  const at = (selector) => root.querySelector(selector);
  const toast = at("#undo");
  let timer = 0;

  function state(word) {
    const [text, sign] = STATES[word];
    at("#saved > span").textContent = text;
    const use = at("#saved use");
    use.setAttribute("href", use.getAttribute("href").replace(/#.*/, `#${sign}`));
    at("#saved").className = `chip ${word === "saved" ? "plain" : word === "saving" ? "plain busy" : "warn"}`;
  }

  function oneMore() {
    const { value, max } = at("#progress progress");
    return { answered: value + 1, of: max, place: Math.min(value + 2, max), left: at("[data-left]").textContent };
  }

  function problem(text) {
    at("#problem").textContent = text;
    at("#problem").hidden = !text;
  }

  const says = (text) => { at("#says").textContent = text; };
  const hideToast = () => { toast.hidden = true; };
  const stay = () => clearTimeout(timer);
  const leave = () => {
    stay();
    timer = setTimeout(hideToast, LASTS);
  };
  toast.addEventListener("pointerenter", stay);
  toast.addEventListener("pointerleave", leave);
  toast.addEventListener("focusin", stay);

  return {
    state,
    problem,
    says,
    hideToast,
    kept: (text) => { at("[data-kept]").textContent = text; },
    out() {
      state("out");
      problem(OUT);
    },
    waits(isWaiting) {
      at(".judge").classList.toggle("waiting", isWaiting);
      if (isWaiting) says("Waiting for the next item. Your answers are kept.");
    },
    place(place) {
      document.title = `Item ${place} · PARE Studio`;
      at("[data-kept]").textContent = "Your text is saved as you type.";
    },
    /** Return "1" if the server should send the progress with this answer (every fifth answer, and near the end), else "0". */
    isDue() {
      const bar = at("#progress progress");
      return bar && bar.value % ASKED && bar.max - bar.value > ASKED ? "0" : "1";
    },
    /** Show the progress that the server sent. If it sent none, count one answer more than before. */
    progress(told) {
      if (!at("#progress")) return;
      const { answered, of, place, left } = told ?? oneMore();
      at("[data-place]").textContent = `${place} of ${of}`;
      at("[data-left]").textContent = left;
      const bar = at("#progress progress");
      [bar.value, bar.max] = [answered, of];
      bar.setAttribute("aria-label", `${answered} of ${of} answered`);
      says(`Item ${place} of ${of}${left ? `, ${left}` : ""}`);
    },
    entry(code, html) {
      const list = at(".answers-list");
      list.querySelector(`[data-code="${CSS.escape(code)}"]`)?.remove();
      list.insertAdjacentHTML("afterbegin", html);
      while (list.children.length > MOST) list.lastElementChild.remove();
      at("#last").hidden = !list.children.length;
    },
    last(html) {
      at(".answers-list").innerHTML = html;
      at("#last").hidden = !html;
    },
    lastCode: () => at(".answers-list > [data-code]")?.dataset.code ?? "",
    toast(text) {
      toast.firstElementChild.textContent = text;
      toast.hidden = false;
      leave();
    },
    onUndo: (act) => toast.querySelector("button").addEventListener("click", act),
  };
}
