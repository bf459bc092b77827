// A moment plays once on each screen, when its line is new there: over the board for some seconds, shorter for those
// who ask for less motion, longer on the TV; a tap anywhere ends it. Who is just choosing sees its line alone.
const root = document.documentElement;
const STAYS = ["seat", "on", "for"];
const key = `companion.moment.${location.pathname.split("/")[2]}`;
let ends = 0;

function stop() {
  clearTimeout(ends);
  root.classList.remove("is-playing");
}

function play() {
  const moment = document.getElementById("moment");
  const number = Number(moment?.dataset.number ?? 0), seen = Number(sessionStorage.getItem(key) ?? number);
  sessionStorage.setItem(key, Math.max(number, seen));
  const choosing = [...new URLSearchParams(location.search).keys()].some((name) => !STAYS.includes(name));
  if (number <= seen || choosing || document.hidden) return;
  stop();
  root.classList.add("is-playing");
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  ends = setTimeout(stop, document.querySelector(".stage--tv") ? 6000 : calm ? 3000 : 4200);
}

document.addEventListener("pointerdown", stop);
document.addEventListener("htmx:after:swap", play);
play();
