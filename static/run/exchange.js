// The exchange with a language model in a step's detail: fetched when its tab is opened, never before.

/** Fill the tab of the step that is shown, if it is open and still empty. */
export async function showExchange(detail, parts) {
  const place = detail.querySelector("[data-exchange]");
  if (!place || !detail.querySelector("#tab-model")?.checked || "asked" in place.dataset) return;
  place.dataset.asked = "";
  const asked = place.dataset.exchange;
  try {
    const html = await parts.exchange(asked);
    if (!place.isConnected) return;
    place.innerHTML = html;
    place.dataset.shown = asked;
  } catch {
    // The link to the page of its own is still there, and it says what is wrong.
    delete place.dataset.asked;
  }
}
