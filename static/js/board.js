// The board under the fingers: zoomed by its viewBox (pinch, wheel, buttons), panned by drag, fitted by a double
// tap, with a small map of the whole while it is zoomed. Where what is tapped is smaller than a finger and others lie
// near, they are shown large in the loupe, by the names that their links have. What is tapped on a board is chosen,
// and never done: that is the main button's alone. It stays a link; without this file the board is seen whole.
import { SLIP, on, onPicture, press } from "./page.js";
import { isChosen } from "./taps.js";

const STEP = 1.5;
const FINGER = 44;
const POINTER = 16; // px: a mouse is finer
const SMALL = 34; // px: where a square is less, what may be chosen is shown near by itself
const NEAR = 56; // px: and no square larger than this
const SQUARE = 72; // px: what is smallest to tap is no larger than this on the glass
const MINI = 96;
const EDGE = [112, 56]; // px by which the board goes on, left and right, under the small map and the buttons
const root = document.documentElement;
const loupe = document.getElementById("loupe");
const fingers = new Map();
let home = ""; // the viewBox as the house sent it
let shown = ""; // and as it was left here
let zoom = 1;
let centre = [0, 0];
let kept = ""; // what somebody has seen his own way
let lent = ""; // what a choice wants to be seen near, while nobody has zoomed by hand
let dragged = false;
let tap = { x: 0, y: 0, reach: FINGER };

const drawing = () => document.querySelector("#board > .drawn > svg");
const isPeek = () => root.dataset.sheet === "peek";
const wanted = () => drawing()?.dataset[isPeek() ? "peek" : "focus"] ?? "";
const onBoard = ({ target }) => target.closest?.("#board > .drawn:has(> svg)");
const place = (svg, x, y) => new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
// What is barred is meant only where nothing else lies near.
const links = () => [...document.querySelectorAll('#board > .drawn a[href]:not([aria-disabled="true"])')];
const side = (box) => Math.min(box.width, box.height);

function within(at, start, all, part) {
  if (part >= all) return start + all / 2;
  return Math.min(start + all - part / 2, Math.max(start + part / 2, at));
}

// The board's own box, and how much of the drawing the glass shows when all of it fits.
function sizes(svg) {
  const [x, y, wide, tall] = home.split(/[\s,]+/).map(Number);
  const unit = Math.max(wide / svg.clientWidth, tall / svg.clientHeight);
  const across = (svg.clientWidth * unit) / zoom, down = (svg.clientHeight * unit) / zoom;
  return { x, y, wide, tall, unit, across, down };
}

function draw() {
  const svg = drawing();
  if (!svg?.clientWidth) return;
  const { x, y, wide, tall, across, down } = sizes(svg), finest = smallest();
  const [left, right] = EDGE.map((px) => (zoom > 1 ? (px * across) / svg.clientWidth : 0));
  centre = [within(centre[0], x - left, wide + left + right, across), within(centre[1], y, tall, down)];
  const seen = { x: centre[0] - across / 2, y: centre[1] - down / 2, width: across, height: down };
  shown = zoom > 1 ? Object.values(seen).join(" ") : home;
  svg.setAttribute("viewBox", shown);
  root.classList.toggle("is-zoomed", zoom > 1);
  root.classList.toggle("is-fine", finest >= FINGER && finest < Infinity);
  const mini = document.getElementById("mini");
  if (zoom <= 1) return mini.replaceChildren();
  if (!mini.firstElementChild) mini.append(small(svg));
  mini.style.blockSize = `${(MINI * tall) / wide}px`;
  const rect = mini.firstElementChild.lastElementChild;
  for (const [name, value] of Object.entries(seen)) rect.setAttribute(name, value);
}

// The whole in small, and on it the part that is seen: a picture of links, and none itself.
function small(svg) {
  const whole = svg.cloneNode(true);
  for (const part of [whole, ...whole.querySelectorAll("[id], a")]) {
    for (const name of ["id", "href", "hx-get"]) part.removeAttribute(name);
  }
  whole.setAttribute("viewBox", home);
  whole.append(document.createElementNS(svg.namespaceURI, "rect"));
  return whole;
}

