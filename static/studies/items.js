// The list of items: ticks all items on the page, and copies a suggested answer into the form.

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

// Move the focus into the form that was just opened.
document.addEventListener("htmx:afterSwap", () => document.querySelector(".mark-form [name=role]:checked")?.focus());
document.documentElement.dataset.ready = "";
