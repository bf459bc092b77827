// A row that is dragged by its number to another place: the list's own address then says the new order. The arrows
// beside it do the same a place at a time.
const SLIP = 8;
let held = null;

function lift(event) {
  const row = event.target.closest?.("[data-grip]")?.closest("[data-key]");
  if (!row) return;
  event.preventDefault();
  event.target.setPointerCapture?.(event.pointerId);
  held = { row, list: row.parentElement, y: event.clientY };
}

function carry({ clientY }) {
  if (!held) return;
  const down = clientY - held.y;
  held.row.classList.toggle("is-carried", Math.abs(down) > SLIP);
  held.row.style.translate = `0 ${down}px`;
}

// The rows in their new order: the one that is carried stands where it was let go.
function order({ row, list }, y) {
  const others = [...list.querySelectorAll("[data-key]")].filter((other) => other !== row);
  const above = others.filter((other) => other.getBoundingClientRect().y + other.offsetHeight / 2 < y).length;
  return [...others.slice(0, above), row, ...others.slice(above)].map((each) => each.dataset.key);
}

function lay({ type, clientY }) {
  if (!held) return;
  const { row, list, y } = held, keys = order(held, clientY);
  held = null;
  row.classList.remove("is-carried");
  row.style.translate = "";
  if (type !== "pointerup" || Math.abs(clientY - y) <= SLIP) return;
  if (keys.join() === [...list.querySelectorAll("[data-key]")].map((each) => each.dataset.key).join()) return;
  // It lies there at once, for a next one to be carried past it.
  list.append(...keys.map((key) => list.querySelector(`[data-key="${CSS.escape(key)}"]`)), ...list.querySelectorAll(":scope > :not([data-key])"));
  ask(keys);
}

function ask(keys) {
  const link = document.querySelector("[data-order]");
  if (!link) return;
  link.again = () => ask(keys);
  link.setAttribute("href", link.dataset.order.replace(link.dataset.gap, encodeURIComponent(keys.join("~"))));
  link.click();
  delete link.again;
}

document.addEventListener("pointerdown", lift);
document.addEventListener("pointermove", carry);
document.addEventListener("pointerup", lay);
document.addEventListener("pointercancel", lay);
