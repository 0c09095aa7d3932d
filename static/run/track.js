// The track: the whole run on a thin bar, with turns, offers, answers and errors, the part shown on the strip, and the current step.

const [HEIGHT, TICK] = [18, 4];
// Pixels; ticks closer together would look like a grey smear.
const APART = 5;

/** The same shapes as on the strip, filled or hollow. */
const SHAPES = {
  proposal: { path: diamond, filled: true },
  report: { path: diamond, filled: false },
  accept: { path: circle, filled: true },
  reject: { path: circle, filled: false },
  error: { path: octagon, filled: true },
};

function diamond(x, y, r) {
  return `M${x} ${y - r}l${r} ${r} ${-r} ${r} ${-r} ${-r}z`;
}

function circle(x, y, r) {
  const size = r * 0.85;
  return `M${x - size} ${y}a${size} ${size} 0 1 0 ${2 * size} 0a${size} ${size} 0 1 0 ${-2 * size} 0z`;
}

// Draws an octagon, with an exclamation mark if there is room. The mark is drawn in the opposite direction, which makes it a hole.
function octagon(x, y, r) {
  const half = r * 0.45;
  const mark = r > 4 ? `M${x - 0.7} ${y - 2.6}v2.8h1.4v-2.8zM${x - 0.7} ${y + 1.2}v1.4h1.4v-1.4z` : "";
  const upper = `M${x - half} ${y - r}h${2 * half}l${r - half} ${r - half}v${2 * half}l${half - r} ${r - half}`;
  const lower = `h${-2 * half}l${half - r} ${half - r}v${-2 * half}z`;
  return `${upper}${lower}${mark}`;
}

export function trackIn(place, at, outline) {
  const bar = place.querySelector("[data-bar]");
  const picture = place.querySelector("svg");
  const share = (n) => (at.last > 0 ? Math.min(1, n / at.last) : 0);
  let drawn = "";
  let drawnHits = null;

  function add(name, path) {
    const element = document.createElementNS(picture.namespaceURI, "path");
    element.setAttribute("class", name);
    element.setAttribute("d", path);
    picture.append(element);
  }

  function draw() {
    const width = bar.clientWidth;
    const state = `${width} ${at.last} ${outline.keys.length}`;
    if (place.hidden || !width || (state === drawn && outline.hits === drawnHits)) return;
    [drawn, drawnHits] = [state, outline.hits];
    picture.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    picture.replaceChildren();
    drawTurns(width);
    drawKeys(width);
    drawHits(width);
  }

  function drawTurns(width) {
    let [path, before] = ["", -APART];
    for (const n of outline.turns) {
      const x = Math.round(share(n) * width) + 0.5;
      if (x - before < APART) continue;
      path += `M${x} ${HEIGHT - TICK}v${TICK}`;
      before = x;
    }
    add("turns", path);
  }

  // One path per kind, so that thousands of steps need only a handful of elements.
  function drawKeys(width) {
    const radius = outline.keys.length * 9 > width ? 3 : 4.5;
    const paths = new Map();
    // Errors are drawn first, below the others, because there may be many of them.
    for (const [n, shape, tone] of outline.keys.toSorted(([, , one], [, , other]) => (other === "bad") - (one === "bad"))) {
      if (!(shape in SHAPES)) continue;
      const { path, filled } = SHAPES[shape];
      const name = `${tone} ${filled ? "filled" : "hollow"}`;
      paths.set(name, (paths.get(name) ?? "") + path(share(n) * width, HEIGHT / 2 - 1, radius));
    }
    for (const [name, path] of paths) add(name, path);
  }

  // Underlines the hits as on the strip; hits at the same pixel share a line.
  function drawHits(width) {
    const places = new Set(outline.hits.map((n) => Math.round(share(n) * width)));
    add("hits", [...places].map((x) => `M${x - 2} ${HEIGHT - 1}h4`).join(""));
  }

  new ResizeObserver(draw).observe(bar);

  return {
    place,
    draw,
    // `shown`: the range on the strip. The track is hidden if the strip shows the whole run.
    show(n, shown, isWhole) {
      place.hidden = isWhole;
      if (isWhole) return;
      draw();
      place.style.setProperty("--at", share(n));
      place.style.setProperty("--from", share(shown.from));
      place.style.setProperty("--to", share(shown.to - 1));
    },
    stepAt(x) {
      const { left, width } = bar.getBoundingClientRect();
      return Math.round(Math.min(1, Math.max(0, (x - left) / width)) * at.last);
    },
  };
}
