// A run in a file: the run page itself, opened at the step that the address names.

import "../run/page.js";

const root = document.getElementById("run");
const named = /^#(\d+)$/.exec(location.hash);
if (named) root.dispatchEvent(new CustomEvent("pare:go", { detail: { n: Number(named[1]) } }));
