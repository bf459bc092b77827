// What htmx leaves to the page whose parts it swaps.

// Where the house does not answer, or answers with no part of the page, the page says so in its own words.
function tell(unanswered) {
  const place = document.querySelector("[data-unanswered]");
  if (place) place.textContent = unanswered ? place.dataset.unanswered : "";
}

document.addEventListener("htmx:error", () => tell(true));
document.addEventListener("htmx:after:swap", ({ detail }) => tell(detail.ctx.swap === "none"));

// A link that is opened in another tab is the browser's; htmx 4.0.1 would hold it back.
document.addEventListener("click", (event) => {
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
