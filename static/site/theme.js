/* Light theme, dark theme, or the system's theme. Runs before the page is drawn, so that nothing flashes. The
   administration pages use the same key in localStorage. */
{
  const MODES = ["auto", "light", "dark"];
  const kept = () => {
    try {
      const mode = localStorage.getItem("theme");
      return MODES.includes(mode) ? mode : "auto";
    } catch {
      return "auto";
    }
  };
  const show = (mode) => {
    document.documentElement.dataset.theme = mode;
    for (const button of document.querySelectorAll("[data-theme-switch]")) {
      button.hidden = false;
      button.title = `Theme: ${mode}`;
      button.setAttribute("aria-label", `Theme: ${mode}. Change`);
    }
  };
  const change = () => {
    const mode = MODES[(MODES.indexOf(document.documentElement.dataset.theme) + 1) % MODES.length];
    try {
      localStorage.setItem("theme", mode);
    } catch {
      // Without localStorage the choice lasts until the page is reloaded.
    }
    show(mode);
  };

  show(kept());
  addEventListener("storage", () => show(kept()));
  document.addEventListener("DOMContentLoaded", () => {
    show(kept());
    for (const button of document.querySelectorAll("[data-theme-switch]")) button.addEventListener("click", change);
  });
}
