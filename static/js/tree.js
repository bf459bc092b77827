// A drawing wider than its frame begins where the campaign stands, or at the scenario that the page is about.
for (const frame of document.querySelectorAll(".tree__frame")) {
  const box = frame.querySelector("[aria-current]") ?? frame.querySelector(".node--now");
  if (box) {
    const beside = box.getBoundingClientRect().left - frame.getBoundingClientRect().left;
    frame.scrollLeft = beside - (frame.clientWidth - box.getBoundingClientRect().width) / 2;
  }
}
