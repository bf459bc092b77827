// What people tap, from the finger to the house's answer: none is lost, none counts twice, and their order holds.
//
// A *choice* is an address, made of the picture on which it is tapped; htmx asks for it. What is tapped while one is on
// its way waits for the new picture and is made there, on the same thing. What is gone by then, or would do something
// else, is not done, and the page says so. Who follows a link of his own making gives it `again`, which makes it anew.
//
// A *deed* (data-tap) is kept before it is sent, on this device and with a key of its own, so that neither a lost
// connection nor a reload loses it, and none counts twice. Deeds are sent in order, and again for as long as the house
// is away; their person may look at what waits, send it again or take it back. Nothing else throws one away. Plain HTTP
// on a local network has no crypto.randomUUID and no service worker; neither is needed.
import { SLIP, keep, on, press, read } from "./page.js";

const SHELF = "companion.outbox";
const SHORTEST = 250; // ms until a deed is sent again,
const LONGEST = 3000; // and at most
const SLOW = 600; // ms: what takes longer is seen to wait
const STANDS = 6000; // ms that the house's word stands, whatever waits
const OTHER = "The table has moved on; look and tap again.";
const COUNTS = ["Companion-Version", "Companion-Stir"];
const PRESSED = "a[href], button";
const CONTROLS = "a, button, input, label, select, summary, textarea";
const notice = document.getElementById("outbox");
const blank = document.getElementById("outbox-tap");
let asking = 0; // choices on their way
const busy = new Set(); // what was tapped, until its picture is there
export const isBusy = (one) => busy.has(one);
let waiting = []; // what waits for their picture: what was tapped, and how it is made there
let finger = null;
let sending = false;
let pause = SHORTEST;
let nudge = () => {};
// The address at which a stream brings this page its picture, if one does, and how a tap's is waited for (live.js).
export const stream = { at: () => "", await: () => {} };
export const isSending = () => sending;
let word = { words: "", until: 0 };
let listed = "[]";

export const table = () => document.getElementById("table");
export const isChosen = (one) => one.getAttribute("aria-current") === "true";
const words = (one) => (one.getAttribute("aria-label") ?? one.textContent).replace(/\s+/g, " ").trim();

// The version and the stir of the table with which a part of a page begins; a page of another kind has none.
export function counts(text) {
  const found = text.match(/^\s*<div id="table"[^>]*?\sdata-version="(\d+)"\s+data-stir="(\d+)"/);
  return found?.slice(1).map(Number);
}

export function say(text) {
  word = { words: text, until: Date.now() + STANDS };
  show();
}

// What pressing it sends, whatever it is called, and on which picture.
function sent({ form, name, value }) {
  const data = new FormData(form);
  if (name) data.append(name, value);
  for (const own of ["key", "csrfmiddlewaretoken", "back"]) data.delete(own);
  return new URLSearchParams(data).toString();
}

// How to find it on another picture: by its name, or by its words within what has one.
function finder(one) {
  if (one.id) return () => document.getElementById(one.id);
  const { id } = one.closest("[id]"), called = words(one), inside = `#${CSS.escape(id)} ${one.localName}`;
  return () => [...document.querySelectorAll(inside)].find((other) => words(other) === called);
}

function again(one) {
  if (one.again) return one.again;
  const find = finder(one), chosen = isChosen(one), wanted = one.form && sent(one);
  return () => {
    const now = find();
    const same = one.form ? now?.form && !now.disabled && sent(now) === wanted : now?.matches("a[href]");
    if (!same) say(OTHER);
    else if (one.form || chosen || !isChosen(now)) press(now); // What is chosen by now was tapped twice.
  };
}

// Where nothing was to be tapped there may be something on the new picture.
function spotAgain(spot) {
  const names = [];
  for (let one = spot; (one = one.closest("[id]")) !== table(); one = one.parentElement) names.push(one.id);
  return () => {
    const now = names.map((name) => document.getElementById(name)).find((one) => one?.matches(PRESSED));
    if (now?.matches("a")) press(now);
    else if (now) say(OTHER);
  };
}

// Other controls act on this page alone, or have requests of their own.
function waits(one) {
  if (one.matches("a")) return one.matches("[hx-boost], [hx-get]") && !one.matches("[hx-target]");
  return one.type === "submit" && one.form?.matches("[data-tap], [hx-boost], [hx-post]");
}

