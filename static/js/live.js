// Keeps a table's page up to date without taking anything out of people's hands: focus, scroll, opened explanations
// and half-made choices stay, for a half-made choice is the page's own address. And says whose turn it is.
//
// The bell is the browser's own EventSource: after a restart of the house it is back in 0.7 s, where htmx's stream
// extension takes 4 to 16 s (measured). It brings the picture of the address at which the page began to listen, by
// the lines of the last one; a page that stands elsewhere by now, at a half-made choice, asks for its own.
import { on, onPicture } from "./page.js";
import { counts, heard, isBusy, isSending, say, stream, table } from "./taps.js";

const HUSH = 5000; // ms without a word until the page says so
const PACE = 2000; // ms between two tries to listen
const PATIENCE = 60_000; // ms until who is asked is reminded
const NOTES = [[659, 0], [880, 0.18]]; // hertz, and when, s
const LENGTH = 0.35; // s
const LOUD = 0.15;
const SOON = 3000; // ms without a word in which a stream still counts as open: the house says one every 2 s
const AT_LAST = 1000; // ms that a tap's picture may take to come on the stream
const SOUND = "companion.sound";
const silence = document.getElementById("silence");
const title = document.title;
const rung = { version: 0, stir: 0 }; // the newest of which the page was told
let bell = null;
let lines = [];
let place = ""; // the address of which the stream brings the picture
let tapped = null; // the counts of the table after this screen's own tap, until its picture is there
let waits = 0;
let last = Date.now(); // when the house was heard last, and when it was rung up
let opened = 0;
let pace = PACE;
let answers = 0; // pictures that came without being asked for by htmx
let mine = false; // the last picture was this screen's own tap's or choice's
let focused = false;
let whose = null;
let asked = "";
let reminder = 0;
let air = null;

const here = () => location.pathname + location.search;
const refresh = () => htmx.trigger(table(), "ring");
// What is looked up beside the table is no picture of it.
const isBeside = ({ target }) => Boolean(target) && target !== table() && target !== "#table";

// Where it is older than what is shown, or a page of another kind.
function isOld(text) {
  const sent = counts(text), { version, stir } = table().dataset;
  return !sent || sent[0] < version || (sent[0] === Number(version) && sent[1] < stir);
}

function askIfBehind() {
  if (["version", "stir"].some((what) => rung[what] > table().dataset[what])) refresh();
}

htmx.registerExtension("live", {
  htmx_config_request(source, { ctx }) {
    ctx.answers = answers;
    ctx.place = here();
  },
  // The answer to a tap ends what was asked before it.
  htmx_before_swap(source, { ctx }) {
    if (isBeside(ctx)) return true;
    // “Back” was pressed while the table asked for what stood here before: it asks for what stands here now.
    if (source === table() && ctx.place && ctx.place !== here()) {
      setTimeout(refresh);
      return false;
    }
    ctx.late = (ctx.answers ?? answers) !== answers || isOld(ctx.text);
    if (ctx.late) return false;
    ctx.drawn = true;
    if (ctx.answers === undefined) answers += 1;
    mine = source !== table();
    focused = document.activeElement !== document.body;
    return true;
  },
  htmx_after_swap(source, { ctx }) {
    if (ctx && isBeside(ctx)) return;
    if (focused && document.activeElement === document.body) {
      table().tabIndex = -1;
      table().focus({ preventScroll: true });
    }
    // A morph leaves what was typed; once people have changed places it is somebody else's name.
    for (const field of document.querySelectorAll("[data-as-sent]")) {
      if (field !== document.activeElement) field.value = field.defaultValue;
    }
    point();
    hear();
    askIfBehind();
  },
  // A choice that finds no connection is made all the same: it stands in the address until the house is back.
  htmx_error(source, { ctx }) {
    if (!ctx || isBeside(ctx)) return;
    if (source === table()) return hush();
    history.pushState({ htmx: true }, "", ctx.request.action);
    say("Not connected. This choice waits, and is shown once the house is back.");
  },
  // What a morph does not do of itself: tick what a draft ticks, and leave what was tapped marked as waiting.
  htmx_before_morph_attr(element, { attrName, newValue }) {
    if (attrName === "aria-busy" && isBusy(element)) return false;
    if (element.tagName === "INPUT" && attrName === "checked") element.checked = newValue !== null;
    return true;
  },
  // A refresh brings no word of what was refused: it stands until this screen's own next tap or choice.
  htmx_before_morph_node: (element) => mine || element.id !== "refusal",
});

// Lead from a refusal to the field that it speaks of.
function point() {
  const words = document.getElementById("refusal-words");
  const field = words && document.querySelector(`[name="a.${CSS.escape(words.dataset.path)}"]`);
  field?.setAttribute("aria-invalid", "true");
  field?.setAttribute("aria-describedby", "refusal-words");
  words?.scrollIntoView({ block: "nearest" });
}

function hear() {
  last = Date.now();
  if (silence.hidden) return;
  hush();
  refresh();
}

function hush() {
  const quiet = Date.now() - last, seconds = Math.round(quiet / 1000);
  silence.hidden = quiet < HUSH;
  silence.textContent = silence.hidden
    ? "" : `No word from the table for ${seconds} s. It will come back by itself; taps are kept.`;
}

