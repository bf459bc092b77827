// Copies the text whose id stands in a button's data-copy. Without it the text is selected and copied by hand.
// navigator.clipboard is missing on plain HTTP, which is what a house is mostly opened by.
async function copy(button) {
  const area = document.getElementById(button.dataset.copy), words = button.textContent;
  area.select();
  if (navigator.clipboard) await navigator.clipboard.writeText(area.value);
  else document.execCommand("copy");
  button.textContent = "Copied";
  setTimeout(() => { button.textContent = words; }, 2000);
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-copy]");
  if (button) copy(button);
});
