// The exchange with a language model in a step's detail. It can be large, so it is fetched only when its tab is opened.

/** Fill the tab of the shown step, if it is open and still empty. */
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
    // The tab still holds the link to the exchange's own page, which says what is wrong.
    delete place.dataset.asked;
  }
}
