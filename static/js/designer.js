// A binder's form (data-entry) works as it stands. This keeps it while one types, one save at a time, for each must
// have seen the one before it; and marks the field (data-at) that is wrong.
import { press } from "./page.js";

const form = document.querySelector("[data-entry]");
const PAUSE = 1200, AGAIN = 3000; // ms
let dirty = false, busy = false, timer = 0;
let late = false; // another device has saved meanwhile
let then = null; // what was pressed, and waits until all is kept

function say(words, wrong = false) {
  const kept = document.getElementById("kept");
  kept.textContent = words;
  kept.classList.toggle("designer__kept--wrong", wrong);
}

const inside = (path, at) => `${path}.`.startsWith(`${at}.`);

function mark(place, fault) {
  const controls = [...place.querySelectorAll("input[name], select[name], textarea[name]")];
  const named = controls.find((control) => inside(fault?.dataset.path, control.name)) ?? controls[0];
  for (const control of controls) control.ariaInvalid = (fault && control === named) || null;
  place.querySelector(".field__error")?.remove();
  if (!fault) return;
  const id = `${place.dataset.at.replace(/\W/g, "-")}-wrong`;
  const line = Object.assign(document.createElement("p"), { id, className: "field__error" });
  line.append(document.querySelector("#to-mend svg").cloneNode(true), ` ${fault.lastElementChild.textContent}`);
  named?.setAttribute("aria-describedby", id);
  place.append(line);
}

function markAll() {
  const faults = [...document.querySelectorAll("#to-mend [data-path]")];
  for (const place of document.querySelectorAll("[data-at]")) {
    mark(place, faults.find((fault) => inside(fault.dataset.path, place.dataset.at)));
  }
}

function keep(wait = 0) {
  clearTimeout(timer);
  if (wait) timer = setTimeout(keep, wait);
  else if (dirty && !busy && !late) {
    [dirty, busy] = [false, true];
    htmx.trigger(form, "keep");
  }
}

// Any other answer is no word on what was typed: a page of another kind, or none at all.
const answers = ({ response, text }) => [200, 409, 422].includes(response?.status) && /id="kept"/.test(text);

htmx.registerExtension("keeping", {
  htmx_before_swap: (source, { ctx }) => source !== form || answers(ctx),
  htmx_finally_request(source, { ctx }) {
    if (source !== form) return;
    busy = false;
    late = ctx.response?.status === 409;
    if (!answers(ctx)) {
      dirty = true;
      say("Not kept yet: the house does not answer. It is tried again by itself.", true);
      keep(AGAIN);
    } else if (dirty) keep(then ? 1 : PAUSE);
    else if (!late) then?.();
  },
});

// Whatever else is pressed waits until what was typed is kept, so that it builds on it.
function pressed(event) {
  const button = event.target.closest?.("a[href]:not([target], [download]), button:not([type=button])");
  if (!button || event.defaultPrevented) return;
  const keeps = button.form === form && (button.hidden || "save" in button.dataset);
  if (keeps) dirty = true;
  else if (late || !(dirty || busy)) return;
  event.preventDefault();
  then = keeps ? null : () => press(button);
  keep();
}

if (form) {
  form.addEventListener("input", ({ target }) => {
    if (late || /@/.test(target.name || "")) return;
    dirty = true;
    say("…");
    keep(PAUSE);
  });
  document.addEventListener("htmx:after:swap", markAll);
  document.addEventListener("click", pressed);
  addEventListener("pagehide", () => {
    if (!dirty || late) return;
    const headers = { "HX-Request": "true" };
    fetch(form.action, { method: "POST", body: new FormData(form), headers, keepalive: true });
  });
}
