// One tap after another. A choice's address is made of the picture it is tapped on: a tap that comes while another is
// on its way waits for the new picture, and is made there, on the same thing. What is not there any more, or would by
// now do something else, is not done, and the page says so. Deeds themselves are kept by outbox.js.
//
// Whoever follows a link of its own making gives it `again`, which makes it anew on the new picture.
const SLIP = 8; // px between a tap and a drag
const OTHER = "The table has moved on; look and tap again.";
const UNHEARD = "The house did not take that tap; tap again.";
const PRESSED = "a[href], button";
const PRIVATE = ["key", "csrfmiddlewaretoken", "back"];
let held = [];
let asking = 0;
let finger = null;

const table = () => document.getElementById("table");
const refuse = (words) => document.dispatchEvent(new CustomEvent("tap:refused", { detail: words }));
const press = (one) => one.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
const isChosen = (one) => one.getAttribute("aria-current") === "true";
const words = (one) => (one.getAttribute("aria-label") ?? one.textContent).replace(/\s+/g, " ").trim();

// What pressing it sends, whatever it is called: all that its form holds, and on which picture.
function sent({ form, name, value }) {
  const data = new FormData(form);
  if (name) data.append(name, value);
  for (const key of PRIVATE) data.delete(key);
  return new URLSearchParams(data).toString();
}

// How to find it on another picture: by its name, or by its words within what has one.
function finder(one) {
  if (one.id) return () => document.getElementById(one.id);
  const { id } = one.closest("[id]"), said = words(one), kind = one.localName;
  return () => [...(document.getElementById(id)?.querySelectorAll(kind) ?? [])].find((other) => words(other) === said);
}

function linkAgain(link) {
  const find = finder(link), chosen = isChosen(link);
  return () => {
    const now = find();
    if (!now?.matches("a[href]")) return refuse(OTHER);
    if (chosen || !isChosen(now)) press(now); // What is chosen by now was tapped twice.
  };
}

function deedAgain(button) {
  const find = finder(button), wanted = sent(button);
  return () => {
    const now = find();
    if (now?.form && !now.disabled && sent(now) === wanted) press(now);
    else refuse(OTHER);
  };
}

// Where nothing was to be tapped there may be something on the new picture.
function spotAgain(spot) {
  const names = [];
  for (let one = spot.closest("[id]"); one && one !== table(); one = one.parentElement.closest("[id]")) names.push(one.id);
  return () => {
    const now = names.map((name) => document.getElementById(name)).find((one) => one?.matches(PRESSED));
    if (now?.matches("a")) press(now);
    else if (now) refuse(OTHER);
  };
}

function again(one) {
  if (one.again) return one.again;
  return one.matches("a") ? linkAgain(one) : deedAgain(one);
}

// Other controls act on this page alone, or have requests of their own.
function waits(one) {
  if (one.matches("a")) return one.matches("[hx-boost], [hx-get]") && !one.matches("[hx-target]");
  return one.type === "submit" && one.form?.matches("[data-tap], [hx-boost], [hx-post]");
}

function tapped(event) {
  const { target } = event;
  if (!asking || event.defaultPrevented || !target.closest?.("#table")) return;
  const one = target.closest("a, button, input, label, select, summary, textarea");
  if (one && !(one.matches(PRESSED) && waits(one))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  one?.setAttribute("aria-busy", "true");
  held.push([one, one ? again(one) : spotAgain(target)]);
}

function release() {
  while (held.length && !asking) {
    const [one, make] = held.shift();
    one?.removeAttribute("aria-busy");
    make();
  }
}

const isChoice = ({ sourceElement, target }) => target === table() && sourceElement !== target && !sourceElement.matches("[hx-trigger]");

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (!isChoice(ctx)) return;
  const source = ctx.request.submitter ?? ctx.sourceElement;
  asking += 1;
  Object.assign(ctx, { asked: source, again: source.matches(PRESSED) ? again(source) : null });
  source.setAttribute("aria-busy", "true");
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (!ctx.asked) return;
  asking -= 1;
  ctx.asked.removeAttribute("aria-busy");
  // Its answer came after a newer picture (live.js): it is asked of that one.
  if (ctx.late && ctx.again) held.unshift([ctx.asked, ctx.again]);
  else if (ctx.response && !ctx.drawn) refuse(UNHEARD);
  queueMicrotask(release);
});
document.addEventListener("click", tapped, true);

// A press whose thing was drawn away before it was let go is no click of anything.
document.addEventListener("pointerdown", ({ target, clientX: x, clientY: y }) => { finger = { target, x, y }; }, true);
document.addEventListener("pointerup", ({ clientX, clientY }) => {
  const gone = finger && !finger.target.isConnected && Math.hypot(clientX - finger.x, clientY - finger.y) < SLIP;
  finger = null;
  if (gone) refuse(OTHER);
}, true);
