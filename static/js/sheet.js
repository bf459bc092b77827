// A narrow screen. How high the question stands: peek (heading and main button), half, full; drawn or tapped at its
// grab, and kept for this kind of question while the page is open; a question says itself how it opens. On a phone the
// own question and the board are two pages side by side: a swipe turns them (that needs no script), and so does a tap
// on the turner between them. A new question of one's own brings its page back.
import { SLIP, isCalm, on, onPicture } from "./page.js";
import { table } from "./taps.js";

const HEIGHTS = ["peek", "half", "full"];
const PHONE = 600; // px: from there on the board is large enough beside half a sheet
const root = document.documentElement;
const ask = () => document.getElementById("ask");
const shelf = () => `companion.sheet.${ask().dataset.kind}`;
let from = null;
let kind = ask()?.dataset.kind;

function settle() {
  // A cover has no height of its own choosing.
  const opens = ask()?.dataset.opens === "peek" && innerWidth >= PHONE ? "half" : ask()?.dataset.opens;
  const was = root.dataset.sheet;
  root.dataset.sheet = ask() ? sessionStorage.getItem(shelf()) ?? opens : "half";
  // What depends on the glass that is left is drawn anew.
  if (was !== root.dataset.sheet) dispatchEvent(new Event("resize"));
}

// Upwards one higher, downwards one lower; a tap goes on to the next, and from the highest back to half.
function pull(down) {
  const now = HEIGHTS.indexOf(root.dataset.sheet), on = now === 2 ? 1 : now + 1;
  const next = Math.abs(down) > SLIP ? Math.min(2, Math.max(0, now - Math.sign(down))) : on;
  sessionStorage.setItem(shelf(), HEIGHTS[next]);
  settle();
}

const isFar = () => table().scrollLeft > (table().scrollWidth - table().clientWidth) / 2;
const mark = () => { root.dataset.page = isFar() ? "board" : "own"; };

function turn(far) {
  table().scrollTo({ left: far ? table().scrollWidth : 0, behavior: isCalm() ? "instant" : "smooth" });
}

on("pointerdown", ({ target, clientY, pointerId }) => {
  if (!target.closest?.(".s-grab")) return;
  from = clientY;
  target.setPointerCapture(pointerId);
});
on("pointerup", ({ clientY }) => {
  if (from !== null) pull(clientY - from);
  from = null;
});
on("pointercancel", () => { from = null; });
on("click", ({ target, detail }) => {
  if (target.closest?.(".s-grab") && !detail) pull(0);
  // At peek all of the sheet is its grab.
  else if (root.dataset.sheet === "peek" && ask()?.contains(target) && !target.closest("a, button")) pull(0);
  if (target.closest?.("#turner")) turn(!isFar());
});
on("scroll", ({ target }) => target === table() && mark(), true);
onPicture(() => {
  settle();
  const next = ask()?.dataset.kind;
  if (next !== kind && table().dataset.turn === "yours") turn(false);
  kind = next;
  mark();
});
