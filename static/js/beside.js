// Another house stands beside this one. Where its own is gone, or was replaced, a screen goes over to it by itself, and
// takes along who it is and the taps that wait there: they have keys, and are sent once.
import { quiet } from "./live.js";
import { read } from "./page.js";

const GONE = 5000; // ms without a word of its house
const PACE = 2000; // ms between two looks
const SHELF = "companion.outbox"; // as taps.js names it
const other = document.body.dataset.beside;
let way = "";

async function ask(url) {
  try {
    const answer = await fetch(url, { cache: "no-store", signal: AbortSignal.timeout(PACE) });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

async function look() {
  way ||= (await ask("/house/beside/way"))?.way ?? "";
  const taps = read(SHELF), waits = taps.some(({ at }) => Date.now() - at > GONE);
  if (way && (waits || quiet() > GONE) && (await ask(`${other}/house/beside/state`))?.leads) {
    const along = { way, taps, place: location.pathname + location.search };
    location.replace(`${other}/house/beside/over#${encodeURIComponent(JSON.stringify(along))}`);
    return;
  }
  setTimeout(look, PACE);
}

if (other) look();
