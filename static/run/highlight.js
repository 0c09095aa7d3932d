// Highlights found words with the CSS Custom Highlight API, which does not change the page's elements. Older browsers show no highlights.

const NAME = "found";
const MOST = 2000;

/** `words`: as the server compares them, in lower case, phrases with single spaces. */
export function highlight(places, words) {
  if (!globalThis.CSS?.highlights) return;
  const ranges = words.length ? places.flatMap((place) => rangesIn(place, words)).slice(0, MOST) : [];
  if (ranges.length) CSS.highlights.set(NAME, new Highlight(...ranges));
  else CSS.highlights.delete(NAME);
}

// A phrase may span several text nodes, because names are bold.
function rangesIn(place, words) {
  const pieces = [];
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  let text = "";
  while (walker.nextNode()) {
    pieces.push({ node: walker.currentNode, start: text.length });
    text += alike(walker.currentNode.data);
  }
  return words.flatMap((word) => [...occurrences(text, word)].map((start) => range(pieces, start, start + word.length)));
}

// Keeps the length, so that positions in the result are positions in the text.
function alike(text) {
  const small = text.toLowerCase();
  return (small.length === text.length ? small : text).replace(/\s/g, " ").replace(/[‘’]/g, "'");
}

function* occurrences(text, word) {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) yield at;
}

function range(pieces, start, end) {
  const made = new Range();
  const first = pieces.findLast((piece) => piece.start <= start);
  const last = pieces.findLast((piece) => piece.start < end);
  made.setStart(first.node, start - first.start);
  made.setEnd(last.node, end - last.start);
  return made;
}
