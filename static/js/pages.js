// On a phone the own question and the board are two pages side by side: a swipe turns them (that needs no script), and
// so does a tap on the turner between them. A new question of one's own brings its page back.
const root = document.documentElement;
const stage = () => document.getElementById("table");
const asked = () => document.getElementById("ask")?.dataset.kind;
let kind = asked();

const isFar = () => stage().scrollLeft > (stage().scrollWidth - stage().clientWidth) / 2;
const mark = () => { root.dataset.page = isFar() ? "board" : "own"; };

function turn(far) {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  stage().scrollTo({ left: far ? stage().scrollWidth : 0, behavior: calm ? "instant" : "smooth" });
}

document.addEventListener("scroll", ({ target }) => target === stage() && mark(), true);
document.addEventListener("click", ({ target }) => target.closest?.("#turner") && turn(!isFar()));
document.addEventListener("htmx:after:swap", () => {
  if (asked() !== kind && stage().dataset.turn === "yours") turn(false);
  kind = asked();
  mark();
});
mark();
