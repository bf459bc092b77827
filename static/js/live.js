// Keeps a table's page up to date without taking anything out of people's hands: focus, scroll, opened
// explanations and half-made choices stay, for a half-made choice is the page's own address.
//
// The bell is the browser's own EventSource. It carries a number only, so htmx's stream extension has nothing
// to add here, and after a restart of the server it comes back in 0.7 s instead of 4 to 16 s (measured).
(() => {
  const HUSH = 5000;
  const PACE = 2000;
  const table = () => document.getElementById("table");
  const silence = document.getElementById("silence");
  const told = { version: 0, stir: 0 };
  let bell = null;
  let heard = Date.now();
  let opened = 0;
  let pace = PACE;
  let turn = 0;
  let keepRefusal = false;
  let held = false;

  const refresh = () => htmx.trigger(table(), "ring");
  // A part begins with the table and its version; anything else is a page of another kind.
  const versionOf = (text) => Number(text.match(/^\s*<div id="table"[^>]*? data-version="(\d+)"/)?.[1] ?? -1);

  // What is looked up beside the table is no picture of it.
  const beside = ({ target }) => Boolean(target) && target !== table() && target !== "#table";

  htmx.registerExtension("live", {
    htmx_config_request(source, { ctx }) {
      ctx.turn = turn;
    },
    // An older picture never covers a newer one; the answer to a tap ends what was asked before it.
    htmx_before_swap(source, { ctx }) {
      if (beside(ctx)) return true;
      if ((ctx.turn ?? turn) !== turn || versionOf(ctx.text) < Number(table().dataset.version)) return false;
      if (ctx.turn === undefined) turn += 1;
      keepRefusal = source === table();
      held = document.activeElement !== document.body;
      return true;
    },
    htmx_after_swap(source, { ctx }) {
      if (ctx && beside(ctx)) return;
      if (held && document.activeElement === document.body) {
        table().tabIndex = -1;
        table().focus({ preventScroll: true });
      }
      point();
      hearken();
      if (behind()) refresh();
    },
    // A choice that finds no connection is made all the same: it stands in the address until the house is back.
    htmx_error(source, { ctx }) {
      if (!ctx || beside(ctx)) return;
      if (source !== table()) history.pushState({ htmx: true }, "", ctx.request.action);
      hush();
    },
    // What a morph does not do of itself: tick what a draft ticks.
    htmx_before_morph_attr(element, detail) {
      if (element.tagName === "INPUT" && detail.attrName === "checked") element.checked = detail.newValue !== null;
      return true;
    },
    // A refresh brings no word of what was refused: it stands until this screen's own next tap or choice.
    htmx_before_morph_node: (element) => !(keepRefusal && element.id === "refusal"),
  });

  // Lead from a refusal to the field that it speaks of.
  function point() {
    const words = document.getElementById("refusal-words");
    if (!words) return;
    const field = document.querySelector(`[name="a.${CSS.escape(words.dataset.path)}"]`);
    field?.setAttribute("aria-invalid", "true");
    field?.setAttribute("aria-describedby", "refusal-words");
    words.scrollIntoView({ block: "nearest" });
  }

  function hearken() {
    heard = Date.now();
    if (silence.hidden) return;
    silence.hidden = true;
    silence.textContent = "";
    document.body.classList.remove("is-stale");
    refresh();
  }

  const behind = () => ["version", "stir"].some((what) => told[what] > Number(table().dataset[what]));

  function rung({ type, data }) {
    hearken();
    told[type === "stir" ? "stir" : "version"] = Number(data);
    if (behind()) refresh();
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

  const stayAwake = () => window.isSecureContext && navigator.wakeLock?.request("screen").catch(() => {});

  function wake() {
    if (document.hidden) return;
    listen();
    refresh();
    stayAwake();
  }

  addEventListener("online", wake);
  addEventListener("pageshow", (event) => event.persisted && wake());
  document.addEventListener("visibilitychange", () => {
    // A browser opens six streams to one house: a page that nobody sees gives its own back.
    if (document.hidden) bell?.close();
    else wake();
  });
  // “Back” takes back a choice: the address is the choice, and the table is morphed to it like to any other.
  document.addEventListener("htmx:before:history:restore", (event) => {
    event.preventDefault();
    refresh();
  });
  setInterval(watch, 1000);
  listen();
  point();
  stayAwake();
})();
