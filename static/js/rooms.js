// A room by keys alone: arrows, Home and End walk the row that has the focus, 1 to 9 open its tiles, Escape goes one room
// back, / to the line that finds, M presses what is heavy, ? lists them. Every one presses or focuses something that is
// on the page.
import { on } from "./page.js";

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
on("keydown", (event) => {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  const over = document.querySelector("dialog[open]:not(:modal)");
  if (key === "Escape" && over) return over.close();
  if (event.defaultPrevented || ctrlKey || metaKey || altKey || target.closest?.(TAKEN)) return;
  if (key in STEPS) return walk(event, STEPS[key]);
  const back = () => !document.querySelector(":popover-open") && document.querySelector("[data-back]")?.click();
  if (key === "Escape") return back();
  if (/^[1-9]$/.test(key)) return tiles(target.closest?.(".r-row, [data-row]") ?? document.createElement("p"))[key - 1]?.click();
  // Where a code is awaited, M is a letter of it.
  if (/^m$/i.test(key) && !document.querySelector("form[data-code]")) return document.querySelector("[data-main]")?.click();
  if (key === "?") return list(event);
  if (key !== "/") return;
  const field = [...document.querySelectorAll("[data-find]")].find((each) => each.checkVisibility());
  event.preventDefault();
  (field ?? document.getElementById("to-find"))?.[field ? "focus" : "click"]();
});

// Where the browser would lay the house on the home screen, the menu says so, until it was asked once.
addEventListener("beforeinstallprompt", (event) => {
  const offer = document.getElementById("to-home");
  event.preventDefault();
  if (!offer || localStorage.getItem("companion.home")) return;
  offer.hidden = false;
  offer.addEventListener("click", () => {
    localStorage.setItem("companion.home", "asked");
    offer.hidden = true;
    event.prompt();
  });
});

// Six boxes over one field: a letter typed anywhere goes into the first that is free, a pasted link is taken whole, the
// sixth letter sends it. Where the device can read a code with its camera, it offers to.
function takeCode(form) {
  const field = form.elements.code, boxes = [...form.querySelectorAll("i")];
  const letters = () => field.value.toUpperCase().replace(/[^A-Z0-9]/g, "");

  function show() {
    const typed = letters();
    boxes.forEach((box, n) => {
      box.textContent = typed[n] ?? "";
      box.classList.toggle("on", n === Math.min(typed.length, 5));
    });
  }

  field.addEventListener("input", () => {
    show();
    if (letters().length >= 6) form.requestSubmit();
  });
  field.addEventListener("focus", () => field.setSelectionRange(field.value.length, field.value.length));
  on("keydown", ({ key, ctrlKey, metaKey, altKey, target, defaultPrevented }) => {
    const elsewhere = target.closest?.("input, select, textarea, button, a, dialog[open], :popover-open");
    if (!elsewhere && !defaultPrevented && !ctrlKey && !metaKey && !altKey && /^[a-z0-9]$/i.test(key)) field.focus();
  });
  show();
  if (!("BarcodeDetector" in window && navigator.mediaDevices?.getUserMedia)) return;
  const scan = form.querySelector("[data-scan]"), camera = document.getElementById("camera");
  const video = camera.querySelector("video");
  scan.hidden = false;
  scan.addEventListener("click", () => look(camera, video, form).catch(() => camera.close()));
  camera.addEventListener("close", () => video.srcObject?.getTracks().forEach((track) => track.stop()));
}

async function look(camera, video, form) {
  video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  camera.showModal();
  await video.play();
  const reader = new BarcodeDetector({ formats: ["qr_code"] });
  while (camera.open) {
    const [code] = await reader.detect(video);
    if (code) {
      form.elements.code.value = code.rawValue;
      return form.submit();
    }
    await new Promise(requestAnimationFrame);
  }
}

const middle = ({ left, width }) => left + width / 2;

// A drawing wider than its frame begins where the campaign stands, in the war room at two thirds, or at the scenario
// that the page is about.
for (const frame of document.querySelectorAll(".tree__frame")) {
  const box = (frame.querySelector("[aria-current]") ?? frame.querySelector(".node--now"))?.getBoundingClientRect();
  const share = frame.matches(".w-tree__frame") ? 2 / 3 : 1 / 2, { left } = frame.getBoundingClientRect();
  if (box) frame.scrollLeft = box.left - left - (frame.clientWidth - box.width) * share;
}

// Swiping the cards weighs the one in the middle.
const cards = document.querySelector(".c-cards");
cards?.addEventListener("scrollend", () => {
  const at = middle(cards.getBoundingClientRect());
  const far = (card) => Math.abs(middle(card.getBoundingClientRect()) - at);
  const near = [...cards.children].sort((one, other) => far(one) - far(other))[0];
  near?.querySelector("input[type=radio]")?.click();
});

document.querySelectorAll("form[data-code]").forEach(takeCode);
