// A room by keys alone: arrows, Home and End walk the row that has the focus, 1 to 9 open its tiles, Escape goes one room
// back, / to the line that finds, M presses what is heavy, ? lists them. Every one presses or focuses something that is
// on the page.
const TAKEN = "input, select, textarea, [contenteditable], dialog[open]";
const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
const tiles = (row) => [...row.querySelectorAll("a[href], button")].filter((each) => each.checkVisibility());

function walk(event, step) {
  const row = event.target.closest?.(".r-row, .r-tabs, [data-row]");
  if (!row) return;
  const all = tiles(row), at = all.indexOf(document.activeElement.closest("a, button"));
  event.preventDefault();
  all[Math.min(all.length - 1, Math.max(0, at + step))]?.focus();
}

function list(event) {
  event.preventDefault();
  document.querySelector(":popover-open")?.hidePopover();
  document.getElementById("keys-here").showModal();
}

document.querySelector("[data-keys]")?.addEventListener("click", list);
document.addEventListener("keydown", (event) => {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  const over = document.querySelector("dialog[open]:not(:modal)");
  if (key === "Escape" && over) return over.close();
  if (event.defaultPrevented || ctrlKey || metaKey || altKey || target.closest?.(TAKEN)) return;
  if (key in STEPS) return walk(event, STEPS[key]);
  if (key === "Escape") return document.querySelector(":popover-open") ? undefined : document.querySelector("[data-back]")?.click();
  if (/^[1-9]$/.test(key)) return tiles(target.closest?.(".r-row, [data-row]") ?? document.createElement("p"))[key - 1]?.click();
  // Where a code is awaited, M is a letter of it.
  if (/^m$/i.test(key) && !document.querySelector("form[data-code]")) return document.querySelector("[data-main]")?.click();
  if (key === "?") return list(event);
  if (key !== "/") return;
  const field = [...document.querySelectorAll("[data-find]")].find((each) => each.checkVisibility());
  event.preventDefault();
  (field ?? document.getElementById("to-find"))?.[field ? "focus" : "click"]();
});
