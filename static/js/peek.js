// A corner to hold: one's own faces are fetched when it is pressed and gone when it is let go; they are never in the
// page otherwise. `data-peek` is where they are, #own there; they lie over the first part of the board meanwhile.
const root = document.documentElement;
let held = null; // what fetches them, while they are held
let finger = null; // whose they are: another may tap meanwhile

const pad = ({ target }) => target.closest?.("[data-peek]");

function shut() {
  held?.abort();
  held = finger = null;
  delete root.dataset.peeks;
  for (const faces of document.querySelectorAll("#peeked")) faces.remove();
}

async function open(button) {
  shut();
  held = new AbortController();
  root.dataset.peeks = button.dataset.peeks;
  const { signal } = held;
  try {
    const answer = await fetch(button.dataset.peek, { signal, cache: "no-store", headers: { "Companion-Held": "yes" } });
    const faces = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("own");
    if (signal.aborted || !faces) return;
    faces.id = "peeked";
    document.querySelector("#board > .drawn [data-under]")?.append(document.adoptNode(faces));
  } catch {
    if (!signal.aborted) shut();
  }
}

document.addEventListener("pointerdown", (event) => {
  if (!pad(event)) return;
  open(pad(event));
  finger = event.pointerId;
});
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, ({ pointerId }) => pointerId === finger && shut());
for (const left of ["blur", "pagehide"]) addEventListener(left, shut);
document.addEventListener("visibilitychange", () => document.hidden && shut());
document.addEventListener("contextmenu", (event) => pad(event) && event.preventDefault());
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") shut();
  if (event.key !== " " || !pad(event) || event.repeat) return;
  event.preventDefault();
  open(pad(event));
});
document.addEventListener("keyup", ({ key }) => key === " " && held && shut());
// What lay there has changed: who still holds fetches anew.
document.addEventListener("htmx:after:swap", () => {
  const button = held && document.querySelector(`[data-peeks="${root.dataset.peeks}"]`);
  const kept = finger;
  if (!button) return held && shut();
  open(button);
  finger = kept;
});
