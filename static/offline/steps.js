// The steps of a run that lie in the page itself: the same answers as the server gives, packed into one place.

/** Never thrown here: whatever can be asked for is in the page. Those who ask a server have to know it. */
export class NotAStep extends Error {}

async function unpacked(id) {
  const packed = Uint8Array.from(atob(document.getElementById(id).textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

const { steps, exchanges, pieces } = await unpacked("packed");
let phone = null;
// A phone that is left out looks as in the step before.
const kept = steps.map((step) => ({ ...step, phone: (phone = step.phone ?? phone) }));

export function stepParts() {
  return {
    have: (n) => kept[n],
    load: async (n) => kept[n],
    ahead() {},
    async exchange(address) {
      if (!(address in exchanges)) throw new NotAStep(address);
      return exchanges[address].map((n) => pieces[n]).join("");
    },
  };
}
