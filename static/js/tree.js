// A drawing wider than its frame begins where the campaign stands, in the war room at two thirds, or at the scenario
// that the page is about.
for (const frame of document.querySelectorAll(".tree__frame")) {
  const box = frame.querySelector("[aria-current]") ?? frame.querySelector(".node--now");
  if (box) {
    const beside = box.getBoundingClientRect().left - frame.getBoundingClientRect().left;
    const share = frame.matches(".w-tree__frame") ? 2 / 3 : 1 / 2;
    frame.scrollLeft = beside - (frame.clientWidth - box.getBoundingClientRect().width) * share;
  }
}
// Swiping the cards weighs the one in the middle.
const cards = document.querySelector(".c-cards");
cards?.addEventListener("scrollend", () => {
  const middle = cards.getBoundingClientRect().left + cards.clientWidth / 2;
  const near = [...cards.children].sort((a, b) => off(a, middle) - off(b, middle))[0];
  near?.querySelector("input[type=radio]")?.click();
});
function off(card, middle) {
  const box = card.getBoundingClientRect();
  return Math.abs(box.left + box.width / 2 - middle);
}
