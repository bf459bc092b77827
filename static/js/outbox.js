// Taps are kept before they are sent: in localStorage, each with a key of its own, so that neither a lost
// connection nor a reload loses one, and none counts twice. Sent in order, and tried again for as long as the house
// is away; its person may look at what waits, send it again or take it back. Nothing else throws a tap away.
//
// Plain HTTP on a local network has no crypto.randomUUID and no service worker; neither is needed.
const SHELF = "companion.outbox";
const SHORTEST = 250;
const LONGEST = 3000;
const SLOW = 600;
// The house is there, and says what it makes of the tap; or it is not quite there, whatever stands before it says.
const settles = (answer) => answer.ok || answer.status === 409 || answer.status === 422;
const away = (status) => !status || status >= 500 || [408, 425, 429].includes(status);
const notice = document.getElementById("outbox");
const blank = document.getElementById("outbox-tap");
let pocket = null;
let said = 0;
let listed = "[]";
let sending = false;
let pause = SHORTEST;
let nudge = () => {};

function read() {
  if (pocket) return pocket;
  try {
    return JSON.parse(localStorage.getItem(SHELF) || "[]");
  } catch {
    return [];
  }
}

function keep(taps) {
  try {
    localStorage.setItem(SHELF, JSON.stringify(taps));
    pocket = null;
  } catch {
    pocket = taps; // A browser that keeps nothing: they last as long as this page.
  }
}

const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

const csrf = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? "";

function tapped(event) {
  const form = event.target, button = event.submitter, token = form.elements.csrfmiddlewaretoken;
  // The same picture is sent to all who see the same: its forms say only here whose they are.
  if (token) token.value = csrf();
  if (!form.matches("[data-tap]") || event.defaultPrevented) return;
  event.preventDefault();
  const data = new FormData(form);
  if (button?.name) data.append(button.name, button.value);
  const seen = Number(data.get("seen")), back = data.get("back");
  for (const name of ["key", "csrfmiddlewaretoken", "seen"]) data.delete(name);
  const body = new URLSearchParams(data).toString();
  // Not form.action: a button called “action” stands before it.
  const url = new URL(button?.getAttribute("formaction") || form.getAttribute("action"), location.href).href;
  // The same button twice on the same picture is a slip of the finger, not two taps.
  if (read().some((tap) => tap.body === body && tap.seen === seen && tap.url === url)) {
    again();
    return;
  }
  keep([...read(), { key: newKey(), url, body, seen, back, at: Date.now(), words: named(button) }]);
  button?.setAttribute("aria-busy", "true");
  setTimeout(count, SLOW + 20);
  send();
}

// What lies behind a cover is not told beside it.
function named(button) {
  if (!button || document.querySelector(".s-cover[data-seconds]")) return "A choice from the hand";
  return (button.getAttribute("aria-label") || button.textContent).replace(/\s+/g, " ").trim();
}

function count() {
  const late = read().filter((tap) => tap.held || Date.now() - tap.at > SLOW);
  if (said < Date.now()) tell(late.length ? `${late.length} ${late.length === 1 ? "tap" : "taps"} waiting to be sent.` : "");
  list(late);
}

function tell(words) {
  const line = notice.querySelector("[data-words]");
  if (line.textContent !== words) line.textContent = words;
  notice.hidden = !words;
}

// What the house says to a tap stands for a while, whatever waits.
function say(words) {
  said = Date.now() + 6000;
  tell(words);
  setTimeout(count, 6100);
}

// Drawn anew only when something changed, so that a finger finds its button.
function list(taps) {
  const drawn = JSON.stringify(taps.map((tap) => [tap.key, tap.status]));
  if (listed === drawn) return;
  listed = drawn;
  const place = notice.querySelector("[data-taps]");
  place.hidden = !taps.length;
  place.querySelector("ol").replaceChildren(...taps.map(row));
}

