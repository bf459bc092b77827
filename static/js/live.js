// Keeps a table's page up to date without taking anything out of people's hands: focus, scroll, opened
// explanations and half-made choices stay, for a half-made choice is the page's own address.
//
// The bell is the browser's own EventSource. It carries a number only, so htmx's stream extension has nothing
// to add here, and after a restart of the server it comes back in 0.7 s instead of 4 to 16 s (measured).

const Live = (() => {
  const HUSH = 5000;
  const PACE = 2000;
  const table = () => document.getElementById("table");
  const silence = document.getElementById("silence");
  let bell = null;
  let heard = Date.now();
  let opened = 0;
  let pace = PACE;
  let asked = 0;
  let refreshing = false;
  let again = false;
  let keepRefusal = false;

  // What a morph must not undo: explanations that a reader opened, and what a draft ticks.
  htmx.registerExtension("in-hand", {
    htmx_before_morph_attr(element, detail) {
      if (element.tagName === "DETAILS" && detail.attrName === "open") return false;
      if (element.tagName === "INPUT" && detail.attrName === "checked") element.checked = detail.newValue !== null;
      return true;
    },
    // A refresh brings no word of what was refused: it stands until this screen's own next tap or choice. A drawing
    // that is here already came as an empty frame.
    htmx_before_morph_node: (element, { newNode }) =>
      !(keepRefusal && element.id === "refusal") &&
      !(element.dataset.drawn && element.hasChildNodes() && element.dataset.drawn === newNode.dataset?.drawn),
  });

  // A part begins with the table and its version; anything else is a page of another kind.
  const versionOf = (text) => text.match(/^\s*<div id="table"[^>]*? data-version="(\d+)"/)?.[1];

  async function show(text, { keep = false } = {}) {
    const version = versionOf(text);
    if (version === undefined) return false;
    if (Number(version) < Number(table().dataset.version)) return true;
    const held = document.activeElement !== document.body;
    keepRefusal = keep;
    await htmx.swap({ sourceElement: document.body, target: table(), text, swap: "outerMorph" });
    if (held && document.activeElement === document.body) {
      table().tabIndex = -1;
      table().focus({ preventScroll: true });
    }
    point();
    document.dispatchEvent(new CustomEvent("table:fresh"));
    if (document.querySelector("[data-drawn]:empty")) refresh();
    return true;
  }

  // Lead from a refusal to the field that it speaks of.
  function point() {
    const words = document.getElementById("refusal-words");
    if (!words) return;
    const field = document.querySelector(`[name="a.${CSS.escape(words.dataset.path)}"]`);
    field?.setAttribute("aria-invalid", "true");
    field?.setAttribute("aria-describedby", "refusal-words");
    words.scrollIntoView({ block: "nearest" });
  }

  const drawings = () => [...document.querySelectorAll("[data-drawn]")].map((each) => each.dataset.drawn).join(" ");

  // Drawings that are here already need not come again, unless the page has lost one.
  async function fetchPart(url) {
    const has = document.querySelector("[data-drawn]:empty") ? "" : drawings();
    const answer = await fetch(url, {
      headers: { "X-Part": "table", "X-Drawn": has },
      cache: "no-store",
      signal: AbortSignal.timeout(8000),
    });
    const text = await answer.text();
    if (answer.status < 500 && versionOf(text) === undefined) location.assign(answer.redirected ? answer.url : url);
    return text;
  }

  // The same address again. Rings that come meanwhile are one more refresh after it.
  async function refresh() {
    if (refreshing) {
      again = true;
      return;
    }
    refreshing = true;
    try {
      do {
        again = false;
        const turn = asked;
        const text = await fetchPart(location.href);
        if (turn !== asked) again = true;
        else if (await show(text, { keep: true })) hearken();
      } while (again);
    } catch {
      // No connection: the bell's return rings again.
    } finally {
      refreshing = false;
    }
  }

  // A choice is an address; the latest one wins.
  async function choose(url) {
    const turn = ++asked;
    // At once: a refresh that is under way asks for the page's own address again, and must find the choice in it.
    history.replaceState(null, "", url);
    try {
      const text = await fetchPart(url);
      if (turn !== asked) return;
      await show(text);
    } catch {
      hush();
    }
  }

  // The answer to a tap: what was being fetched for the picture before it is thrown away.
  async function arrive(text, url) {
    asked += 1;
    if (url) history.replaceState(null, "", url);
    return show(text);
  }

  function hearken() {
    heard = Date.now();
    calm();
  }

  function rung(event) {
    hearken();
    const here = table().dataset;
    const known = event.type === "stir" ? here.stir : here.version;
    if (known !== event.data) refresh();
  }

  function listen() {
    bell?.close();
    opened = Date.now();
    bell = new EventSource(table().dataset.bell);
    bell.addEventListener("open", () => {
      heard = Date.now();
      pace = PACE;
      tell("");
      document.dispatchEvent(new CustomEvent("table:heard"));
    });
    bell.addEventListener("house", (event) => tell(JSON.parse(event.data)));
    for (const name of ["version", "stir", "beat"]) bell.addEventListener(name, rung);
    bell.addEventListener("gone", darken);
  }

  // Sent away, or the seat is another's: nothing that was shown may stay, and the house says why.
  function darken() {
    bell.close();
    const there = table().dataset.bell.replace(/bell\/$/, "gone/");
    document.querySelector("main").replaceChildren();
    location.replace(there);
  }

  // What the house has to say to every screen: that its disk is filling.
  function tell(words) {
    const place = document.getElementById("house");
    place.textContent = words;
    place.hidden = !words;
  }

  function hush() {
    const seconds = Math.round((Date.now() - heard) / 1000);
    if (document.hidden || Date.now() - heard < HUSH) return;
    silence.textContent = `No word from the table for ${seconds} s. It will come back by itself; taps are kept.`;
    silence.hidden = false;
    document.body.classList.add("is-stale");
  }

  function calm() {
    if (silence.hidden) return;
    silence.hidden = true;
    silence.textContent = "";
    document.body.classList.remove("is-stale");
    refresh();
  }

  // Half-open connections say nothing for ever: a bell that is silent is rung up anew, every two seconds.
  function watch() {
    if (document.hidden) return;
    const quiet = Date.now() - heard;
    const shut = !bell || bell.readyState === EventSource.CLOSED;
    if ((shut || quiet > HUSH) && Date.now() - opened > pace) {
      listen();
      if (!shut) return;
      // The house may have no stream to spare: the page is asked for instead, and not as often.
      pace = 2 * PACE;
      refresh();
    }
    hush();
  }

  function wake() {
    if (document.hidden) return;
    listen();
    refresh();
    if (window.isSecureContext && navigator.wakeLock) navigator.wakeLock.request("screen").catch(() => {});
  }

  function chosen(event) {
    const link = event.target.closest?.("a[data-choose]");
    const plain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button);
    if (!link || !plain || event.defaultPrevented) return;
    event.preventDefault();
    choose(new URL(link.getAttribute("href"), location.href).href);
  }

  function entered(event) {
    const form = event.target.closest("form[data-choose]");
    if (!form) return;
    event.preventDefault();
    const url = new URL(form.getAttribute("action") || location.pathname, location.href);
    url.search = new URLSearchParams(new FormData(form, event.submitter)).toString();
    choose(url.href);
  }

  function start() {
    document.addEventListener("click", chosen);
    document.addEventListener("submit", entered);
    addEventListener("online", wake);
    addEventListener("pageshow", (event) => event.persisted && wake());
    document.addEventListener("visibilitychange", () => {
      // A browser opens six streams to one house: a page that nobody sees gives its own back.
      if (document.hidden) bell?.close();
      else wake();
    });
    setInterval(watch, 1000);
    listen();
    point();
    if (window.isSecureContext && navigator.wakeLock) navigator.wakeLock.request("screen").catch(() => {});
  }

  return { start, arrive, refresh, page: () => location.pathname + location.search };
})();

Live.start();
