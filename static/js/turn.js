// Says that it is one's turn where one looks somewhere else, or to whom a tablet goes that is handed round: in the page's title, by one shake of the device, and where
// this device is set so (drawer, Options; off until then) by two soft notes. A browser lets a page sound after a tap alone.
// Who is asked something and has not answered for a minute is reminded once.
const words = document.title;
const PATIENCE = 60_000; // ms
const SHELF = "companion.sound";
const NOTES = [[659, 0], [880, 0.18]]; // hertz, and when, s
const LENGTH = 0.35; // s
const LOUD = 0.15;
let was = null;
let asked = "";
let minute = 0;
let air = null;

const isOn = () => localStorage.getItem(SHELF) === "on";
const wake = () => { if (isOn()) (air ??= new AudioContext()).resume(); };

function note([pitch, after]) {
  const tone = air.createOscillator(), loud = air.createGain(), start = air.currentTime + after;
  tone.frequency.value = pitch;
  loud.gain.setValueAtTime(LOUD, start);
  loud.gain.exponentialRampToValueAtTime(0.001, start + LENGTH);
  tone.connect(loud).connect(air.destination);
  tone.start(start);
  tone.stop(start + LENGTH);
}

const sound = () => isOn() && air && NOTES.forEach(note);

function shake() {
  navigator.vibrate?.(200);
  sound();
}

// A question is reminded of by its number: a picture of the same one begins no new minute.
function remind(now) {
  if (now === asked) return;
  clearTimeout(minute);
  asked = now;
  if (now) minute = setTimeout(nudge, PATIENCE);
}

function nudge() {
  document.title = `You are asked · ${words}`;
  shake();
}

function tell() {
  const { turn, whose } = document.getElementById("table")?.dataset ?? {}, knob = document.getElementById("sound");
  const yours = whose || (turn === "yours" ? turn : "");
  document.title = yours ? `Your turn · ${words}` : words;
  if (knob) knob.checked = isOn();
  if (yours && was !== null && yours !== was) shake();
  was = yours;
  remind(document.getElementById("table")?.dataset.asked ?? "");
}

for (const touched of ["pointerup", "keydown"]) document.addEventListener(touched, wake);
document.addEventListener("change", ({ target }) => {
  if (target.id !== "sound") return;
  localStorage.setItem(SHELF, target.checked ? "on" : "off");
  wake();
  sound();
});
document.addEventListener("htmx:after:swap", tell);
tell();
