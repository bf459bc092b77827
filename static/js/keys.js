// A table by keys alone: arrows walk the board, Escape steps back, M or Ctrl+Enter is the main button, H the hand,
// B the board and back, L the log, U undo, + − 0 the zoom; where both sides mark, 1 to 3 are the ways of the pair that
// lies open, R a new roll, Backspace takes its marks back. Every one presses something that is on the page.
const PRESSED = { "+": '[data-zoom="in"]', "-": '[data-zoom="out"]', 0: '[data-zoom="fit"]', m: "#main-deed", h: "#to-hand", b: "#turner", l: "#menu", u: "#undo" };
for (const way of ["1", "2", "3"]) PRESSED[way] = `[data-press="${way}"]`;
PRESSED.r = '[data-kind="hands"] a[href*="again=1"]';
PRESSED.backspace = '[data-kind="hands"] .s-second[value*="clear"]';
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
// Where arrows and letters are taken already: a field, a row of dice, a part that scrolls, what lies open.
const TAKEN = "input, select, textarea, [contenteditable], [popover]:popover-open, dialog[open]";

const middle = (link) => {
  const box = link.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

// The nearest in that direction; what lies aside of it counts as twice as far.
function next(link, [across, down]) {
  const [x, y] = middle(link);
  const ways = [...document.querySelectorAll("#board > .drawn a[href]")].filter((other) => other !== link).map((other) => {
    const [there, under] = middle(other), along = (there - x) * across + (under - y) * down;
    return [along > 1 ? along + 2 * Math.abs((there - x) * down + (under - y) * across) : Infinity, other];
  });
  const [far, found] = ways.reduce((best, way) => (way[0] < best[0] ? way : best), [Infinity, link]);
  return far < Infinity ? found : link;
}

function walk(event) {
  const here = document.activeElement?.closest("#board a[href]");
  if (!here && event.target.closest(".s-in, .s-hand, .s-strip, summary")) return;
  const first = document.querySelector('#board > .drawn a[aria-current="true"]') ?? document.querySelector("#board > .drawn a[href]");
  const found = here ? next(here, ARROWS[event.key]) : first;
  if (!found) return;
  event.preventDefault();
  found.focus();
}

document.addEventListener("keydown", (event) => {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  if (event.defaultPrevented || altKey || metaKey || (target.closest?.(TAKEN) && !(ctrlKey && key === "Enter"))) return;
  if (ctrlKey) return key === "Enter" ? document.querySelector("button#main-deed")?.click() : undefined;
  if (ARROWS[key]) return walk(event);
  if (key === "Escape") return document.querySelector(":popover-open") ? undefined : document.querySelector(".s-head__back")?.click();
  const wanted = document.querySelector(PRESSED[key.toLowerCase()] ?? ":not(*)");
  // Where the hand lies open it is gone to.
  if (wanted?.id === "to-hand" && !wanted.checkVisibility()) document.getElementById("hand").focus();
  else wanted?.click();
});
