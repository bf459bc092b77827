// One thing dragged onto another: each says what it is called (data-drag) or takes (data-drop), and by what it is held
// (data-grip) if not anywhere. What holds them all says where that leads (data-drags): an address with FROM and TO in it;
// for a row of things one with ORDER, that they have then; or the form that takes both (#form). Where it has a rope
// (data-rope), that is drawn and nothing moves. The same is done by tapping one, then the other.
import { SLIP, on } from "./page.js";

const ECHO = 60; // ms: a browser that taps after a drag does so at once
const EDGE = 48; // px from the edge of a frame
let held = null;
let dropped = 0;

const isRow = ({ dataset }) => dataset.drags.includes("ORDER");
const inRow = (field) => [...field.querySelectorAll("[data-drag]")];

function lift(event) {
  const { target, clientX: x, clientY: y, button } = event;
  const thing = target.closest?.("[data-drag]"), field = thing?.closest("[data-drags]");
  if (!field || button) return;
  const grip = thing.querySelector("[data-grip]");
  if (grip && !grip.contains(target)) return;
  if (grip) {
    event.preventDefault();
    document.activeElement.blur();
  }
  held = { thing, field, x, y, moved: false };
}

function carry({ clientX, clientY }) {
  if (!held) return;
  const { thing, field, x, y } = held;
  held.moved ||= Math.hypot(clientX - x, clientY - y) > SLIP;
  if (!held.moved) return;
  thing.classList.add("is-carried");
  const rope = field.querySelector("[data-rope]");
  if (rope) reach(rope, clientX, clientY);
  else thing.style.translate = `${isRow(field) ? 0 : clientX - x}px ${clientY - y}px`;
}

// A drawing wider than its frame moves on where the rope comes to its edge.
function reach(rope, x, y) {
  const { thing, field } = held, frame = field.parentElement, edge = frame.getBoundingClientRect();
  if (x > edge.right - EDGE) frame.scrollLeft += EDGE / 4;
  if (x < edge.left + EDGE) frame.scrollLeft -= EDGE / 4;
  const from = thing.getBoundingClientRect(), { left, top } = field.getBoundingClientRect();
  rope.setAttribute("d", `M${from.right - left} ${from.top + from.height / 2 - top}L${x - left} ${y - top}`);
}

function lay({ type, clientX, clientY }) {
  if (!held) return;
  const { thing, field, moved } = held, drag = thing.dataset.drag;
  const there = moved && type === "pointerup" && under(clientX, clientY);
  held = null;
  thing.classList.remove("is-carried");
  thing.style.translate = "";
  field.querySelector("[data-rope]")?.removeAttribute("d");
  if (moved) dropped = Date.now();
  if (there && there !== drag) follow(field, drag, there);
}

// What takes it there; in a row that is whatever lies below it, or the end.
function under(x, y) {
  const { thing, field } = held;
  if (!isRow(field)) return document.elementFromPoint(x, y)?.closest("[data-drop]")?.dataset.drop;
  const isBelow = (box) => box.y + box.height / 2 > y;
  const below = inRow(field).find((each) => each !== thing && isBelow(each.getBoundingClientRect()));
  return below?.dataset.drag ?? "end";
}

function follow(field, from, to) {
  const { drags } = field.dataset;
  if (drags.startsWith("#")) return send(document.querySelector(drags), from, to);
  const order = isRow(field) ? ordered(field, from, to) : "";
  if (order === null) return;
  const href = drags.replace("FROM", from).replace("TO", to).replace("ORDER", encodeURIComponent(order));
  const way = Object.assign(document.createElement("a"), { href, hidden: true });
  way.setAttribute("hx-boost", "true");
  way.again = () => follow(field.isConnected ? field : document.querySelector("[data-drags]"), from, to);
  field.append(way);
  htmx.process(way);
  way.click();
}

// It lies there at once, for a next one to be carried past it; null where nothing changed places.
function ordered(field, from, to) {
  const keys = () => inRow(field).map(({ dataset }) => dataset.drag).join("~");
  const was = keys(), named = (key) => inRow(field).find(({ dataset }) => dataset.drag === key);
  if (to === "end") inRow(field).at(-1).after(named(from));
  else named(to)?.before(named(from));
  return keys() === was ? null : keys();
}

function send(form, from, to) {
  const button = form.querySelector("[data-dropped]");
  form.querySelector("[data-dragged]").value = from;
  button.value = to;
  button.click();
}

on("click", ({ target }) => {
  const way = target.closest?.("[data-way]");
  if (way) send(document.querySelector(way.closest("[data-drags]").dataset.drags), ...way.dataset.way.split(" "));
});
on("pointerdown", lift);
on("pointermove", carry);
on("pointerup pointercancel", lay);
// What was dragged was not tapped.
on("click", (event) => {
  if (!event.isTrusted || !event.detail || Date.now() - dropped >= ECHO) return;
  event.preventDefault();
  event.stopPropagation();
}, true);
on("dragstart", (event) => event.target.closest?.("[data-drags]") && event.preventDefault());
