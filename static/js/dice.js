// Words beside dice, ticked cards and counted handfuls: the page holds all of them, and this shows at each tap those
// that the dice give, with or without a connection. Without it every control is still a plain form.
//
//   data-words           around one question: its dice, and everything that is said of them
//   data-plus="3"        around the dice of one sum within it, to which 3 is added; a second such sum is taken from
//                        the first. A tick with data-worth counts so much, whatever its value is.
//   data-sum             holds the first sum
//   data-key="4 5"       is struck, here or elsewhere on a stage, (.is-struck) while the outcome, first sum less
//                        second, is 4 or 5
//   data-wanted="3"      beside data-words or within it: the question is full (.is-full) while the first sum is 3
//   data-say, data-else  what a button says once all dice lie, and before; {each}, {first}, {second} and {missing}
//                        are filled in ({each} by its data-name, where it has one). With data-more and data-fewer
//                        it says these and is shut while the sum is not wanted.
//   data-step="-1"       counts the input of its data-low … data-high; data-blank: one that may be empty, and is at 0
const dice = (part) => [...part.querySelectorAll("input:checked, input[inputmode]")];
const worth = (die) => Number.parseInt(die.dataset.worth ?? die.value, 10) || 0;
const sum = (part) => dice(part).reduce((total, die) => total + worth(die), Number(part.dataset.plus));
const changed = (input) => input.dispatchEvent(new Event("input", { bubbles: true }));
let lay = null;

function tell(scope) {
  const [first, second = 0] = [...scope.querySelectorAll("[data-plus]")].map(sum);
  const { wanted } = (scope.querySelector("[data-wanted]") ?? scope).dataset, missing = (wanted ?? first) - first;
  const known = !scope.querySelector("input:invalid");
  // The stage's one question speaks for its board and its strip too: what would be is drawn there.
  for (const part of (scope.closest("#ask")?.parentElement ?? scope).querySelectorAll("[data-key]")) {
    const outcomes = part.dataset.key.split(" ");
    part.classList.toggle("is-struck", known && outcomes.includes(String(first - second)));
  }
  for (const part of scope.querySelectorAll("[data-sum]")) part.textContent = first;
  scope.classList.toggle("is-full", wanted !== undefined && !missing);
  const button = scope.querySelector("[data-else]");
  if (!button) return;
  const { more, fewer, say } = button.dataset;
  const each = dice(scope).map((die) => die.dataset.name ?? die.value).join(" + ");
  const filled = { first, second, each, missing: Math.abs(missing) };
  const words = (missing > 0 && more) || (missing < 0 && fewer) || (known && each && say) || button.dataset.else;
  button.textContent = words.replace(/\{(\w+)\}/g, (_, name) => filled[name]);
  button.closest("button").disabled = Boolean(more && missing);
}

function step(button) {
  const counter = button.closest("[data-high]"), input = counter.querySelector("input");
  const { low, high, blank } = counter.dataset, by = Number(button.dataset.step);
  const now = Number.parseInt(input.value.replace("−", "-"), 10);
  // A number that was left out begins where it may; a count that is blank is none.
  const next = Number.isNaN(now) ? Math.max(low, blank === undefined ? 0 : by) : now + by;
  input.value = Math.min(high, Math.max(low, next)) || (blank === undefined ? 0 : "");
  changed(input);
}

document.addEventListener("pointerdown", ({ target }) => {
  lay = target.closest?.("[data-words] .die")?.querySelector(":checked");
});
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-step]");
  if (button) {
    event.preventDefault();
    step(button);
  }
  // A second tap on a chosen face takes it back.
  if (!lay || event.target !== lay) return;
  lay.checked = false;
  changed(lay);
  lay = null;
});
document.addEventListener("input", ({ target }) => {
  const scope = target.closest?.("[data-words]");
  if (scope) tell(scope);
});
// A morph may bring new words; the dice stay as they were tapped.
const tellAll = () => document.querySelectorAll("[data-words]").forEach(tell);
document.addEventListener("htmx:after:swap", tellAll);
tellAll();
