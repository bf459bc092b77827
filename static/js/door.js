// Six boxes over one field: a letter typed anywhere goes into the first that is free, a pasted link is taken whole, the
// sixth letter sends it. Where the device can read a code with its camera, it offers to.
const form = document.querySelector("[data-code]"), field = form.elements.code;
const boxes = [...form.querySelectorAll("i")], letters = () => field.value.toUpperCase().replace(/[^A-Z0-9]/g, "");

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
document.addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey, target, defaultPrevented }) => {
  const elsewhere = target.closest?.("input, select, textarea, button, a, dialog[open], :popover-open");
  if (!elsewhere && !defaultPrevented && !ctrlKey && !metaKey && !altKey && /^[a-z0-9]$/i.test(key)) field.focus();
});
show();

const scan = form.querySelector("[data-scan]"), camera = document.getElementById("camera");
const video = camera.querySelector("video");

async function look() {
  video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  camera.showModal();
  await video.play();
  const reader = new BarcodeDetector({ formats: ["qr_code"] });
  while (camera.open) {
    const [found] = await reader.detect(video);
    if (found) {
      field.value = found.rawValue;
      return form.submit();
    }
    await new Promise(requestAnimationFrame);
  }
}

if ("BarcodeDetector" in window && navigator.mediaDevices?.getUserMedia) {
  scan.hidden = false;
  scan.addEventListener("click", () => look().catch(() => camera.close()));
  camera.addEventListener("close", () => video.srcObject?.getTracks().forEach((track) => track.stop()));
}
