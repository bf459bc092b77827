// One thing dragged onto another: each says what it is called (data-drag) or takes (data-drop); what holds them all
// says where that leads (data-drags, with FROM and TO in it), or names the form that takes both (#form). Where it has a
// rope (data-rope), that is drawn and nothing moves. The same is done by tapping one, then the other.
const SLIP = 8; // px between a tap and a drag
const ECHO = 60; // ms: a browser that taps after a drag does so at once
const EDGE = 48; // px from the edge of a frame
let held = null;
let dropped = 0;

function lift({ target, clientX, clientY, button }) {
  const thing = target.closest?.("[data-drag]"), field = thing?.closest("[data-drags]");
  if (field && !button) held = { thing, field, x: clientX, y: clientY, moved: false };
}

function carry({ clientX, clientY }) {
  if (!held) return;
  const [across, down] = [clientX - held.x, clientY - held.y];
  held.moved ||= Math.hypot(across, down) > SLIP;
  if (!held.moved) return;
  held.thing.classList.add("is-carried");
  const rope = held.field.querySelector("[data-rope]");
  if (rope) {
    reach(held.field.parentElement, clientX);
    rope.setAttribute("d", drawn(held, clientX, clientY));
  } else held.thing.style.translate = `${across}px ${down}px`;
}

// A drawing wider than its frame moves on where the rope comes to its edge.
function reach(frame, x) {
  const { left, right } = frame.getBoundingClientRect();
  if (x > right - EDGE) frame.scrollLeft += EDGE / 4;
  if (x < left + EDGE) frame.scrollLeft -= EDGE / 4;
}

function drawn({ thing, field }, x, y) {
  const from = thing.getBoundingClientRect(), { left, top } = field.getBoundingClientRect();
  return `M${from.right - left} ${from.top + from.height / 2 - top}L${x - left} ${y - top}`;
}

function lay({ type, clientX, clientY }) {
  if (!held) return;
  const { thing, field, moved } = held;
  const there = moved && type === "pointerup" ? document.elementFromPoint(clientX, clientY)?.closest("[data-drop]") : null;
  held = null;
  thing.classList.remove("is-carried");
  thing.style.translate = "";
  field.querySelector("[data-rope]")?.removeAttribute("d");
  if (!moved) return;
  dropped = Date.now();
  if (there && there !== thing) follow(field, thing.dataset.drag, there.dataset.drop);
}

function follow(field, from, to) {
  if (field.dataset.drags.startsWith("#")) return send(document.querySelector(field.dataset.drags), from, to);
  const way = Object.assign(document.createElement("a"), { href: field.dataset.drags.replace("FROM", from).replace("TO", to), hidden: true });
  way.setAttribute("hx-boost", "true");
  way.again = () => follow(field.isConnected ? field : document.querySelector("[data-drags]"), from, to);
  field.append(way);
  htmx.process(way);
  way.click();
}

function send(form, from, to) {
  const button = form.querySelector("[data-dropped]");
  form.elements.at.value = from;
  button.value = to;
  button.click();
}

document.addEventListener("click", ({ target }) => {
  const way = target.closest?.("[data-way]");
  if (way) send(document.querySelector(way.closest("[data-drags]").dataset.drags), ...way.dataset.way.split(" "));
});
document.addEventListener("pointerdown", lift);
document.addEventListener("pointermove", carry);
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, lay);
// What was dragged was not tapped.
document.addEventListener("click", (event) => {
  if (event.isTrusted && event.detail && Date.now() - dropped < ECHO) { event.preventDefault(); event.stopPropagation(); }
}, true);
document.addEventListener("dragstart", (event) => event.target.closest?.("[data-drags]") && event.preventDefault());
