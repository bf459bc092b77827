// A binder's form works as it stands. This keeps it while one types, and says what is wrong beside the field.
const form = document.querySelector("[data-entry]");
const state = document.querySelector("[data-state]");
const PAUSE = { check: 300, keep: 1200, again: 3000 };
let dirty = false, late = false, busy = false, flying = null, checking = 0;
const timers = {};

function later(name, deed) {
  clearTimeout(timers[name]);
  timers[name] = setTimeout(deed, PAUSE[name]);
}

// What a button alone may change does not go along when the page keeps itself.
function filled() {
  const data = new FormData(form);
  for (const name of [...data.keys()]) if (/@(columns|rows|was|brush|across)$/.test(name)) data.delete(name);
  return data;
}

function send(url, more = {}) {
  return fetch(url, { method: "POST", body: filled(), headers: { "X-Designer": "1" }, ...more });
}

function say(words, wrong = false) {
  const kept = state.querySelector("[data-kept]");
  kept.textContent = words;
  kept.classList.toggle("designer__kept--wrong", wrong);
}

function complaint(words) {
  const line = document.createElement("p");
  line.className = "field__error";
  line.append(state.querySelector("[data-faults] svg").cloneNode(true), ` ${words}`);
  return line;
}

const inside = (path, at) => `${path}.`.startsWith(`${at}.`);

function mark(place, fault) {
  place.querySelectorAll(".field__error").forEach((line) => line.remove());
  place.querySelectorAll("[aria-invalid]").forEach((control) => control.removeAttribute("aria-invalid"));
  if (!fault) return;
  const controls = [...place.querySelectorAll("input[name], select[name], textarea[name]")];
  const named = controls.find((control) => inside(fault.path, control.name)) || controls[0];
  const line = complaint(fault.message);
  line.id = `${place.dataset.at.replace(/\W/g, "-")}-wrong`;
  if (named) {
    named.setAttribute("aria-invalid", "true");
    named.setAttribute("aria-describedby", line.id);
  }
  place.append(line);
}

function tell(faults) {
  for (const place of document.querySelectorAll("[data-at]")) {
    mark(place, faults.find((fault) => inside(fault.path, place.dataset.at)));
  }
  const folded = state.querySelector("[data-faults]");
  folded.hidden = faults.length === 0;
  folded.querySelector("[data-count]").textContent = faults.length;
  folded.querySelector("[data-word]").textContent = faults.length === 1 ? "thing" : "things";
  folded.querySelector("[data-list]").replaceChildren(...faults.map(line));
}

function line(fault) {
  const item = document.createElement("li");
  if (fault.href) {
    const link = document.createElement("a"), bold = document.createElement("b");
    link.href = fault.href;
    bold.textContent = fault.where;
    link.append(bold);
    item.append(link, ": ");
  }
  item.append(fault.message);
  return item;
}

async function check() {
  const mine = ++checking;
  try {
    const answer = await send(form.dataset.check);
    const told = await answer.json();
    if (mine !== checking) return;
    if (answer.ok) tell(told.faults);
    else say(`This cannot be kept: ${told.error.message}`, true);
  } catch { /* Keeping it says what the line is like. */ }
}

function stamp(version) {
  for (const input of document.querySelectorAll("input[name=seen]")) input.value = version;
}

function beside(address) {
  late = true;
  say("Another device has saved meanwhile. Yours is kept beside it: ", true);
  const link = document.createElement("a");
  link.href = address;
  link.textContent = "look at both and choose";
  state.querySelector("[data-kept]").append(link);
}

async function keepOnce() {
  dirty = false;
  busy = true;
  try {
    const answer = await send(form.action);
    const told = await answer.json();
    if (answer.status === 409) return beside(told.late);
    if (!answer.ok) return say(`This is not kept: ${told.error.message}`, true);
    stamp(told.version);
    say(`Version ${told.version} is kept.${told.faults.length ? "" : " It can be played."}`);
    if (!dirty) tell(told.faults);
  } catch {
    dirty = true;
    say("Not kept yet: the house does not answer. It is tried again by itself.", true);
    later("again", keep);
  } finally {
    busy = false;
  }
}

// One save at a time: each must have seen the one before it.
function keep() {
  clearTimeout(timers.keep);
  if (late) return Promise.resolve();
  flying = (flying || Promise.resolve()).then(() => (dirty && !late ? keepOnce() : undefined));
  return flying;
}

function touched() {
  dirty = true;
  if (late) return;
  say("…");
  if (form.dataset.check) later("check", check);
  later("keep", keep);
}

// Whatever else is pressed waits until what was typed is kept, so that it builds on it.
function onSubmit(event) {
  const other = event.target !== form, button = event.submitter;
  if (!other && (!button || button.hidden || "save" in button.dataset)) {
    event.preventDefault();
    dirty = true;
    keep();
    return;
  }
  if (event.target.method === "get" || late || !(dirty || busy)) return;
  event.preventDefault();
  keep().then(() => {
    if (dirty || late) return;
    button && button.form ? event.target.requestSubmit(button) : event.target.submit();
  });
}

function onLink(event) {
  const link = event.target.closest("a[href]");
  if (!link || late || !(dirty || busy) || event.metaKey || event.ctrlKey || link.target || link.hasAttribute("download")) return;
  event.preventDefault();
  keep().then(() => { if (!dirty) location.assign(link.href); });
}

if (form && state) {
  form.addEventListener("input", (event) => { if (!/@/.test(event.target.name || "")) touched(); });
  document.addEventListener("submit", onSubmit);
  document.addEventListener("click", onLink);
  addEventListener("pagehide", () => { if (dirty && !late) send(form.action, { keepalive: true }); });
}
