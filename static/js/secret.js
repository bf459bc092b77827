// The cover over a hand: open while it is held, or while its tick is set; shut as soon as the page is left.
// Without this file the tick alone opens it.
(() => {
  "use strict";

  // Another finger may tap a card meanwhile: only the finger that holds lets go.
  let holding = null;
  const hold = (on) => document.documentElement.classList.toggle("is-held", on);

  const shut = () => {
    hold(false);
    for (const tick of document.querySelectorAll(".secret__open[data-shuts]:checked")) tick.checked = false;
  };

  document.addEventListener("pointerdown", (event) => {
    if (!event.target.closest?.("[data-hold]")) return;
    holding = event.pointerId;
    hold(true);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    window.addEventListener(end, (event) => event.pointerId === holding && hold(false));
  }
  window.addEventListener("blur", shut);
  window.addEventListener("pagehide", shut);
  document.addEventListener("visibilitychange", () => document.hidden && shut());
  document.addEventListener("contextmenu", (event) => {
    if (event.target.closest?.("[data-hold]")) event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") shut();
    if (event.key === " " && event.target.matches?.("[data-hold]")) {
      event.preventDefault();
      hold(true);
    }
  });
  document.addEventListener("keyup", (event) => event.key === " " && hold(false));
})();
