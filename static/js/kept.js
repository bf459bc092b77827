// Half-made choices that are kept on this device under a name, and nowhere else: the place that offers them says on
// which shelf they lie (data-kept), what would be kept now (data-code), and where such a choice leads (data-link).
// The last one is kept by itself, so that who comes back by another way finds it; what has a name of its own
// (data-name) is kept under that, and only when it is asked for.
import * as page from "./page.js";

const LAST = "The last one here";
const MOST = 12;
const place = () => document.querySelector("[data-kept]");
const named = () => `companion.kept.${place().dataset.kept}`;
const read = () => page.read(named()).filter(([name, code]) => name && /^[\w%.~-]+$/.test(code));
const put = (rows) => page.keep(named(), rows.slice(0, MOST));
const keep = (name, code) => put([[name, code], ...read().filter(([known]) => known !== name)]);

function row([name, code]) {
  const made = place().querySelector("template").content.firstElementChild.cloneNode(true);
  const link = made.querySelector("a");
  link.textContent = name;
  link.href = place().dataset.link.replace("LAY", code);
  made.querySelector("button").dataset.letGo = name;
  return made;
}

function fill() {
  const here = place();
  if (!here) return;
  const { code, name } = here.dataset;
  if (code && !name) keep(LAST, code);
  const rows = read().filter(([name, kept]) => kept !== code || name !== LAST);
  here.querySelector("ul").replaceChildren(...rows.map(row));
  htmx.process(here);
  here.hidden = !rows.length && !code;
}

page.on("click", ({ target }) => {
  const gone = target.closest?.("[data-let-go]"), asked = target.closest?.("[data-keep]");
  if (gone) put(read().filter(([name]) => name !== gone.dataset.letGo));
  if (asked) {
    const field = place().querySelector("input"), { name, code } = place().dataset;
    keep(name || field.value.trim() || "Mine", code);
    if (field) field.value = "";
  }
  if (gone || asked) fill();
});
// Return in the field of the name keeps, and does not seal.
page.on("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches?.("[data-kept] input")) return;
  event.preventDefault();
  place().querySelector("[data-keep]").click();
});
page.onPicture(fill);

// A cart lies in the address: who leaves the table and comes back by its bare one finds it as it lay. It is gone once it
// was emptied, or a deed of the shop was tapped; a deed that is refused leaves the cart in the address.
const CART = /[?&]c\./;
const shelf = () => `companion.cart.${location.pathname}`;
let comes = true;

function lay() {
  const left = sessionStorage.getItem(shelf());
  if (CART.test(location.search)) sessionStorage.setItem(shelf(), location.search);
  if (!document.querySelector('[data-kind="shop"]')) return;
  if (left && comes && !location.search) location.replace(location.pathname + left);
  else if (!CART.test(location.search)) sessionStorage.removeItem(shelf());
  comes = false;
}

page.on("click", ({ target }) => {
  if (target.closest?.('[data-kind="shop"] button[name="action"]')) sessionStorage.removeItem(shelf());
}, true);
page.onPicture(lay);