// The words for why a tap still waits lie beside the line that is filled here: by what the house answered.
function row({ key, at, words, status = "turn", held }) {
  const line = blank.content.firstElementChild.cloneNode(true);
  const time = new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });
  const why = blank.dataset[held ? "held" : status] ?? blank.dataset.away;
  line.querySelector("[data-what]").textContent = words || "A tap";
  line.querySelector("[data-why]").textContent = `${time}: ${why}`;
  line.querySelector("button").dataset.takeBack = key;
  return line;
}

const drop = (key) => keep(read().filter((tap) => tap.key !== key));

// One that is under way may have arrived: then the page shows it, and undo takes it back.
function takeBack(key) {
  drop(key);
  const pressed = document.querySelectorAll("[data-tap] [aria-busy]");
  if (!read().length) pressed.forEach((button) => button.removeAttribute("aria-busy"));
  nudge();
  count();
}

function again() {
  keep(read().map(({ held, ...tap }) => tap));
  pause = SHORTEST;
  nudge();
  send();
}

async function send() {
  if (sending) return;
  sending = true;
  const first = () => read().find((tap) => !tap.held);
  try {
    for (let tap = first(); tap; tap = first()) {
      const answer = await post(tap).catch(() => null);
      if (answer && settles(answer)) await settle(tap, answer);
      else await wait(tap, answer?.status ?? 0);
    }
  } finally {
    sending = false;
    count();
  }
}

// A tap that the house will not have as it is waits for its person, and holds up none behind it.
async function wait(tap, status) {
  const held = !away(status);
  keep(read().map((each) => (each.key === tap.key ? { ...each, status, held } : each)));
  count();
  if (held) return;
  await new Promise((resolve) => {
    nudge = resolve;
    setTimeout(resolve, pause);
  });
  pause = Math.min(pause * 2, LONGEST);
}

function post(tap) {
  const body = new URLSearchParams(tap.body);
  body.set("seen", tap.seen);
  body.set("key", tap.key);
  const headers = { "HX-Request": "true", "X-CSRFToken": csrf() };
  return fetch(tap.url, { method: "POST", body, headers, signal: AbortSignal.timeout(10000) });
}

const versionIn = (text) => Number(text.match(/^\s*<div id="table"[^>]*? data-version="(\d+)"/)?.[1]);

async function settle(tap, answer) {
  pause = SHORTEST;
  const text = await answer.text().catch(() => "");
  drop(tap.key);
  if (answer.ok) follow(tap, versionIn(text));
  if (answer.status === 409) say("The table has moved on; look and tap again.");
  await picture(tap, answer, text);
}

// Waiting taps of the same picture follow one another: only this device's own lines lie between.
function follow({ seen, url }, version) {
  const home = url.replace(/[^/]+\/(\?.*)?$/, "");
  const follows = (tap) => tap.seen === seen && tap.url.startsWith(home);
  if (version === seen + 1) keep(read().map((tap) => (follows(tap) ? { ...tap, seen: version } : tap)));
}

// The answer is the new picture of the page that was tapped, if that is still the page in front.
async function picture(tap, answer, text) {
  const address = answer.headers.get("HX-Replace-Url"), target = document.getElementById("table");
  if (answer.redirected && !address) {
    location.assign(answer.url);
  } else if (versionIn(text) && tap.back === location.pathname + location.search) {
    await htmx.swap({ sourceElement: document.body, target, text, swap: "outerMorph", replace: answer.ok && address });
  } else {
    const words = new DOMParser().parseFromString(text, "text/html").getElementById("refusal-words");
    if (words) say(words.textContent);
    htmx.trigger(target, "ring");
  }
}

document.addEventListener("tap:refused", ({ detail }) => say(detail));
document.addEventListener("submit", tapped);
document.addEventListener("click", ({ target }) => {
  const back = target.closest?.("[data-take-back]");
  if (back) takeBack(back.dataset.takeBack);
  if (target.closest?.("[data-send-again]")) again();
});
addEventListener("online", () => nudge());
document.addEventListener("table:heard", () => nudge());
setInterval(count, 1000);
again();