export function listen() {
  bell?.close();
  opened = Date.now();
  place = here();
  const page = new URLSearchParams({ at: here(), edition: document.body.dataset.edition });
  bell = new EventSource(`${table().dataset.bell}?${page}`);
  for (const [name, does] of Object.entries(SAYS)) bell.addEventListener(name, does);
}

// The picture that the stream brought last. After a tap it may come before the answer that leads this page to its
// address.
function draw() {
  if (place !== here()) return isSending() ? undefined : refresh();
  const text = lines.join(""), swap = "outerMorph show:none", sent = counts(text);
  const isOwn = tapped && sent && tapped.every((count, at) => sent[at] >= count);
  const from = isOwn ? { sourceElement: document.body } : { sourceElement: table(), answers };
  if (isOwn) settled();
  htmx.swap({ ...from, target: table(), text, swap });
}

function settled() {
  clearTimeout(waits);
  tapped = null;
}

Object.assign(stream, {
  at: () => (bell?.readyState === EventSource.OPEN && Date.now() - last < SOON ? place : ""),
  await(now) {
    settled();
    tapped = now;
    waits = setTimeout(refresh, AT_LAST);
    const sent = counts(lines.join(""));
    if (sent && now.every((count, at) => sent[at] >= count)) draw();
  },
});

// What the house says over the bell.
const SAYS = {
  open() {
    last = Date.now();
    pace = PACE;
    lines = [];
    tell("");
    heard();
  },
  picture({ data }) {
    hear();
    const { at, lines: parts } = JSON.parse(data);
    lines = parts.flatMap((part) => (Array.isArray(part) ? lines.slice(part[0], part[0] + part[1]) : part));
    place = at;
    draw();
  },
  version: ring,
  stir: ring,
  beat: ring,
  // To every screen: that its disk is filling.
  house: ({ data }) => tell(JSON.parse(data)),
  // The house has been upgraded: its pictures fit into a new page alone. Taps that wait are kept.
  renewed: () => location.reload(),
  // Sent away, or the seat is another's: nothing that was shown may stay, and the house says why.
  gone() {
    bell.close();
    const there = table().dataset.bell.replace(/bell\/$/, "gone/");
    document.querySelector("main").replaceChildren();
    location.replace(there);
  },
};

function ring({ type, data }) {
  hear();
  rung[type === "stir" ? "stir" : "version"] = Number(data);
  askIfBehind();
}

function tell(words) {
  const place = document.getElementById("house");
  place.textContent = words;
  place.hidden = !words;
}

// Half-open connections say nothing for ever: a bell that is silent is rung up anew, every two seconds.
function watch() {
  if (document.hidden) return;
  const shut = !bell || bell.readyState === EventSource.CLOSED, since = Date.now() - opened;
  if ((shut || Date.now() - last > HUSH) && since > pace) {
    listen();
    if (!shut) return;
    // The house may have no stream to spare: the page is asked for instead, and not as often.
    pace = 2 * PACE;
    refresh();
  }
  hush();
}

// A browser opens six streams to one house: a page that nobody sees gives its own back.
function wake() {
  if (document.hidden) return bell?.close();
  listen();
  refresh();
  stayAwake();
}

export const quiet = () => Date.now() - last;
const stayAwake = () => isSecureContext && navigator.wakeLock?.request("screen").catch(() => {});
const sounds = () => localStorage.getItem(SOUND) === "on";

// A browser lets a page sound after a tap alone.
function open() {
  if (sounds()) (air ??= new AudioContext()).resume();
}

function sound() {
  if (!sounds() || !air) return;
  for (const [frequency, after] of NOTES) {
    const start = air.currentTime + after, loud = new GainNode(air, { gain: LOUD });
    loud.gain.setValueAtTime(LOUD, start).exponentialRampToValueAtTime(0.001, start + LENGTH);
    const note = new OscillatorNode(air, { frequency });
    note.connect(loud).connect(air.destination);
    note.start(start);
    note.stop(start + LENGTH);
  }
}

function nudge(words) {
  document.title = `${words} · ${title}`;
  navigator.vibrate?.(200);
  sound();
}

// For who looks somewhere else, or to whom a tablet goes that is handed round: in the title, by one shake of the
// device, and by two soft notes where it is set so (drawer, Options). Who is asked is reminded once: of a question by
// its number, for a picture of the same one begins no new minute.
function sayWhose() {
  const { turn, whose: next, asked: question = "" } = table().dataset;
  const knob = document.getElementById("sound");
  const yours = next || (turn === "yours" ? turn : "");
  document.title = yours ? `Your turn · ${title}` : title;
  if (yours && whose !== null && yours !== whose) nudge("Your turn");
  whose = yours;
  if (knob) knob.checked = sounds();
  if (question === asked) return;
  clearTimeout(reminder);
  asked = question;
  if (asked) reminder = setTimeout(nudge, PATIENCE, "You are asked");
}

on("pointerup keydown", open);
on("change", ({ target }) => {
  if (target.id !== "sound") return;
  localStorage.setItem(SOUND, target.checked ? "on" : "off");
  open();
  sound();
});
addEventListener("online", wake);
addEventListener("pageshow", (event) => event.persisted && wake());
on("visibilitychange", wake);
// “Back” takes back a choice: the address is the choice, and the table is morphed to it like to any other.
on("htmx:before:history:restore", (event) => {
  event.preventDefault();
  refresh();
});
setInterval(watch, 1000);
listen();
point();
onPicture(sayWhose);
stayAwake();
