// A morph makes an element by its name alone wherever something inside it was on the page before, and an SVG that is
// made so is no drawing: it is there, and shows nothing. Such a drawing goes in whole, as the house sent it.
htmx.registerExtension("drawings", {
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
