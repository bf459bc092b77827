// The desk works as a plain form. This adds the buttons beside numbers, and copying.
function step(button) {
  const stepper = button.closest(".stepper"), input = stepper.querySelector("input"), by = Number(button.dataset.step);
  const now = Number.parseInt(input.value.replace("−", "-"), 10);
  // A blank number begins where it may; a blank count of dice is none.
  const next = Number.isNaN(now) ? Math.max(Number(stepper.dataset.low), "blank" in stepper.dataset ? by : 0) : now + by;
  input.value = Math.min(Number(stepper.dataset.high), Math.max(Number(stepper.dataset.low), next));
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

// navigator.clipboard is missing on plain HTTP, which is what a house is mostly opened by.
async function copy(button) {
  const area = document.getElementById(button.dataset.copy), words = button.textContent;
  area.focus();
  area.select();
  if (navigator.clipboard) await navigator.clipboard.writeText(area.value);
  else document.execCommand("copy");
  button.textContent = "Copied";
  setTimeout(() => { button.textContent = words; }, 2000);
}

document.addEventListener("click", ({ target }) => {
  const stepped = target.closest?.("[data-step]"), copied = target.closest?.("[data-copy]");
  if (stepped) step(stepped);
  if (copied) copy(copied);
});

// How many dice a handful has, while faces are tapped.
document.addEventListener("input", ({ target }) => {
  const pool = target.closest?.(".pool");
  if (!pool) return;
  const counts = [...pool.querySelectorAll("input")].map((input) => Number.parseInt(input.value, 10) || 0);
  pool.querySelector(".pool__total").value = counts.reduce((sum, count) => sum + count, 0);
});
