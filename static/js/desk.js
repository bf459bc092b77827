// The desk works as a plain form. This adds the buttons beside numbers, and copying.
for (const stepper of document.querySelectorAll(".stepper")) {
  const input = stepper.querySelector("input");
  const low = Number(stepper.dataset.low), high = Number(stepper.dataset.high);
  for (const button of stepper.querySelectorAll("[data-step]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const now = Number.parseInt(input.value.replace("−", "-"), 10);
      // A blank number begins where it may; a blank count of dice is none.
      const begun = "blank" in stepper.dataset ? Number(button.dataset.step) : 0;
      const next = Number.isNaN(now) ? Math.max(low, begun) : now + Number(button.dataset.step);
      input.value = Math.min(high, Math.max(low, next));
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
  }
}

// How many dice a handful has, while faces are tapped.
for (const pool of document.querySelectorAll(".pool")) {
  const total = pool.querySelector(".pool__total");
  pool.addEventListener("input", () => {
    const counts = [...pool.querySelectorAll("input")].map((input) => Number.parseInt(input.value, 10) || 0);
    total.value = counts.reduce((sum, count) => sum + count, 0);
  });
}

// navigator.clipboard is missing on plain HTTP, which is what a house is mostly opened by.
function copy(area) {
  area.focus();
  area.select();
  if (navigator.clipboard) return navigator.clipboard.writeText(area.value);
  document.execCommand("copy");
  return Promise.resolve();
}

for (const button of document.querySelectorAll("[data-copy]")) {
  const words = button.textContent;
  button.hidden = false;
  button.addEventListener("click", () => {
    copy(document.getElementById(button.dataset.copy)).then(() => {
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = words; }, 2000);
    });
  });
}
