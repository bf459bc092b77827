// What stands in a page otherwise than the house would send it now: null, or both as lines, one a node.
// Left out is what each page has of its own, and what a person holds in it: the keys of its forms, opened folds,
// ticks and typed words, the focus, and who is here at this moment.
async () => {
  const OWN = new Set(["data-htmx-powered", "data-stir", "tabindex"]);
  const held = (node, { name }) =>
    OWN.has(name) ||
    (name === "open" && node.localName === "details") ||
    (name === "style" && node.matches(".s-time")) || // How long a moment lasts is its script's.
    (name === "value" && ["key", "csrfmiddlewaretoken"].includes(node.name));
  const passing = (node) => node.matches(".dot, .dot ~ .unseen, .s-sitting small");

  function told(page) {
    const lines = [];
    const walk = (node, depth) => {
      const words = node.nodeType === Node.TEXT_NODE ? node.nodeValue.trim().replace(/\s+/g, " ") : "";
      if (words) lines.push(" ".repeat(depth) + words);
      if (node.nodeType !== Node.ELEMENT_NODE || passing(node)) return;
      const said = [...node.attributes].filter((one) => !held(node, one)).map(({ name, value }) => `${name}="${value.trim().replace(/\s+/g, " ")}"`);
      lines.push(`${" ".repeat(depth)}<${node.namespaceURI.split("/").pop()}:${node.localName} ${said.sort().join(" ")}>`);
      for (const child of node.childNodes) walk(child, depth + 1);
    };
    walk(page.getElementById("table"), 0);
    return lines.join("\n");
  }

  let sent, shown;
  for (let tries = 0; tries < 40; tries += 1) {
    const answer = await fetch(location.href, { cache: "no-store" });
    sent = told(new DOMParser().parseFromString(await answer.text(), "text/html"));
    shown = told(document);
    if (sent === shown) return null;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return [sent, shown];
}
