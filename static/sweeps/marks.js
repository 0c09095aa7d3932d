// Updates the marks of the matrix that the server drew; only changed cells are touched.
// benchmark/views/matrix_data.py has the same letters and words; change both together.

const WORDS = { s: "success", u: "undecided", n: "no success", f: "failed", r: "running", q: "queued", x: "skipped" };
const FEW = 6;

function said(marks) {
  if (marks.length <= FEW) return [...marks].map((letter) => WORDS[letter]).join(", ");
  return Object.entries(WORDS)
    .map(([letter, word]) => [marks.split(letter).length - 1, word])
    .filter(([count]) => count)
    .map(([count, word]) => `${count} ${word}`)
    .join(", ");
}

function shareOf(marks) {
  const count = (letter) => marks.split(letter).length - 1;
  const won = count("s");
  const undecided = count("u");
  return { won, undecided, counted: won + undecided + count("n") };
}

function counts({ won, undecided, counted }) {
  return `${won} of ${counted}${undecided ? `, ${undecided} undecided` : ""}`;
}

function percent({ won, undecided, counted }) {
  if (!counted) return "none";
  const strict = Math.round((100 * won) / counted);
  return undecided ? `${strict} to ${Math.round((100 * (won + undecided)) / counted)} %` : `${strict} %`;
}

function draw(link, marks) {
  const pips = link.querySelectorAll("i");
  if (pips.length === marks.length) {
    pips.forEach((pip, place) => { if (pip.className !== marks[place]) pip.className = marks[place]; });
  } else {
    link.firstElementChild.textContent = counts(shareOf(marks));
  }
  link.setAttribute("aria-label", link.getAttribute("aria-label").replace(/[^:]*$/, ` ${said(marks)}`));
}

function sum(row, lines, models) {
  for (const cell of row.querySelectorAll("[data-column]")) {
    const share = shareOf(lines.map((line) => line[cell.dataset.column]).join(""));
    cell.firstChild.textContent = percent(share);
    cell.querySelector(".sub").textContent = counts(share);
  }
  const all = row.querySelector("[data-models]");
  if (all) tell(all, lines.map((line) => models.map((column) => line[column]).join("")).join(""));
}

function tell(cell, marks) {
  cell.textContent = counts(shareOf(marks));
}

/** Put the marks of this text (lines separated by |, cells by .) into the matrix; return the keys of the changed cells. */
export function update(matrix, text, before) {
  const lines = text.split("|");
  const old = before.split("|");
  const models = [...(matrix.querySelector("tbody tr")?.querySelectorAll("[data-models] ~ *, [data-column]") ?? [])];
  const end = models.findIndex((cell) => cell.previousElementSibling?.hasAttribute("data-models"));
  const columns = models.slice(0, end < 0 ? models.length : end).map((cell) => cell.dataset.column);
  const changed = new Set();
  for (const row of matrix.querySelectorAll("tbody tr[data-row]")) {
    const place = row.dataset.row;
    if (lines[place] === old[place]) continue;
    const cells = lines[place].split(".");
    const were = (old[place] ?? "").split(".");
    for (const cell of row.querySelectorAll("[data-column]")) {
      const { column } = cell.dataset;
      if (cells[column] === were[column]) continue;
      const link = cell.querySelector("a");
      draw(link, cells[column]);
      changed.add(new URL(link.href).searchParams.get("cell"));
    }
    const own = row.querySelector("[data-models]");
    if (own) tell(own, columns.map((column) => cells[column]).join(""));
  }
  const shown = [...matrix.querySelectorAll("tbody tr[data-row]")].map((row) => lines[row.dataset.row].split("."));
  const foot = matrix.querySelector("tfoot tr");
  if (changed.size && foot) sum(foot, shown, columns);
  return changed;
}
