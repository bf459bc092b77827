// What is one's own is fetched while its ring is held (data-hold) and is gone when it is let go; it is in the page only
// then, or where it is to stay open. A device that several share covers by itself: untouched for some seconds, or as
// soon as nobody sees it. Without this file the button under the ring opens and covers.
const HEADERS = { "HX-Request": "true", "Companion-Held": "yes" };
const root = document.documentElement;
const table = () => document.getElementById("table");
const cover = () => document.getElementById("cover");
const ring = ({ target }) => target.closest?.("[data-hold]");
const isOpen = () => cover()?.classList.contains("s-cover--open");
const isShared = () => Boolean(cover()?.dataset.seconds);
let held = null; // what fetches it, while the ring is held
let finger = null; // whose it is: another may tap meanwhile
let shut = null; // the page as it was covered
let clock = 0;
let sent = 0; // when its word to stay open, or to be covered, was sent: then the page goes, and its wish stays
const SENT = 5000;

async function fetched() {
  const { signal } = held;
  try {
    const answer = await fetch(cover().dataset.here, { signal, cache: "no-store", headers: HEADERS });
    const text = await answer.text();
    if (signal.aborted || !answer.ok) return;
    shut ??= table().cloneNode(true);
    await htmx.swap({ sourceElement: document.body, target: table(), text, swap: "outerMorph show:none" });
    if (signal.aborted) release();
  } catch {
    if (!signal.aborted) release();
  }
}

function hold(id) {
  release();
  held = new AbortController();
  finger = id;
  root.classList.add("is-held");
  fetched();
}

// At once, and not when the house has answered: what was drawn before lies there until it has.
function release() {
  held?.abort();
  held = finger = null;
  root.classList.remove("is-held");
  if (!shut) return;
  table().replaceWith(shut);
  htmx.process(shut);
  shut = null;
  htmx.trigger(table(), "ring");
}

// Nothing stays that was open: neither on the page nor as a wish; `late` is why.
function away(late) {
  if (Date.now() - sent < SENT) return;
  const was = isOpen() || held;
  release();
  if (!isShared()) return;
  document.cookie = `companion_open=; path=${table().dataset.bell.replace(/bell\/$/, "")}; max-age=0`;
  if (!was && !late) return;
  for (const part of table().querySelectorAll("#me, #ask, #hand, #board, #cover")) part.remove();
  history.replaceState(history.state, "", between(late));
  htmx.trigger(table(), "ring");
}

// The same room between two hands: no choice that was half made stays in its address.
function between(late) {
  const seat = new URLSearchParams(location.search).get("seat") ?? "";
  return `${location.pathname}?seat=${encodeURIComponent(seat)}${late ? "&ring=late" : ""}`;
}

function wind() {
  clearTimeout(clock);
  const seconds = Number(root.dataset.seconds ?? cover()?.dataset.seconds ?? 0);
  if (isShared()) clock = setTimeout(away, seconds * 1000, true);
}

// A page that comes open to a narrow glass covers by itself until one says otherwise, whatever the browser calls itself.
// The page is asked for anew: what comes by its bell is drawn as it was when it began to listen.
function narrow() {
  if (innerWidth >= 600 || document.cookie.includes("companion_open=") || !isOpen() || isShared()) return;
  document.querySelector("#hand .s-again, .s-foot .s-again")?.click();
}

document.addEventListener("submit", ({ target }) => { if (target.id === "keeping") sent = Date.now(); });
document.addEventListener("pointerdown", (event) => ring(event) && hold(event.pointerId));
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, ({ pointerId }) => pointerId === finger && release());
for (const left of ["blur", "pagehide"]) addEventListener(left, () => away(false));
document.addEventListener("visibilitychange", () => document.hidden && away(false));
document.addEventListener("contextmenu", (event) => ring(event) && event.preventDefault());
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") release();
  if (event.key !== " " || !ring(event)) return;
  event.preventDefault();
  if (!held) hold("key");
});
document.addEventListener("keyup", ({ key }) => key === " " && finger === "key" && release());
for (const touched of ["pointerdown", "pointermove", "keydown", "wheel"]) document.addEventListener(touched, wind, { passive: true });
// Where the table moved on while the ring is held, what is open is fetched anew; where a hand is to be changed, its
// button has the focus.
document.addEventListener("htmx:after:swap", () => {
  wind();
  if (held && !isOpen()) {
    shut = null;
    if (document.querySelector("[data-hold]")) fetched();
    else release();
  }
  if (cover() && document.activeElement === document.body) document.querySelector(".s-iam")?.focus({ preventScroll: true });
});
wind();
narrow();
