// The cover over a hand: open while it is held (data-hold), or while its tick is set (data-shuts); shut as soon as the
// page is left. Without this file the tick alone opens it.
const hold = (on) => document.documentElement.classList.toggle("is-held", on);
const button = ({ target }) => target.closest?.("[data-hold]");
// Another finger may tap a card meanwhile: only the finger that holds lets go.
let holding = null;

function shut() {
  hold(false);
  for (const tick of document.querySelectorAll(".secret__open[data-shuts]:checked")) tick.checked = false;
}

// A tick that does not shut by itself is kept over reloads; where it is new, a phone is covered, a tablet open.
const shelf = (tick) => `companion.open.${location.pathname}.${tick.id}`;
const known = new WeakSet();
function recall() {
  for (const tick of document.querySelectorAll(".secret__open:not([data-shuts])")) {
    if (known.has(tick)) continue;
    known.add(tick);
    tick.checked = (localStorage.getItem(shelf(tick)) ?? (innerWidth < 600 ? "no" : "yes")) === "yes";
  }
}
document.addEventListener("change", ({ target }) => {
  if (target.matches?.(".secret__open:not([data-shuts])")) localStorage.setItem(shelf(target), target.checked ? "yes" : "no");
});
document.addEventListener("htmx:after:swap", recall);
recall();

document.addEventListener("pointerdown", (event) => {
  if (!button(event)) return;
  holding = event.pointerId;
  hold(true);
});
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, ({ pointerId }) => pointerId === holding && hold(false));
}
for (const left of ["blur", "pagehide"]) addEventListener(left, shut);
document.addEventListener("visibilitychange", () => document.hidden && shut());
document.addEventListener("contextmenu", (event) => button(event) && event.preventDefault());
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") shut();
  if (event.key !== " " || !button(event)) return;
  event.preventDefault();
  hold(true);
});
document.addEventListener("keyup", ({ key }) => key === " " && hold(false));
