// The board in the hand: zoomed by its viewBox (pinch, wheel, buttons), panned by drag, fitted by a double tap, with a
// small map of the whole while it is zoomed. What is chosen stays a link; without this file the board is seen whole.
const STEP = 1.5;
const SLIP = 8; // px between a tap and a drag
const FINGER = 44;
const SMALL = 34; // px: where a square is less, what may be chosen is shown near by itself
const NEAR = 56; // px: and no square larger than this
const SQUARE = 72; // px: what is smallest to tap is no larger than this on the glass
const MINI = 96;
const EDGE = [112, 56]; // px that the small map and the buttons cover, left and right: so far the board goes beyond its own edge
const fingers = new Map();
let home = ""; // the viewBox as the house sent it
let shown = ""; // and as it was left here
let zoom = 1;
let centre = [0, 0];
let kept = ""; // what somebody has seen his own way
let lent = ""; // what a choice wants to be seen near, while nobody has zoomed by hand
let dragged = false;
let from = [0, 0];

const drawing = () => document.querySelector("#board > .drawn > svg");
const onBoard = ({ target }) => target.closest?.("#board > .drawn:has(> svg)");
const within = (at, start, all, part) => (part >= all ? start + all / 2 : Math.min(start + all - part / 2, Math.max(start + part / 2, at)));

// The board's own box, and how much of the drawing the glass shows when all of it fits.
function sizes(svg) {
  const [x, y, wide, tall] = home.split(/[\s,]+/).map(Number);
  const unit = Math.max(wide / svg.clientWidth, tall / svg.clientHeight);
  return { x, y, wide, tall, unit, across: (svg.clientWidth * unit) / zoom, down: (svg.clientHeight * unit) / zoom };
}

function draw() {
  const svg = drawing();
  if (!svg?.clientWidth) return;
  const { x, y, wide, tall, across, down } = sizes(svg);
  const [left, right] = EDGE.map((px) => (zoom > 1 ? (px * across) / svg.clientWidth : 0));
  centre = [within(centre[0], x - left, wide + left + right, across), within(centre[1], y, tall, down)];
  shown = zoom > 1 ? `${centre[0] - across / 2} ${centre[1] - down / 2} ${across} ${down}` : home;
  svg.setAttribute("viewBox", shown);
  const root = document.documentElement, side = smallest(svg);
  root.classList.toggle("is-zoomed", zoom > 1);
  root.classList.toggle("is-fine", side >= FINGER && side < Infinity);
  frame(svg, [across, down]);
}

// The whole in small, and on it the part that is seen: a picture of links, and none itself.
function frame(svg, seen) {
  const mini = document.getElementById("mini");
  if (zoom <= 1) return mini.replaceChildren();
  const whole = mini.firstElementChild ?? svg.cloneNode(true);
  if (!mini.firstElementChild) {
    for (const part of [whole, ...whole.querySelectorAll("[id], a")]) for (const name of ["id", "href", "hx-get"]) part.removeAttribute(name);
    whole.setAttribute("viewBox", home);
    whole.append(document.createElementNS(svg.namespaceURI, "rect"));
    mini.replaceChildren(whole);
  }
  const { wide, tall } = sizes(svg), places = { x: centre[0] - seen[0] / 2, y: centre[1] - seen[1] / 2, width: seen[0], height: seen[1] };
  mini.style.blockSize = `${(MINI * tall) / wide}px`;
  for (const [name, value] of Object.entries(places)) whole.lastElementChild.setAttribute(name, value);
}

// The side of the smallest thing to tap, px when all is seen; nothing to tap is no limit.
const smallest = (svg) => Math.min(...[...svg.querySelectorAll('a[href]:not([aria-disabled="true"])')].map((link) => link.getBoundingClientRect())
  .map((box) => Math.min(box.width, box.height) / zoom));
const deepest = (svg) => Math.min(8, Math.max(STEP, SQUARE / smallest(svg) || STEP ** 3));

const place = (svg, x, y) => new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());

// What lies under this point of the glass stays under it.
function zoomTo(wanted, x, y) {
  const svg = drawing(), kept = place(svg, x, y), was = zoom;
  zoom = Math.min(deepest(svg), Math.max(1, wanted));
  centre = [kept.x + ((centre[0] - kept.x) * was) / zoom, kept.y + ((centre[1] - kept.y) * was) / zoom];
  draw();
}

