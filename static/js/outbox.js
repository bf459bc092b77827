// Taps are kept before they are sent: in localStorage, each with a key of its own, so that neither a lost
// connection nor a reload loses one, and none counts twice. Sent in order, and tried again for as long as the house
// is away; its person may look at what waits, send it again or take it back. Nothing else throws a tap away.
//
// Plain HTTP on a local network has no crypto.randomUUID and no service worker; neither is needed.

const Outbox = (() => {
  const SHELF = "companion.outbox";
  const SHORTEST = 250;
  const LONGEST = 3000;
  const SLOW = 600;
  // The house is there, and says what it makes of the tap; or it is not quite there, whatever stands before it says.
  const settles = (answer) => answer.ok || answer.status === 409 || answer.status === 422;
  const away = (status) => !status || status >= 500 || [408, 425, 429].includes(status);
  const notice = () => document.getElementById("outbox");
  let sending = false;
  let pause = SHORTEST;
  let nudge = () => {};

  let pocket = null;

  function read() {
    if (pocket) return pocket;
    try {
      return JSON.parse(localStorage.getItem(SHELF) || "[]");
    } catch {
      return [];
    }
  }

  function keep(taps) {
    try {
      localStorage.setItem(SHELF, JSON.stringify(taps));
      pocket = null;
    } catch {
      pocket = taps; // A browser that keeps nothing: they last as long as this page.
    }
  }

  const drop = (key) => keep(read().filter((tap) => tap.key !== key));

  function newKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  function fields(form, button) {
    const data = new FormData(form);
    if (button?.name) data.append(button.name, button.value);
    return data;
  }

  // Not form.action: a button called “action” stands before it.
  function target(form, button) {
    const path = button?.getAttribute("formaction") || form.getAttribute("action");
    return new URL(path, location.href).href;
  }

  function tapped(event) {
    const form = event.target.closest("form[data-tap]");
    if (!form || event.defaultPrevented) return;
    event.preventDefault();
    const data = fields(form, event.submitter);
    for (const name of ["key", "csrfmiddlewaretoken"]) data.delete(name);
    const seen = Number(data.get("seen"));
    const back = data.get("back");
    data.delete("seen");
    const body = new URLSearchParams(data).toString();
    const url = target(form, event.submitter);
    // The same button twice on the same picture is a slip of the finger, not two taps.
    if (read().some((tap) => tap.body === body && tap.seen === seen && tap.url === url)) {
      again();
      return;
    }
    keep([...read(), { key: newKey(), url, body, seen, back, at: Date.now(), words: named(event.submitter) }]);
    mark(event.submitter);
    send();
  }

  // What lies behind a cover is not told beside it.
  function named(button) {
    if (!button || button.closest(".secret")) return "A choice from the hand";
    return (button.getAttribute("aria-label") || button.textContent).replace(/\s+/g, " ").trim();
  }

  function mark(button) {
    button?.setAttribute("aria-busy", "true");
    setTimeout(count, SLOW + 20);
  }

  function count() {
    const late = read().filter((tap) => tap.held || Date.now() - tap.at > SLOW);
    tell(late.length ? `${late.length} ${late.length === 1 ? "tap" : "taps"} waiting to be sent.` : "");
    Waiting.show(notice(), late);
  }

  function tell(words) {
    const place = notice();
    if (!place || place.dataset.held > Date.now()) return;
    const line = place.querySelector("[data-words]");
    if (line.textContent !== words) line.textContent = words;
    place.hidden = !words;
  }

  function pressed(event) {
    const back = event.target.closest?.("[data-take-back]")?.dataset.takeBack;
    if (back) takeBack(back);
    if (event.target.closest?.("[data-send-again]")) again();
  }

  // One that is under way may have arrived: then the page shows it, and undo takes it back.
  function takeBack(key) {
    drop(key);
    if (!read().length) document.querySelectorAll("[data-tap] [aria-busy]").forEach((button) => button.removeAttribute("aria-busy"));
    nudge();
    count();
  }

  function again() {
    keep(read().map(({ held, ...tap }) => tap));
    pause = SHORTEST;
    nudge();
    send();
  }

  function say(words) {
    const place = notice();
    if (!place) return;
    place.querySelector("[data-words]").textContent = words;
    place.hidden = false;
    place.dataset.held = Date.now() + 6000;
    setTimeout(count, 6100);
  }

  const first = () => read().find((tap) => !tap.held);

  async function send() {
    if (sending) return;
    sending = true;
    try {
      for (let tap = first(); tap; tap = first()) {
        const answer = await post(tap).catch(() => null);
        if (answer && settles(answer)) {
          pause = SHORTEST;
          await settle(tap, answer);
        } else {
          await wait(tap, answer?.status ?? 0);
        }
      }
    } finally {
      sending = false;
      count();
    }
  }

  // A tap that the house will not have as it is waits for its person, and holds up none behind it.
  async function wait(tap, status) {
    const held = !away(status);
    keep(read().map((each) => (each.key === tap.key ? { ...each, status, held } : each)));
    count();
    if (!held) await rest();
  }

  function post(tap) {
    const body = new URLSearchParams(tap.body);
    body.set("seen", tap.seen);
    body.set("key", tap.key);
    return fetch(tap.url, {
      method: "POST",
      body,
      headers: { "HX-Request": "true", "X-CSRFToken": csrf() },
      signal: AbortSignal.timeout(10000),
    });
  }

  const csrf = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? "";

  // Waiting taps of the same picture follow one another: only this device's own lines lie between.
  function follow(tap, version) {
    const next = (later) => (later.seen === tap.seen && later.url.startsWith(home(tap)) ? { ...later, seen: version } : later);
    if (version === tap.seen + 1) keep(read().map(next));
  }

  const home = (tap) => tap.url.replace(/[^/]+\/$/, "");

  const versionIn = (text) => Number(text.match(/^\s*<div id="table"[^>]*? data-version="(\d+)"/)?.[1]);

  async function settle(tap, answer) {
    const text = await answer.text().catch(() => "");
    drop(tap.key);
    if (answer.ok) follow(tap, versionIn(text));
    if (answer.status === 409) say("The table has moved on; look and tap again.");
    await picture(tap, answer, text);
  }

  // The answer is the new picture of the page that was tapped, if that is still the page in front.
  async function picture(tap, answer, text) {
    const address = answer.headers.get("HX-Replace-Url");
    if (answer.redirected && !address) {
      location.assign(answer.url);
      return;
    }
    const target = document.getElementById("table");
    if (versionIn(text) && tap.back === location.pathname + location.search) {
      await htmx.swap({ sourceElement: document.body, target, text, swap: "outerMorph", replace: answer.ok && address });
      return;
    }
    const words = new DOMParser().parseFromString(text, "text/html").getElementById("refusal-words");
    if (words) say(words.textContent);
    htmx.trigger(target, "ring");
  }

  async function rest() {
    await new Promise((resolve) => {
      nudge = resolve;
      setTimeout(resolve, pause);
    });
    pause = Math.min(pause * 2, LONGEST);
  }

  function start() {
    document.addEventListener("submit", tapped);
    document.addEventListener("click", pressed);
    addEventListener("online", () => nudge());
    document.addEventListener("table:heard", () => nudge());
    setInterval(count, 1000);
    again();
  }

  return { start };
})();

Outbox.start();
