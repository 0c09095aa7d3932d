// The list of items: all of a page are ticked at once, and a suggested answer is taken with one press.

document.addEventListener("change", (event) => {
  if (!event.target.matches("[data-all]")) return;
  for (const box of document.querySelectorAll("#list tbody input[name=item]")) box.checked = event.target.checked;
});

document.addEventListener("click", (event) => {
  const take = event.target.closest?.("[data-take]");
  if (!take) return;
  const choice = take.form.querySelector(`[name="${CSS.escape(take.dataset.take)}"][value="${CSS.escape(take.dataset.value)}"]`);
  if (choice) choice.checked = true;
});

// The form of an item that was just opened is where one goes on.
document.addEventListener("htmx:afterSwap", () => document.querySelector(".mark-form [name=role]:checked")?.focus());
document.documentElement.dataset.ready = "";
