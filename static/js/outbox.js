// Taps are kept before they are sent: in localStorage, each with a key of its own, so that neither a lost
// connection nor a reload loses one, and none counts twice. Sent in order; tried again until the house answers.
//
// Plain HTTP on a local network has no crypto.randomUUID and no service worker; neither is needed.

const Outbox = (() => {
  const SHELF = "companion.outbox";
  const LONGEST = 3000;
  const SLOW = 600;
  const ENOUGH = 20;
  const notice = () => document.getElementById("outbox");
  let sending = false;
  let pause = 250;
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
    if (read().some((tap) => tap.body === body && tap.seen === seen && tap.url === url)) return;
    keep([...read(), { key: newKey(), url, body, seen, back, at: Date.now() }]);
    mark(event.submitter);
    send();
  }

  function mark(button) {
    button?.setAttribute("aria-busy", "true");
    setTimeout(count, SLOW + 20);
  }

  function count() {
    const late = read().filter((tap) => Date.now() - tap.at > SLOW).length;
    tell(late ? `${late} ${late === 1 ? "tap" : "taps"} waiting to be sent.` : "");
  }

  function tell(words) {
    const place = notice();
    if (!place || place.dataset.held > Date.now()) return;
    if (place.textContent !== words) place.textContent = words;
    place.hidden = !words;
  }

  function say(words) {
    const place = notice();
    if (!place) return;
    place.textContent = words;
    place.hidden = false;
    place.dataset.held = Date.now() + 6000;
    setTimeout(count, 6100);
  }

  async function send() {
    if (sending) return;
    sending = true;
    try {
      for (let tap = read()[0]; tap; tap = read()[0]) {
        const answer = await post(tap).catch(() => null);
        if (answer && answer.status < 500) {
          pause = 250;
          await settle(tap, answer);
        } else if (answer && failed(tap)) {
          drop(tap.key);
          say("The house fails at this tap and gives no reason. Look at the log before you tap again.");
        } else {
          count();
          await rest();
        }
      }
    } finally {
      sending = false;
      count();
    }
  }

  // A house that answers, and always with a failure, would hold up every tap behind this one.
  function failed(tap) {
    const tries = (tap.tries ?? 0) + 1;
    keep(read().map((each) => (each.key === tap.key ? { ...each, tries } : each)));
    return tries > ENOUGH;
  }

  function post(tap) {
    const body = new URLSearchParams(tap.body);
    body.set("seen", tap.seen);
    body.set("key", tap.key);
    return fetch(tap.url, {
      method: "POST",
      body,
      headers: { "X-Part": "table", "X-CSRFToken": csrf() },
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

  async function settle(tap, answer) {
    const text = await answer.text().catch(() => "");
    drop(tap.key);
    if (answer.ok) follow(tap, Number(answer.headers.get("X-Version")));
    if (answer.status === 409) say("The table has moved on; look and tap again.");
    if (answer.status === 403 || answer.status === 429) say("The house did not take this tap. Reload the page, then tap again.");
    await picture(tap, answer, text);
  }

  // The answer is the new picture of the page that was tapped, if that is still the page in front.
  async function picture(tap, answer, text) {
    if (typeof Live === "undefined") return;
    if (answer.redirected && !answer.headers.get("X-Version")) {
      location.assign(answer.url);
      return;
    }
    const here = tap.back === Live.page();
    if (here && (await Live.arrive(text, answer.ok && answer.headers.get("X-Url")))) return;
    const words = new DOMParser().parseFromString(text, "text/html").getElementById("refusal-words");
    if (words) say(words.textContent);
    await Live.refresh();
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
    addEventListener("online", () => nudge());
    document.addEventListener("table:heard", () => nudge());
    setInterval(count, 1000);
    send();
  }

  return { start };
})();

Outbox.start();
