/* The last page of a study: its code is copied with one click, and times are those of the reader's clock. */

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    button.querySelector("span").textContent = "Copied";
  });
}

for (const time of document.querySelectorAll("time[data-local]")) {
  time.textContent = new Date(time.dateTime).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
}
