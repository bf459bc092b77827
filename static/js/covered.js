// What is one's own is fetched while it is held and is gone when it is let go; it is in the page only then, or where it
// is to stay open. A ring (data-hold) opens the page itself, a corner (data-peek) lays the faces that are #own there
// over the first part of the board. A device covers by itself: one's own phone, open while it is one's go, untouched for
// a minute or laid on its face; one that several share after some seconds, or as soon as nobody sees it. Without this
// file the button under the ring opens and covers.
import { on } from "./page.js";
import { listen } from "./live.js";
import { table } from "./taps.js";

const SENT = 5000; // ms in which the page goes that its person sends away, and its wish stays
const NARROW = 600; // px
const OVER = 150; // degrees: the device lies on its face
const root = document.documentElement;
let held = null; // what fetches it, whose finger holds it (another may tap meanwhile), and which corner
let shut = null; // the page as it was covered
let clock = 0;
let sent = 0; // when its word to stay open, or to be covered, was sent

const cover = () => document.getElementById("cover");
const grip = ({ target }) => target.closest?.("[data-hold], [data-peek]");
const isOpen = () => cover()?.classList.contains("s-cover--open");
const isShared = () => "shared" in (cover()?.dataset ?? {});
const home = () => table().dataset.bell.replace(/bell\/$/, "");

function hold(button, finger) {
  release();
  const { peeks } = button.dataset;
  held = { finger, peeks, end: new AbortController() };
  if (peeks) root.dataset.peeks = peeks;
  else root.classList.add("is-held");
  open(button.dataset.peek, held.end.signal);
}

async function open(corner, signal) {
  const headers = { "Companion-Held": "yes", ...(corner ? {} : { "HX-Request": "true" }) };
  try {
    const answer = await fetch(corner ?? cover().dataset.here, { signal, cache: "no-store", headers });
    const text = await answer.text();
    if (signal.aborted || !answer.ok) return;
    if (corner) {
      const faces = new DOMParser().parseFromString(text, "text/html").getElementById("own");
      if (faces) document.querySelector("#board > .drawn [data-under]")?.append(document.adoptNode(faces));
      if (faces) faces.id = "peeked";
      return;
    }
    shut ??= table().cloneNode(true);
    const swap = "outerMorph show:none";
    await htmx.swap({ sourceElement: document.body, target: table(), text, swap });
    if (signal.aborted) release();
  } catch {
    if (!signal.aborted) release();
  }
}

// At once, and not when the house has answered: what was drawn before lies there until it has.
function release() {
  held?.end.abort();
  held = null;
  root.classList.remove("is-held");
  delete root.dataset.peeks;
  document.getElementById("peeked")?.remove();
  if (!shut) return;
  table().replaceWith(shut);
  htmx.process(shut);
  shut = null;
  htmx.trigger(table(), "ring");
}

// Nothing stays that was open, neither on the page nor as a wish; `late` is why. It is the same room between two hands:
// no choice that was half made stays in its address.
function away(late) {
  if (Date.now() - sent < SENT) return;
  const was = isOpen() || held;
  release();
  if (!isShared()) return;
  document.cookie = `companion_open=; path=${home()}; max-age=0`;
  if (!was && !late) return;
  for (const part of table().querySelectorAll("#me, #ask, #hand, #board, #cover")) part.remove();
  const seat = encodeURIComponent(new URLSearchParams(location.search).get("seat") ?? "");
  history.replaceState(history.state, "", `${location.pathname}?seat=${seat}${late ? "&ring=late" : ""}`);
  htmx.trigger(table(), "ring");
}

// One's own phone: what it says is kept, and heard by the bell too, which else would bring the hand at the next go.
function says(word) {
  document.cookie = `companion_open=${word}; path=${home()}`;
  listen();
  htmx.trigger(table(), "ring");
}

function leave() {
  if (isShared()) return away(true);
  for (const part of isOpen() ? table().querySelectorAll("#me, #ask, #hand, #board") : []) part.remove();
  says("no");
}

function wind() {
  clearTimeout(clock);
  const seconds = cover()?.dataset.seconds && Number(root.dataset.seconds ?? cover().dataset.seconds);
  if (seconds) clock = setTimeout(leave, seconds * 1000);
}

on("submit", ({ target }) => { if (target.id === "keeping") sent = Date.now(); });
on("pointerdown", (event) => grip(event) && hold(grip(event), event.pointerId));
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, ({ pointerId }) => pointerId === held?.finger && release());
}
for (const left of ["blur", "pagehide"]) addEventListener(left, () => away(false));
on("visibilitychange", () => document.hidden && away(false));
on("contextmenu", (event) => grip(event) && event.preventDefault());
on("keydown", (event) => {
  if (event.key === "Escape") release();
  if (event.key !== " " || !grip(event)) return;
  event.preventDefault();
  if (!held) hold(grip(event), "key");
});
on("keyup", ({ key }) => key === " " && held?.finger === "key" && release());
on("pointerdown pointermove keydown wheel", wind, { passive: true });
addEventListener("deviceorientation", ({ beta }) => {
  if (Math.abs(beta) > OVER && cover()?.dataset.seconds && !isShared() && isOpen()) leave();
});
// Where the table moved on while it is held, it is fetched anew; where a hand is to be changed, its button has the focus.
on("htmx:after:swap", () => {
  wind();
  if (held && (held.peeks || !isOpen())) {
    shut = null;
    const corner = `[data-peek][data-peeks="${held.peeks}"]`;
    const button = document.querySelector(held.peeks ? corner : "[data-hold]");
    if (button) hold(button, held.finger);
    else release();
  }
  if (cover() && document.activeElement === document.body) {
    document.querySelector(".s-iam")?.focus({ preventScroll: true });
  }
});
wind();
// A page that comes to a narrow glass opens with one's go alone until one says otherwise, whatever the browser calls
// itself. It is asked for anew by a ring, which the table hears once htmx has begun: in a task before this one.
setTimeout(() => {
  const given = isOpen() && !cover().dataset.seconds && !document.cookie.includes("companion_open=");
  if (innerWidth < NARROW && given) says("go");
});
