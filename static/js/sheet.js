// How high the question stands on a narrow screen: peek (heading and main button), half, full. Drawn or tapped at its
// grab, and kept for this kind of question while the page is open; a question says itself how it opens.
const HEIGHTS = ["peek", "half", "full"];
const SLIP = 8;
const root = document.documentElement;
const ask = () => document.getElementById("ask");
const shelf = () => `companion.sheet.${ask().dataset.kind}`;
let from = null;

function settle() {
  // A cover has no height of its own choosing.
  root.dataset.sheet = ask() ? sessionStorage.getItem(shelf()) ?? ask().dataset.opens : "half";
}

function set(height) {
  sessionStorage.setItem(shelf(), height);
  settle();
  // What depends on the glass that is left is drawn anew.
  dispatchEvent(new Event("resize"));
}

// Upwards one higher, downwards one lower; a tap goes on to the next, and from the highest back to half.
function pulled(down) {
  const now = HEIGHTS.indexOf(root.dataset.sheet);
  if (Math.abs(down) > SLIP) set(HEIGHTS[Math.min(2, Math.max(0, now - Math.sign(down)))]);
  else set(HEIGHTS[now === 2 ? 1 : now + 1]);
}

document.addEventListener("pointerdown", (event) => {
  if (!event.target.closest?.(".s-grab")) return;
  from = event.clientY;
  event.target.setPointerCapture(event.pointerId);
});
document.addEventListener("pointerup", ({ clientY }) => {
  if (from !== null) pulled(clientY - from);
  from = null;
});
document.addEventListener("pointercancel", () => { from = null; });
document.addEventListener("click", (event) => event.target.closest?.(".s-grab") && !event.detail && pulled(0));
document.addEventListener("htmx:after:swap", settle);
settle();
