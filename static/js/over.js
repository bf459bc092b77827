// A screen has come over from a house that is gone: it is known here, and its taps wait here now.
import { keep, read } from "./page.js";

const SHELF = "companion.outbox";
const form = document.querySelector("form");
const { way, taps, place } = JSON.parse(decodeURIComponent(location.hash.slice(1)) || "{}");

function here(url) {
  const { pathname, search } = new URL(url, location.href);
  return location.origin + pathname + search;
}

async function come() {
  const body = new URLSearchParams(new FormData(form));
  body.set("way", way);
  const answer = await fetch(form.action, { method: "POST", body });
  if (!answer.ok) return form.querySelector("p").removeAttribute("hidden");
  const known = new Set(read(SHELF).map(({ key }) => key));
  const fresh = taps.filter(({ key }) => !known.has(key)).map((tap) => ({ ...tap, url: here(tap.url) }));
  keep(SHELF, [...read(SHELF), ...fresh]);
  location.replace(here(place));
}

if (way) come();
