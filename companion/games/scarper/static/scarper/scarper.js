// Live words beside the dice. Without this file every control is still a plain form.
(() => {
  "use strict";

  const value = (scope, end) => {
    const chosen = scope.querySelector(`input[name$="${end}"]:checked`);
    return chosen ? Number(chosen.value) : null;
  };

  // The outcome that these dice give, in the words and under the key that the page already holds.
  const tell = (scope) => {
    const isCharge = scope.hasAttribute("data-charge");
    const own = value(scope, isCharge ? ".attacker" : ".d6");
    const foe = isCharge ? value(scope, ".defender") : 0;
    const known = own !== null && foe !== null;
    const bonus = isCharge ? scope.querySelector("[data-attack]") || scope : null;
    const attack = own + Number(bonus?.dataset.attack ?? 0);
    const defence = foe + Number(bonus?.dataset.defence ?? 0);
    const key = isCharge ? attack - defence : Math.ceil(own / 2);
    const picture = scope.closest("li, section");
    picture.querySelectorAll("[data-key]").forEach((part) => {
      const here = known && Number(part.dataset.key) === key;
      part.classList.toggle("is-struck", here);
      if (part.tagName === "P") part.hidden = !here;
    });
    scope.classList.toggle("is-known", known);
    const button = scope.querySelector("[data-say]");
    if (button) {
      button.textContent = known
        ? button.dataset.say.replace("{a}", attack).replace("{d}", defence)
        : button.dataset.else;
    }
  };

  const tellAll = () => document.querySelectorAll("[data-charge], [data-assault]").forEach(tell);

  document.addEventListener("change", (event) => {
    const scope = event.target.closest?.("[data-charge], [data-assault]");
    if (scope) tell(scope);
  });

  // A second tap on a chosen face takes it back.
  document.addEventListener("pointerdown", (event) => {
    const face = event.target.closest?.(".die")?.querySelector("input");
    if (face) face.dataset.was = face.checked ? "1" : "";
  });
  document.addEventListener("click", (event) => {
    const face = event.target;
    if (face.matches?.(".die input") && face.dataset.was === "1") {
      face.checked = false;
      face.dataset.was = "";
      face.dispatchEvent(new Event("change", { bubbles: true }));
    }
  });

  // A morph may bring new words; the dice stay as they were tapped.
  document.addEventListener("htmx:after:swap", tellAll);
  tellAll();
})();