on("click", (event) => {
  const { target } = event;
  if (!asking || event.defaultPrevented || !target.closest?.("#table")) return;
  const one = target.closest(CONTROLS);
  if (one && !(one.matches(PRESSED) && waits(one))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  busy.add(one);
  one?.setAttribute("aria-busy", "true");
  waiting.push([one, one ? again(one) : spotAgain(target)]);
}, true);

// What htmx asks for in the table's place is a choice, but for what the table asks by itself.
on("htmx:before:request", ({ detail: { ctx } }) => {
  const { sourceElement, target, request } = ctx;
  if (target !== table() || sourceElement === target || sourceElement.matches("[hx-trigger]")) return;
  const one = request.submitter ?? sourceElement;
  asking += 1;
  Object.assign(ctx, { asked: one, again: one.matches(PRESSED) ? again(one) : null });
  busy.add(one);
  one.setAttribute("aria-busy", "true");
});

on("htmx:finally:request", ({ detail: { ctx } }) => {
  if (!ctx.asked) return;
  asking -= 1;
  busy.delete(ctx.asked);
  ctx.asked.removeAttribute("aria-busy");
  // Its answer came after a newer picture (live.js): it is asked of that one.
  if (ctx.late && ctx.again) waiting.unshift([ctx.asked, ctx.again]);
  else if (ctx.response && !ctx.drawn) say("The house did not take that tap; tap again.");
  queueMicrotask(() => {
    while (waiting.length && !asking) {
      const [one, make] = waiting.shift();
      busy.delete(one);
      one?.removeAttribute("aria-busy");
      make();
    }
  });
});

// A press whose thing was drawn away before it was let go is no click of anything.
on("pointerdown", (event) => { finger = event; }, true);
on("pointerup", ({ clientX, clientY }) => {
  const { target, clientX: x, clientY: y } = finger ?? {};
  finger = null;
  if (target?.isConnected === false && Math.hypot(clientX - x, clientY - y) < SLIP) say(OTHER);
}, true);

const deeds = () => read(SHELF);
const shelve = (all) => keep(SHELF, all);
const drop = (key) => shelve(deeds().filter((deed) => deed.key !== key));
const csrf = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? "";

on("submit", (event) => {
  const { target: form, submitter: button } = event, token = form.elements.csrfmiddlewaretoken;
  // The same picture is sent to all who see the same: its forms say only here whose they are.
  if (token) token.value = csrf();
  if (!form.matches("[data-tap]") || event.defaultPrevented) return;
  event.preventDefault();
  const data = new FormData(form, button);
  const seen = Number(data.get("seen")), back = data.get("back");
  for (const name of ["key", "csrfmiddlewaretoken", "seen"]) data.delete(name);
  const body = new URLSearchParams(data).toString();
  // Not form.action: a button called “action” stands before it.
  const url = new URL(button?.getAttribute("formaction") || form.getAttribute("action"), location.href).href;
  // The same button twice on the same picture is a slip of the finger, not two taps.
  if (deeds().some((deed) => deed.body === body && deed.seen === seen && deed.url === url)) return resend();
  const key = crypto.getRandomValues(new Uint32Array(4)).join("-");
  // What lies behind a cover is not told beside it.
  const isOpen = button && !document.querySelector(".s-cover[data-seconds]");
  const called = isOpen ? words(button) : "A choice from the hand";
  shelve([...deeds(), { key, url, body, seen, back, at: Date.now(), words: called }]);
  button?.setAttribute("aria-busy", "true");
  setTimeout(show, SLOW + 20);
  send();
});

// Drawn anew only when something changed, so that a finger finds its button.
function show() {
  if (!notice) return;
  const late = deeds().filter((deed) => deed.held || Date.now() - deed.at > SLOW);
  const many = `${late.length} ${late.length === 1 ? "tap" : "taps"} waiting to be sent.`;
  const text = word.until > Date.now() ? word.words : late.length ? many : "";
  const line = notice.querySelector("[data-words]"), place = notice.querySelector("[data-taps]");
  if (line.textContent !== text) line.textContent = text;
  notice.hidden = !text;
  const drawn = JSON.stringify(late.map(({ key, status }) => [key, status]));
  if (drawn === listed) return;
  listed = drawn;
  place.hidden = !late.length;
  place.querySelector("ol").replaceChildren(...late.map(row));
}

// The words for why a deed still waits lie beside the line that is filled here: by what the house answered.
function row({ key, at, words: called, status = "turn", held }) {
  const line = blank.content.firstElementChild.cloneNode(true);
  const time = new Date(at).toLocaleTimeString("sv", { hour: "2-digit", minute: "2-digit" });
  const why = blank.dataset[held ? "held" : status] ?? blank.dataset.away;
  line.querySelector("[data-what]").textContent = called || "A tap";
  line.querySelector("[data-why]").textContent = `${time}: ${why}`;
  line.querySelector("button").dataset.takeBack = key;
  return line;
}

on("click", ({ target }) => {
  const key = target.closest?.("[data-take-back]")?.dataset.takeBack;
  if (target.closest?.("[data-send-again]")) resend();
  if (!key) return;
  // One that is under way may have arrived: then the page shows it, and undo takes it back.
  drop(key);
  const pressed = deeds().length ? [] : document.querySelectorAll("[data-tap] [aria-busy]");
  pressed.forEach((button) => button.removeAttribute("aria-busy"));
  nudge();
  show();
});

function resend() {
  shelve(deeds().map(({ held, ...deed }) => deed));
  pause = SHORTEST;
  nudge();
  send();
}

async function send() {
  if (sending) return;
  sending = true;
  const first = () => deeds().find((deed) => !deed.held);
  try {
    for (let deed = first(); deed; deed = first()) {
      const answer = await post(deed).catch(() => null), status = answer?.status ?? 0;
      // The house is there, and says what it makes of it; or not quite, whatever stands before it says.
      if (answer?.ok || status === 409 || status === 422) await settle(deed, answer);
      else await wait(deed, status);
    }
  } finally {
    sending = false;
    show();
  }
}

// An answer that breaks off on its way is none: the same deed is asked about once more, by its key.
async function post({ url, body, seen, key }) {
  const all = new URLSearchParams(body), signal = AbortSignal.timeout(10_000);
  all.set("seen", seen);
  all.set("key", key);
  const headers = { "HX-Request": "true", "X-CSRFToken": csrf(), "Companion-Listens": stream.at() };
  const answer = await fetch(url, { method: "POST", body: all, headers, signal });
  return Object.assign(answer, { words: await answer.text() });
}

// A deed that the house will not have as it is waits for its person, and holds up none behind it.
async function wait({ key }, status) {
  const held = status > 0 && status < 500 && ![408, 425, 429].includes(status);
  shelve(deeds().map((deed) => (deed.key === key ? { ...deed, status, held } : deed)));
  show();
  if (held) return;
  await new Promise((resolve) => {
    nudge = resolve;
    setTimeout(resolve, pause);
  });
  pause = Math.min(pause * 2, LONGEST);
}

async function settle({ key, url, seen, back }, answer) {
  pause = SHORTEST;
  const text = answer.words, isBrought = answer.status === 204;
  const sent = isBrought ? COUNTS.map((name) => Number(answer.headers.get(name))) : counts(text);
  drop(key);
  // Deeds that wait on the same picture follow one another: only this device's own lines lie between.
  const home = url.replace(/[^/]+\/(\?.*)?$/, "");
  const follows = (deed) => deed.seen === seen && deed.url.startsWith(home);
  if (answer.ok && sent?.[0] === seen + 1) {
    shelve(deeds().map((deed) => (follows(deed) ? { ...deed, seen: seen + 1 } : deed)));
  }
  if (answer.status === 409) say(OTHER);
  // The answer is the new picture of the page that was tapped, if that is still the page in front.
  const replace = answer.headers.get("HX-Replace-Url"), target = table();
  const isInFront = back === location.pathname + location.search;
  if (answer.redirected && !replace) {
    location.assign(answer.url);
  } else if (isBrought && isInFront) {
    // Its picture comes on the stream.
    history.replaceState({ htmx: true }, "", replace);
    stream.await(sent);
  } else if (sent && !isBrought && isInFront) {
    const swap = "outerMorph", sourceElement = document.body;
    await htmx.swap({ sourceElement, target, text, swap, replace: answer.ok && replace });
  } else {
    const refusal = new DOMParser().parseFromString(text, "text/html").getElementById("refusal-words");
    if (refusal) say(refusal.textContent);
    htmx.trigger(target, "ring");
  }
}

// The house is heard again.
export const heard = () => nudge();

addEventListener("online", heard);
setInterval(show, 1000);
resend();
