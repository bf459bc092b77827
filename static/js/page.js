// What every page needs whose parts htmx swaps, and what the other scripts share.
const pocket = {}; // what a browser that keeps nothing has for as long as the page is open

export const SLIP = 8; // px between a tap and a drag

// Now, and on every new picture of the page.
export function onPicture(does) {
  document.addEventListener("htmx:after:swap", does);
  does();
}

export function on(names, does, options) {
  for (const name of names.split(" ")) document.addEventListener(name, does, options);
}

// A drawn link has no click() of its own.
export const press = (one) => one.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));

export const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// What this device keeps under a name.
export function read(name) {
  try {
    return JSON.parse(pocket[name] ?? localStorage.getItem(name) ?? "[]");
  } catch {
    return [];
  }
}

export function keep(name, rows) {
  const text = JSON.stringify(rows);
  try {
    localStorage.setItem(name, text);
    delete pocket[name];
  } catch {
    pocket[name] = text;
  }
}

// Where the house does not answer, or answers with no part of the page, the page says so in its own words.
function tell(unanswered) {
  const place = document.querySelector("[data-unanswered]");
  if (place) place.textContent = unanswered ? place.dataset.unanswered : "";
}

on("htmx:error", () => tell(true));
on("htmx:after:swap", ({ detail }) => tell(detail.ctx.swap === "none"));

// A link that is opened in another tab is the browser's; htmx 4.0.1 would hold it back.
on("click", (event) => {
  const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
  if (elsewhere && event.target.closest?.("a[href]")) event.stopPropagation();
}, true);

// A morph makes an element by its name alone wherever something inside it was on the page before, and an SVG that is
// made so is no drawing: it is there, and shows nothing. Such a drawing goes in whole, as the house sent it.
htmx.registerExtension("parts", {
  // Explanations that a reader opened stay open, and those that he shut stay shut.
  htmx_before_morph_attr: (element, { attrName }) => element.tagName !== "DETAILS" || attrName !== "open",
  htmx_before_morph_node(made, { newNode }) {
    if (made.namespaceURI === newNode.namespaceURI) return true;
    // What was made stays until the morph is through, which goes on from its place.
    made.before(newNode);
    queueMicrotask(() => {
      made.remove();
      htmx.process(newNode);
    });
    return false;
  },
});

// Copies the text whose id stands in a button's data-copy; with data-share it is handed to the device's own sharing
// where there is one. Without the script the text is selected and copied by hand.
// navigator.clipboard is missing on plain HTTP, which is what a house is mostly opened by.
async function copy(button) {
  const area = document.getElementById(button.dataset.copy), words = [...button.childNodes];
  if ("share" in button.dataset && navigator.share) return navigator.share({ text: area.value }).catch(() => {});
  area.select();
  if (navigator.clipboard) await navigator.clipboard.writeText(area.value);
  else document.execCommand("copy");
  button.focus();
  button.replaceChildren("Copied");
  setTimeout(() => button.replaceChildren(...words), 2000);
}

on("click", ({ target }) => {
  const button = target.closest?.("[data-copy]");
  if (button) copy(button);
});

// The date where the players are: the house may keep another time zone. A date that the server set already
// to another day than its own is somebody's choice and stays. Swedes write a date as forms do.
for (const field of document.querySelectorAll("input[data-today]")) {
  if (field.value === field.dataset.today) field.value = new Date().toLocaleDateString("sv");
}
