// Copies the text whose id stands in a button's data-copy; with data-share it is handed to the device's own sharing
// where there is one. Without the script the text is selected and copied by hand.
// navigator.clipboard is missing on plain HTTP, which is what a house is mostly opened by.
async function copy(button) {
  const area = document.getElementById(button.dataset.copy), words = [...button.childNodes];
  if ("share" in button.dataset && navigator.share) return navigator.share({ text: area.value }).catch(() => {});
  area.select();
  if (navigator.clipboard) await navigator.clipboard.writeText(area.value);
  else document.execCommand("copy");
  button.focus();
  button.replaceChildren("Copied");
  setTimeout(() => button.replaceChildren(...words), 2000);
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-copy]");
  if (button) copy(button);
});
