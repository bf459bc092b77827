// Keeps a table's page up to date without taking anything out of people's hands: focus, scroll, opened
// explanations and half-made choices stay, for a half-made choice is the page's own address.
//
// The bell is the browser's own EventSource: after a restart of the house it is back in 0.7 s, where htmx's stream
// extension takes 4 to 16 s (measured). It brings the picture of the address at which the page began to listen, by
// the lines of the last one; a page that stands elsewhere by now, at a half-made choice, asks for its own.
const HUSH = 5000;
const PACE = 2000;
const table = () => document.getElementById("table");
const here = () => location.pathname + location.search;
const silence = document.getElementById("silence");
const told = { version: 0, stir: 0 };
let bell = null;
let lines = [];
let heard = Date.now();
let opened = 0;
let pace = PACE;
let turn = 0;
let keepRefusal = false;
let held = false;

const refresh = () => htmx.trigger(table(), "ring");
const behind = () => ["version", "stir"].some((what) => told[what] > Number(table().dataset[what]));

// A part begins with the table and its counts; anything else is a page of another kind. None covers a newer one.
function isOld(text) {
  const counts = text.match(/^\s*<div id="table"[^>]*?\sdata-version="(\d+)"\s+data-stir="(\d+)"/);
  const { version, stir } = table().dataset;
  return !counts || Number(counts[1]) < version || (counts[1] === version && Number(counts[2]) < stir);
}

// What is looked up beside the table is no picture of it.
const beside = ({ target }) => Boolean(target) && target !== table() && target !== "#table";

htmx.registerExtension("live", {
  htmx_config_request(source, { ctx }) {
    ctx.turn = turn;
  },
  // The answer to a tap ends what was asked before it.
  htmx_before_swap(source, { ctx }) {
    if (beside(ctx)) return true;
    ctx.late = (ctx.turn ?? turn) !== turn || isOld(ctx.text);
    if (ctx.late) return false;
    ctx.drawn = true;
    if (ctx.turn === undefined) turn += 1;
    keepRefusal = source === table();
    held = document.activeElement !== document.body;
    return true;
  },
  htmx_after_swap(source, { ctx }) {
    if (ctx && beside(ctx)) return;
    if (held && document.activeElement === document.body) {
      table().tabIndex = -1;
      table().focus({ preventScroll: true });
    }
    point();
    hearken();
    if (behind()) refresh();
  },
  // A choice that finds no connection is made all the same: it stands in the address until the house is back.
  htmx_error(source, { ctx }) {
    if (!ctx || beside(ctx)) return;
    if (source !== table()) history.pushState({ htmx: true }, "", ctx.request.action);
    hush();
  },
  // What a morph does not do of itself: tick what a draft ticks.
  htmx_before_morph_attr(element, detail) {
    if (element.tagName === "INPUT" && detail.attrName === "checked") element.checked = detail.newValue !== null;
    return true;
  },
  // A refresh brings no word of what was refused: it stands until this screen's own next tap or choice.
  htmx_before_morph_node: (element) => !(keepRefusal && element.id === "refusal"),
});

// Lead from a refusal to the field that it speaks of.
function point() {
  const words = document.getElementById("refusal-words");
  if (!words) return;
  const field = document.querySelector(`[name="a.${CSS.escape(words.dataset.path)}"]`);
  field?.setAttribute("aria-invalid", "true");
  field?.setAttribute("aria-describedby", "refusal-words");
  words.scrollIntoView({ block: "nearest" });
}

function hearken() {
  heard = Date.now();
  if (silence.hidden) return;
  hush();
  refresh();
}

function rung({ type, data }) {
  hearken();
  told[type === "stir" ? "stir" : "version"] = Number(data);
  if (behind()) refresh();
}

function painted({ data }) {
  hearken();
  const sent = JSON.parse(data);
  lines = sent.lines.flatMap((part) => (Array.isArray(part) ? lines.slice(part[0], part[0] + part[1]) : part));
  if (sent.at !== here()) return refresh();
  htmx.swap({ turn, sourceElement: table(), target: table(), text: lines.join("\n"), swap: "outerMorph show:none" });
}

function listen() {
  bell?.close();
  opened = Date.now();
  const told = new URLSearchParams({ at: here(), edition: document.body.dataset.edition });
  bell = new EventSource(`${table().dataset.bell}?${told}`);
  bell.addEventListener("open", () => {
    heard = Date.now();
    pace = PACE;
    lines = [];
    tell("");
    document.dispatchEvent(new CustomEvent("table:heard"));
  });
  bell.addEventListener("house", (event) => tell(JSON.parse(event.data)));
  bell.addEventListener("picture", painted);
  for (const name of ["version", "stir", "beat"]) bell.addEventListener(name, rung);
  bell.addEventListener("gone", darken);
  // The house has been upgraded: its pictures fit into a new page alone. Taps that wait are kept.
  bell.addEventListener("renewed", () => location.reload());
}

// Sent away, or the seat is another's: nothing that was shown may stay, and the house says why.
function darken() {
  bell.close();
  const there = table().dataset.bell.replace(/bell\/$/, "gone/");
  document.querySelector("main").replaceChildren();
  location.replace(there);
}

// What the house has to say to every screen: that its disk is filling.
function tell(words) {
  const place = document.getElementById("house");
  place.textContent = words;
  place.hidden = !words;
}

function hush() {
  const quiet = Date.now() - heard;
  const seconds = Math.round(quiet / 1000);
  silence.hidden = quiet < HUSH;
  silence.textContent = silence.hidden ? "" : `No word from the table for ${seconds} s. It will come back by itself; taps are kept.`;
  document.body.classList.toggle("is-stale", !silence.hidden);
}

// Half-open connections say nothing for ever: a bell that is silent is rung up anew, every two seconds.
function watch() {
  if (document.hidden) return;
  const quiet = Date.now() - heard;
  const shut = !bell || bell.readyState === EventSource.CLOSED;
  if ((shut || quiet > HUSH) && Date.now() - opened > pace) {
    listen();
    if (!shut) return;
    // The house may have no stream to spare: the page is asked for instead, and not as often.
    pace = 2 * PACE;
    refresh();
  }
  hush();
}

const stayAwake = () => window.isSecureContext && navigator.wakeLock?.request("screen").catch(() => {});

// A browser opens six streams to one house: a page that nobody sees gives its own back.
function wake() {
  if (document.hidden) return bell?.close();
  listen();
  refresh();
  stayAwake();
}

addEventListener("online", wake);
addEventListener("pageshow", (event) => event.persisted && wake());
document.addEventListener("visibilitychange", wake);
// “Back” takes back a choice: the address is the choice, and the table is morphed to it like to any other.
document.addEventListener("htmx:before:history:restore", (event) => {
  event.preventDefault();
  refresh();
});
setInterval(watch, 1000);
listen();
point();
stayAwake();
