// A table by keys alone: arrows walk the board, Escape steps back, M or Ctrl+Enter is the main button, H the hand,
// B the board and back, L the log, U undo, + − 0 the zoom; where both sides mark, 1 to 3 are the ways of the pair that
// lies open, R a new roll, Backspace takes its marks back. Every one presses something that is on the page.
import { on } from "./page.js";

const PRESSED = {
  "+": '[data-zoom="in"]', "-": '[data-zoom="out"]', 0: '[data-zoom="fit"]',
  m: "#main-deed", h: "#to-hand", b: "#turner", l: "#menu", u: "#undo",
  1: '[data-press="1"]', 2: '[data-press="2"]', 3: '[data-press="3"]',
  r: '[data-kind="hands"] a[href*="again=1"]', backspace: '[data-kind="hands"] .s-second[value*="clear"]',
};
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
// Where arrows and letters are taken already: a field, a row of dice, a part that scrolls, what lies open.
const TAKEN = "input, select, textarea, [contenteditable], [popover]:popover-open, dialog[open]";
const LINKS = "#board > .drawn a[href]";

function middle(link) {
  const box = link.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

// The nearest in that direction; what lies aside of it counts as twice as far.
function next(link, [across, down]) {
  const [x, y] = middle(link);
  let found = link, least = Infinity;
  for (const other of document.querySelectorAll(LINKS)) {
    const [there, under] = middle(other), along = (there - x) * across + (under - y) * down;
    const far = along + 2 * Math.abs((there - x) * down + (under - y) * across);
    if (along > 1 && far < least) [found, least] = [other, far];
  }
  return found;
}

function walk(event) {
  const here = document.activeElement?.closest("#board a[href]");
  if (!here && event.target.closest(".s-in, .s-hand, .s-strip, summary")) return;
  const first = document.querySelector(`${LINKS}[aria-current="true"]`) ?? document.querySelector(LINKS);
  const found = here ? next(here, ARROWS[event.key]) : first;
  if (!found) return;
  event.preventDefault();
  found.focus();
}

on("keydown", (event) => {
  const { key, ctrlKey, metaKey, altKey, target } = event, isMain = ctrlKey && key === "Enter";
  if (event.defaultPrevented || altKey || metaKey || (target.closest?.(TAKEN) && !isMain)) return;
  if (ctrlKey) return isMain && document.querySelector("button#main-deed")?.click();
  if (ARROWS[key]) return walk(event);
  const back = key === "Escape" && !document.querySelector(":popover-open") && ".s-head__back";
  const wanted = document.querySelector(back || (PRESSED[key.toLowerCase()] ?? ":not(*)"));
  // Where the hand lies open it is gone to.
  if (wanted?.id === "to-hand" && !wanted.checkVisibility()) document.getElementById("hand").focus();
  else wanted?.click();
});
