// The list of taps that wait: what each is, since when, and why it is still here.
const Waiting = (() => {
  // Drawn anew only when something changed, so that a finger finds its button.
  function show(notice, taps) {
    const place = notice?.querySelector("[data-taps]");
    const drawn = JSON.stringify(taps.map((tap) => [tap.key, tap.status]));
    if (!place || place.dataset.shown === drawn) return;
    place.dataset.shown = drawn;
    place.hidden = !taps.length;
    place.querySelector("ol").replaceChildren(...taps.map(row));
  }

  function row(tap) {
    const line = document.getElementById("outbox-tap").content.firstElementChild.cloneNode(true);
    const at = new Date(tap.at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hour12: false });
    line.querySelector("[data-what]").textContent = tap.words || "A tap";
    line.querySelector("[data-why]").textContent = `${at}: ${why(tap)}`;
    line.querySelector("button").dataset.takeBack = tap.key;
    return line;
  }

  function why({ status, held }) {
    if (held) return "the house did not take it; reload the page, then send it again";
    if (status === undefined) return "waits its turn";
    if (!status) return "the house does not answer";
    if (status === 507) return "the disk of the house is full";
    if (status === 429) return "the house is busy";
    return status === 500 ? "the house fails at it" : "the house is away";
  }

  return { show };
})();