// The side of the smallest thing to tap, px when all is seen; nothing to tap is no limit.
const smallest = () => Math.min(...links().map((link) => side(link.getBoundingClientRect()) / zoom));

// What lies under this point of the glass stays under it.
function zoomTo(factor, x, y) {
  const under = place(drawing(), x, y), was = zoom;
  const deepest = Math.min(8, Math.max(STEP, SQUARE / smallest() || STEP ** 3));
  zoom = Math.min(deepest, Math.max(1, zoom * factor));
  centre = [under.x + ((centre[0] - under.x) * was) / zoom, under.y + ((centre[1] - under.y) * was) / zoom];
  byHand();
}

// Who zooms or pans by hand is left alone until something else is to be chosen.
function byHand() {
  kept = wanted();
  lent = "";
  draw();
}

// Near what may be chosen, where it is too small to be told apart; the whole again at peek, and once it is chosen.
function lend() {
  const svg = drawing();
  if (!svg?.clientWidth || (!wanted() && !lent)) return;
  lent = wanted();
  zoom = 1;
  draw();
  if (!lent) return;
  if (isPeek()) return stretch(svg);
  const [x, y, wide, tall] = lent.split(" ").map(Number), { across, down, unit } = sizes(svg);
  const square = Number(svg.dataset.side) / unit;
  if (square >= SMALL) return;
  zoom = Math.max(1, Math.min(NEAR / square, across / wide, down / tall));
  const aside = ((EDGE[0] - EDGE[1]) / 2) * (across / svg.clientWidth / zoom);
  centre = [x + wide / 2 - aside, y + tall / 2];
  draw();
}

// A board that is wide and low fills the glass at peek, with room above for what it tells only then.
function stretch(svg) {
  const { x, y, wide, tall, unit } = sizes(svg);
  zoom = Math.max(1, (svg.clientHeight * unit) / (tall + 2 * Number(lent)));
  centre = [x + wide / 2, y + tall / 2];
  draw();
}

function step(way) {
  const box = drawing()?.getBoundingClientRect();
  if (box) zoomTo({ in: STEP, out: 1 / STEP, fit: 0 }[way], box.x + box.width / 2, box.y + box.height / 2);
}

function move({ pointerId, clientX, clientY }) {
  const [x, y] = fingers.get(pointerId), other = [...fingers].find(([id]) => id !== pointerId)?.[1];
  fingers.set(pointerId, [clientX, clientY]);
  dragged ||= Boolean(other) || Math.hypot(clientX - tap.x, clientY - tap.y) > SLIP;
  if (!dragged) return;
  if (other) {
    const wider = Math.hypot(clientX - other[0], clientY - other[1]) / Math.hypot(x - other[0], y - other[1]);
    return zoomTo(wider, (clientX + other[0]) / 2, (clientY + other[1]) / 2);
  }
  const { unit } = sizes(drawing());
  centre = [centre[0] - ((clientX - x) * unit) / zoom, centre[1] - ((clientY - y) * unit) / zoom];
  byHand();
}

function point({ target, clientX, clientY }) {
  const whole = target.closest?.("#mini")?.firstElementChild, at = whole && place(whole, clientX, clientY);
  if (!at) return;
  centre = [at.x, at.y];
  draw();
}

// What a finger put down there may have meant, by where each lies on the board.
function meant() {
  const boxes = links().map((link) => [link, link.getBoundingClientRect()]);
  const near = boxes.filter(([, box]) => {
    const across = Math.max(box.left - tap.x, 0, tap.x - box.right);
    const down = Math.max(box.top - tap.y, 0, tap.y - box.bottom);
    return Math.hypot(across, down) <= Math.max(0, tap.reach - side(box));
  });
  return near.some(([, box]) => side(box) < tap.reach) ? near.map(([link]) => link) : [];
}

