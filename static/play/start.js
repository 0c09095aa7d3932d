// Finds scenarios in the list by the words of their title and category. Without scripts, the whole list is shown.

const field = document.querySelector("[data-find]");
const list = document.querySelector(".scenarios");
const rows = [...list.querySelectorAll(".pick")].map((row) => ({ row, text: row.textContent.toLowerCase() }));

function show() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const { row, text } of rows) {
    row.hidden = !words.every((word) => text.includes(word));
    found += row.hidden ? 0 : 1;
  }
  document.querySelector("[data-found]").textContent = words.length ? `${found} of ${rows.length}` : `${rows.length}`;
  list.querySelector("[data-none]").hidden = found > 0;
}

field.closest("[hidden]").hidden = false;
field.addEventListener("input", show);
field.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  // Enter chooses the first scenario that was found; it must not start the run.
  event.preventDefault();
  rows.find(({ row }) => !row.hidden)?.row.querySelector("input").click();
});
const chosen = list.querySelector(":checked");
if (chosen) list.scrollTop = Math.max(0, chosen.closest(".pick").offsetTop - list.offsetTop - 80);
