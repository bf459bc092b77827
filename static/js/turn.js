// Says that it is one's turn where one looks somewhere else: in the page's title, and by one shake of the device.
const words = document.title;
let was = null;

function tell() {
  const yours = document.getElementById("table")?.dataset.turn === "yours";
  document.title = yours ? `Your turn · ${words}` : words;
  if (yours && was === false) navigator.vibrate?.(200);
  was = yours;
}

document.addEventListener("htmx:after:swap", tell);
tell();