const called = (link) => link.getAttribute("aria-label") ?? link.textContent.trim();

// The link itself is followed, to do what it does without a loupe; what is chosen already is left so.
function token(link) {
  const row = loupe.querySelector("template").content.firstElementChild.cloneNode(true);
  const button = row.firstElementChild, sign = button.firstElementChild, drawn = link.querySelector("use");
  if (isChosen(link)) button.setAttribute("aria-current", "true");
  if (drawn) {
    sign.firstElementChild.setAttribute("href", drawn.getAttribute("href"));
    sign.style.color = getComputedStyle(drawn).color;
  } else sign.remove();
  button.append(called(link));
  button.addEventListener("click", () => (isChosen(link) ? loupe.hidePopover() : press(link)));
  return row;
}

function fill(several) {
  loupe.querySelector("ul").replaceChildren(...several.map(token));
  loupe.querySelector("h2").textContent = `${several.length} are close together: which one?`;
}

// Under the tap, or over it in the lower half; inside the page.
function open(several) {
  fill(several);
  loupe.showPopover();
  const { width, height } = loupe.getBoundingClientRect();
  const top = tap.y < innerHeight / 2 ? Math.min(innerHeight - height - 8, tap.y + 24) : tap.y - height - 24;
  loupe.style.left = `${Math.max(8, Math.min(innerWidth - width - 8, tap.x - width / 2))}px`;
  loupe.style.top = `${Math.max(8, top)}px`;
  loupe.querySelector("button").focus();
}

on("pointerdown", (event) => {
  const { clientX: x, clientY: y, pointerId, pointerType } = event;
  point(event);
  if (onBoard(event)) fingers.set(pointerId, [x, y]);
  if (fingers.size > 1) return;
  dragged = false;
  tap = { x, y, reach: pointerType === "mouse" ? POINTER : FINGER };
}, true);
on("pointermove", (event) => {
  if (fingers.has(event.pointerId)) move(event);
  else if (event.buttons) point(event);
});
on("pointerup pointercancel", ({ pointerId }) => fingers.delete(pointerId));
on("click", (event) => {
  const { target, detail, isTrusted } = event, button = target.closest?.("[data-zoom]");
  if (button) step(button.dataset.zoom);
  if (!target.closest?.("#board > .drawn")) return;
  // What was dragged was not tapped.
  const isDrag = dragged && detail && onBoard(event);
  const several = loupe && isTrusted && detail && !isDrag ? meant() : [];
  const link = target.closest('a[href]:not([aria-disabled="true"])');
  if (!isDrag && (!several.length || (several.length === 1 && link))) return;
  event.preventDefault();
  event.stopPropagation();
  if (several.length > 1) open(several);
  else if (several.length) press(several[0]);
}, true);
// And a link is not carried away.
on("dragstart", (event) => onBoard(event) && event.preventDefault());
on("dblclick", (event) => {
  if (onBoard(event) && !event.target.closest("a[href]")) step("fit");
});
on("wheel", (event) => {
  if (!onBoard(event)) return;
  event.preventDefault();
  zoomTo(Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
}, { passive: false });

// A refresh brings the board whole again: what was chosen to be seen is kept while it is the same board.
function settle() {
  const sent = drawing()?.getAttribute("viewBox");
  if (!sent) return;
  if (sent !== home && sent !== shown) [home, zoom] = [sent, 1];
  document.getElementById("mini").replaceChildren();
  if (wanted() !== kept) kept = "";
  if (wanted() !== lent && !kept) lend();
  else draw();
}

onPicture(() => {
  settle();
  // The loupe stays open over what it chose, until that is tapped again or something beside it.
  if (!loupe?.matches(":popover-open")) return;
  const several = meant(), last = called(document.activeElement);
  if (several.length < 2) return loupe.hidePopover();
  fill(several);
  [...loupe.querySelectorAll("button")].find((button) => called(button) === last)?.focus();
});
addEventListener("resize", () => (lent || (wanted() && !kept) ? lend() : draw()));
