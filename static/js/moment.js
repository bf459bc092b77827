// A moment plays once on each screen, when its line is new there: over the board for some seconds, shorter for those
// who ask for less motion, longer on the TV; a tap anywhere ends it. Who is just choosing sees its line alone.
// One that takes the whole screen is shown to all for as long as it says; its button, a tap or a key goes on.
import { isCalm, on, onPicture } from "./page.js";

const STAYS = ["seat", "on", "for"];
const ON = ["Escape", "Enter", " ", "m", "M"];
const root = document.documentElement;
const key = `companion.moment.${location.pathname.split("/")[2]}`;
let ends = 0;

const whole = () => root.classList.contains("is-playing") && document.querySelector(".s-moment--whole");

function stop() {
  clearTimeout(ends);
  root.classList.remove("is-playing");
}

// ms, as long as the moment says, else by the glass; what takes the whole screen has the focus meanwhile.
function length(moment) {
  const seconds = Number(moment.dataset.seconds ?? 0);
  if (!seconds) return document.querySelector(".stage--tv") ? 6000 : isCalm() ? 3000 : 4200;
  moment.querySelector(".s-time").style.animationDuration = `${seconds}s`;
  document.getElementById("moment-on").focus({ preventScroll: true });
  return seconds * 1000;
}

// What is asked is answered first, and what is taught is read: a scene that would lie over it is told by its line alone.
function covers(moment) {
  const under = document.querySelectorAll(moment.dataset.seconds ? ".plea" : ".plea, .s-lesson");
  const own = moment.getBoundingClientRect();
  return [...under].some((one) => {
    const box = one.getBoundingClientRect();
    return box.top < own.bottom && own.top < box.bottom && box.left < own.right && own.left < box.right;
  });
}

function play() {
  const moment = document.getElementById("moment"), number = Number(moment?.dataset.number ?? 0);
  const seen = Number(sessionStorage.getItem(key) ?? number);
  sessionStorage.setItem(key, Math.max(number, seen));
  if (root.classList.contains("is-playing") && moment && covers(moment)) stop();
  const choosing = [...new URLSearchParams(location.search).keys()].some((name) => !STAYS.includes(name));
  if (number <= seen || (choosing && !moment.dataset.seconds) || document.hidden) return;
  stop();
  root.classList.add("is-playing");
  if (covers(moment)) return stop();
  ends = setTimeout(stop, length(moment));
}

// What is tapped or pressed over a whole screen goes on, and reaches nothing that lies under it.
function goOn(event) {
  const scene = whole();
  if (!scene || (event.type === "click" ? !scene.contains(event.target) : !ON.includes(event.key))) return;
  event.preventDefault();
  event.stopPropagation();
  stop();
}

on("pointerdown", () => whole() || stop());
on("click keydown", goOn, true);
onPicture(play);
// Nobody has a hand at the TV: what folds lies open there.
onPicture(() => document.querySelectorAll(".stage--tv .s-fold").forEach((fold) => { fold.open = true; }));
