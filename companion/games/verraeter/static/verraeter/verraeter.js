// Live words beside ticked supply cards. Without this file every control is still a plain form.
(() => {
  "use strict";

  const sum = (ticked) => ticked.reduce((total, tick) => total + Number(tick.value), 0);

  // What the ticked cards do: the own total, its chances, and the words on the button.
  const tally = (form) => {
    const ticked = [...form.querySelectorAll(".supply--tick input:checked")];
    const total = sum(ticked);
    form.querySelector("[data-tally]").textContent = Number(form.dataset.own) + total;
    const button = form.querySelector("[data-say]");
    button.textContent = ticked.length ? button.dataset.say.replace("{n}", ticked.map((t) => t.value).join(" + ")) : button.dataset.else;
    const odds = form.dataset.odds ? JSON.parse(form.dataset.odds)[total] : null;
    const chance = form.querySelector("[data-chance]");
    if (!chance || !odds) return;
    const [win, tie, mean] = odds;
    chance.querySelector("[data-win]").textContent = win;
    chance.querySelector("[data-tie]").textContent = tie;
    chance.querySelector("[data-tied]").hidden = !tie;
    chance.querySelector("[data-mean]").textContent = mean;
  };

  // Exactly so many cards go: the button waits for them and says how many are missing.
  const lay = (form) => {
    const wanted = Number(form.dataset.laying);
    const button = form.querySelector(".button--main");
    if (!wanted || !button?.name) return;
    const missing = wanted - form.querySelectorAll(".supply--goes input:checked").length;
    button.dataset.words ||= button.textContent;
    button.disabled = missing !== 0;
    button.textContent = missing > 0 ? `Tick ${missing} more` : missing < 0 ? `Tick ${-missing} fewer` : button.dataset.words;
  };

  const tell = (form) => {
    if (form.hasAttribute("data-supply")) tally(form);
    if (form.hasAttribute("data-laying")) lay(form);
  };
  const tellAll = () => document.querySelectorAll("[data-supply], [data-laying]").forEach(tell);

  document.addEventListener("change", (event) => {
    const form = event.target.closest?.("[data-supply], [data-laying]");
    if (form) tell(form);
  });
  document.addEventListener("htmx:after:swap", tellAll);
  tellAll();
})();
