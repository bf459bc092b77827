// Dice pads: a tap on a face adds one die, a tap on its count takes one back. Without this file the counts are typed.
(() => {
  "use strict";

  const count = (input) => Number.parseInt(input.value, 10) || 0;

  const tell = (pad) => {
    const sum = [...pad.querySelectorAll("input")].reduce((total, input) => total + count(input), 0);
    pad.querySelector("[data-sum]").textContent = sum;
    pad.classList.toggle("pad--full", pad.dataset.wanted !== "" && Number(pad.dataset.wanted) === sum);
    for (const face of pad.querySelectorAll(".pad__face")) {
      face.classList.toggle("pad__face--some", count(face.querySelector("input")) > 0);
    }
  };

  const arm = () => document.querySelectorAll(".pad").forEach(tell);

  document.addEventListener("click", (event) => {
    const face = event.target.closest?.(".pad__face");
    if (!face) return;
    const input = face.querySelector("input");
    const less = event.target === input;
    event.preventDefault();
    const now = Math.max(0, Math.min(20, count(input) + (less ? -1 : 1)));
    input.value = now || "";
    tell(face.closest(".pad"));
  });
  document.addEventListener("input", (event) => {
    const pad = event.target.closest?.(".pad");
    if (pad) tell(pad);
  });
  document.addEventListener("htmx:after:swap", arm);
  arm();
})();
