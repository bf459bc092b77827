// A plate that is dragged by its pawn to another swaps the two who sit there. The buttons on it do the same.
const NEAR = 8;
let held = null;

function lift(event) {
  const grip = event.target.closest?.(".w-plate__grip"), round = grip?.closest("[data-seats]");
  if (!round) return;
  event.preventDefault();
  held = { plate: grip.closest("[data-seat]"), round, x: event.clientX, y: event.clientY };
}

function carry({ clientX, clientY }) {
  const [across, down] = held ? [clientX - held.x, clientY - held.y] : [0, 0];
  if (Math.hypot(across, down) < NEAR) return;
  held.plate.classList.add("w-plate--carried");
  held.plate.style.translate = `${across}px ${down}px`;
}

function lay({ type, clientX, clientY }) {
  if (!held) return;
  const { plate, round } = held;
  const there = type === "pointerup" ? document.elementFromPoint(clientX, clientY)?.closest("[data-seat]") : null;
  held = null;
  plate.classList.remove("w-plate--carried");
  plate.style.translate = "";
  if (!there || there === plate) return;
  const csrfmiddlewaretoken = plate.querySelector("[name=csrfmiddlewaretoken]").value;
  const values = { csrfmiddlewaretoken, deed: "swap", seat: plate.dataset.seat, with: there.dataset.seat };
  // A form of its own: a refresh that is under way would let a request of the same element fall.
  const form = Object.assign(document.createElement("form"), { method: "post", action: round.dataset.seats, hidden: true });
  // What was typed last may not have been sent yet, and goes along.
  const typed = [...round.querySelectorAll(".w-typed")].map(({ name, value }) => [name, value]);
  for (const [name, value] of [...Object.entries(values), ...typed]) form.append(Object.assign(document.createElement("input"), { name, value }));
  document.body.append(form);
  form.submit();
}

document.addEventListener("pointerdown", lift);
document.addEventListener("pointermove", carry);
document.addEventListener("pointerup", lay);
document.addEventListener("pointercancel", lay);
// A morph leaves what was typed in a field; once people have changed places it is somebody else's name.
document.addEventListener("htmx:after:swap", () => {
  for (const name of document.querySelectorAll(".w-plate__name input")) {
    if (name !== document.activeElement) name.value = name.defaultValue;
  }
});