// Near what may be chosen, where it would be too small to be told apart; the whole again at peek, and once it is chosen.
function lend() {
  const svg = drawing(), wanted = svg?.dataset.focus ?? "";
  if (!svg?.clientWidth || (!wanted && !lent)) return;
  lent = wanted;
  zoom = 1;
  draw();
  if (!wanted || document.documentElement.dataset.sheet === "peek") return;
  const [x, y, wide, tall] = wanted.split(" ").map(Number), { across, down, unit } = sizes(svg);
  const square = Number(svg.dataset.side) / unit;
  if (square >= SMALL) return;
  zoom = Math.max(1, Math.min(NEAR / square, across / wide, down / tall));
  centre = [x + wide / 2 - ((EDGE[0] - EDGE[1]) / 2) * (across / svg.clientWidth / zoom), y + tall / 2];
  draw();
}

function step(way) {
  const box = drawing()?.getBoundingClientRect();
  byHand();
  if (box) zoomTo({ in: zoom * STEP, out: zoom / STEP, fit: 1 }[way], box.x + box.width / 2, box.y + box.height / 2);
}

// Who zooms or pans by hand is left alone until something else is to be chosen.
function byHand() {
  kept = drawing()?.dataset.focus ?? "";
  lent = "";
}

function pan(x, y) {
  const { unit } = sizes(drawing());
  centre = [centre[0] - (x * unit) / zoom, centre[1] - (y * unit) / zoom];
  draw();
}

function move(event) {
  const was = fingers.get(event.pointerId), now = [event.clientX, event.clientY];
  const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
  fingers.set(event.pointerId, now);
  dragged ||= Boolean(other) || Math.hypot(now[0] - from[0], now[1] - from[1]) > SLIP;
  if (!dragged) return;
  byHand();
  if (!other) return pan(now[0] - was[0], now[1] - was[1]);
  const wider = Math.hypot(now[0] - other[0], now[1] - other[1]) / Math.hypot(was[0] - other[0], was[1] - other[1]);
  zoomTo(zoom * wider, (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
}

function point(event) {
  const svg = document.querySelector("#mini > svg"), at = place(svg, event.clientX, event.clientY);
  centre = [at.x, at.y];
  draw();
}

document.addEventListener("pointerdown", (event) => {
  if (event.target.closest?.("#mini")) point(event);
  if (!onBoard(event)) return;
  fingers.set(event.pointerId, [event.clientX, event.clientY]);
  if (fingers.size > 1) return;
  dragged = false;
  from = [event.clientX, event.clientY];
});
document.addEventListener("pointermove", (event) => {
  if (fingers.has(event.pointerId)) move(event);
  else if (event.buttons && event.target.closest?.("#mini")) point(event);
});
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, ({ pointerId }) => fingers.delete(pointerId));
// What was dragged was not tapped, and a link is not carried away.
document.addEventListener("click", (event) => {
  if (dragged && event.detail && onBoard(event)) { event.preventDefault(); event.stopPropagation(); }
  const button = event.target.closest?.("[data-zoom]");
  if (button) step(button.dataset.zoom);
}, true);
document.addEventListener("dragstart", (event) => onBoard(event) && event.preventDefault());
document.addEventListener("dblclick", (event) => onBoard(event) && !event.target.closest("a[href]") && step("fit"));
document.addEventListener("wheel", (event) => {
  if (!onBoard(event)) return;
  event.preventDefault();
  byHand();
  zoomTo(zoom * Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
}, { passive: false });

// A refresh brings the board whole again: what was chosen to be seen is kept while it is the same board.
function settle() {
  const svg = drawing(), sent = svg?.getAttribute("viewBox");
  if (!sent) return;
  if (sent !== home && sent !== shown) [home, zoom] = [sent, 1];
  document.getElementById("mini").replaceChildren();
  const wanted = svg.dataset.focus ?? "";
  if (wanted !== kept) kept = "";
  if (wanted !== lent && !kept) lend();
  else draw();
}

function resized() {
  if (lent) lend();
  else draw();
}

document.addEventListener("htmx:after:swap", settle);
addEventListener("resize", resized);
settle();
