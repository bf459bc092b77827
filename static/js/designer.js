// A binder's form (data-entry) works as it stands. This keeps it while one types, one save at a time, for each must
// have seen the one before it; and marks the field (data-at) that is wrong.
const form = document.querySelector("[data-entry]");
const PAUSE = 1200, AGAIN = 3000;
let dirty = false, late = false, busy = false, then = null, timer = 0;

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
  place.querySelectorAll(".field__error").forEach((line) => line.remove());
  if (!fault) return;
  const line = document.createElement("p");
  line.className = "field__error";
  line.id = `${place.dataset.at.replace(/\W/g, "-")}-wrong`;
  line.append(document.querySelector("#to-mend svg").cloneNode(true), ` ${fault.lastElementChild.textContent}`);
  named?.setAttribute("aria-describedby", line.id);
  place.append(line);
}

function marked() {
  const faults = [...document.querySelectorAll("#to-mend [data-path]")];
  for (const place of document.querySelectorAll("[data-at]")) {
    mark(place, faults.find((fault) => inside(fault.dataset.path, place.dataset.at)));
  }
}

function later(wait) {
  clearTimeout(timer);
  timer = setTimeout(keep, wait);
}

function keep() {
  clearTimeout(timer);
  if (!dirty || busy || late) return;
  [dirty, busy] = [false, true];
  htmx.trigger(form, "keep");
}

// Any other answer is no word on what was typed: a page of another kind, or none at all.
const answered = ({ response, text }) => [200, 409, 422].includes(response?.status) && /id="kept"/.test(text);

htmx.registerExtension("keeping", {
  htmx_before_swap: (source, { ctx }) => source !== form || answered(ctx),
  htmx_finally_request(source, { ctx }) {
    if (source !== form) return;
    busy = false;
    late = ctx.response?.status === 409;
    if (!answered(ctx)) {
      dirty = true;
      say("Not kept yet: the house does not answer. It is tried again by itself.", true);
      later(AGAIN);
    } else if (dirty) later(then ? 0 : PAUSE);
    else if (!late) then?.();
  },
});

// Whatever else is pressed waits until what was typed is kept, so that it builds on it.
function pressed(event) {
  const button = event.target.closest?.("a[href]:not([target], [download]), button:not([type=button])");
  if (!button || event.defaultPrevented) return;
  const keeps = button.form === form && (button.hidden || "save" in button.dataset);
  if (keeps) dirty = true;
  if (!keeps && (late || !(dirty || busy))) return;
  event.preventDefault();
  // A drawn link has no click() of its own.
  then = keeps ? null : () => button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  keep();
}

if (form) {
  form.addEventListener("input", (event) => {
    if (late || /@/.test(event.target.name || "")) return;
    dirty = true;
    say("…");
    later(PAUSE);
  });
  document.addEventListener("htmx:after:swap", marked);
  document.addEventListener("click", pressed);
  addEventListener("pagehide", () => {
    if (!dirty || late) return;
    fetch(form.action, { method: "POST", body: new FormData(form), headers: { "HX-Request": "true" }, keepalive: true });
  });
}
