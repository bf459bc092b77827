// What does not fit on this glass: told place by place, with sizes in px; and how large the board's squares are.
(enlarged) => {
  const found = [], page = document.scrollingElement, root = document.documentElement, cut = 1.5, finger = 43.5;
  const seen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: false });
  const name = (one) => (one.id ? `#${one.id}` : `${one.localName}.${String(one.className.baseVal ?? one.className).trim().split(/\s+/).join(".")}`);
  const round = ({ x, y, width, height }) => [x, y, width, height].map((each) => Math.round(each * 10) / 10).join(" ");
  const tell = (what, one, more = "") => found.push(`${what}: ${name(one)} “${one.textContent.trim().replace(/\s+/g, " ").slice(0, 40)}” ${more || round(one.getBoundingClientRect())}`);
  if (page.scrollHeight > innerHeight || page.scrollWidth > innerWidth) tell("the page scrolls", page, `${page.scrollWidth} × ${page.scrollHeight}`);
  for (const foot of document.querySelectorAll(".s-foot, #main-deed, .s-tools")) {
    const box = foot.getBoundingClientRect();
    if (!box.width) continue;
    if (box.bottom > innerHeight + 1 || box.top < 0 || box.left < -1 || box.right > innerWidth + 1) tell("out of the glass", foot);
  }
  // What fingers tap; a square or battlefield that is less has its loupe.
  for (const one of document.querySelectorAll(".stage :is(a[href], button, summary, .s-face, .s-tick, input:not([type=hidden]))")) {
    const box = one.getBoundingClientRect();
    if (!seen(one) || one.closest("#board .drawn > svg, p, .unseen, .ucard, label:not(:scope)") || !box.width) continue;
    const over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest("a, button");
    if (getComputedStyle(one).pointerEvents === "none" || (over && over !== one && !over.contains(one))) continue;
    if (box.width < finger || box.height < finger) tell("less than a finger", one);
  }
  for (const one of document.querySelectorAll(".s-in")) if (!enlarged && one.scrollWidth > one.clientWidth + 1) tell("runs out sideways", one, `${one.scrollWidth} of ${one.clientWidth}`);
  for (const one of document.querySelectorAll(".s-strip__row")) if (!enlarged && one.scrollWidth > one.clientWidth + 1) tell("the strip runs out", one, `${one.scrollWidth} of ${one.clientWidth}`);
  // Dice that are asked for are seen without a scroll.
  const inside = document.querySelector(".s-in")?.getBoundingClientRect(), deed = document.querySelector("#main-deed");
  if (inside && !enlarged) for (const dice of document.querySelectorAll(".s-in .s-dice, .s-in .s-choices--tiles:has(.face)")) {
    const box = dice.getBoundingClientRect(), below = Math.round(Math.min(box.bottom, box.top + 48) - inside.bottom);
    if (below > 0 && seen(dice)) tell("dice under the fold", dice, `${below} px`);
  }
  // A word stands on one line, and no side of it is cut off.
  const walker = document.createTreeWalker(document.querySelector(".stage"), NodeFilter.SHOW_TEXT), range = document.createRange();
  const broken = /[^\s\-–—/·|→]+/g;
  while (!enlarged && walker.nextNode()) {
    const node = walker.currentNode, one = node.parentElement;
    if (!node.data.trim() || !seen(one) || one.closest("svg, .unseen, option, [popover]:not(:popover-open)")) continue;
    const box = one.getBoundingClientRect();
    const clip = clipped(one);
    if ([one, clip ?? one].some((each) => each.clientWidth === 1)) continue;
    if (box.width <= 1.5 || box.height <= 1.5) continue;
    for (const { 0: word, index } of node.data.matchAll(broken)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const parts = [...range.getClientRects()].filter((part) => part.width > 0.5);
      if (new Set(parts.map((part) => Math.round(part.top))).size > 1) { tell("a word is broken", one, `“${word}”`); break; }
      const edge = parts[0];
      if (edge && clip) {
        const { left, right, top, bottom } = clip.getBoundingClientRect();
        if (edge.bottom < top + 1 || edge.top > bottom - 1) continue;
        const over = Math.max(left - edge.left, edge.right - right);
        if (over > cut && edge.right > left && edge.left < right) { tell("a word is cut", one, `“${word}” ${Math.round(over)} px by ${name(clip)}`); break; }
      }
    }
  }
  // The nearest that hides what runs out sideways; what scrolls hides nothing.
  function clipped(one) {
    for (let each = one; each && !each.matches(".stage"); each = each.parentElement) {
      const { overflowX, display } = getComputedStyle(each);
      if (display === "inline") continue;
      if (overflowX === "auto" || overflowX === "scroll") return null;
      if (overflowX !== "visible") return each;
    }
    return null;
  }
  // Names run over each other.
  const line = [...document.querySelectorAll(".s-bar > *, .s-who > li, .s-tools > *, .s-fact__in > *")].filter((one) => seen(one) && one.getBoundingClientRect().width > 2 && getComputedStyle(one).position !== "absolute");
  for (const one of line) for (const other of one.parentElement.children) {
    if (other === one || !line.includes(other)) continue;
    const a = one.getBoundingClientRect(), b = other.getBoundingClientRect();
    if (a.left < b.left && a.right > b.left + 1.5 && a.top < b.bottom - 2 && b.top < a.bottom - 2) tell("runs over", one, `${name(other)} by ${Math.round(a.right - b.left)}`);
  }
  for (const one of document.querySelectorAll('.stage :is(.s-choice--barred, .s-choice--shut, [aria-disabled="true"])')) {
    if (seen(one) && !(one.querySelector(".s-choice__why, small")?.textContent.trim() || one.getAttribute("aria-label"))) tell("no reason is given", one);
  }
  const svg = document.querySelector("#board > .drawn > svg"), square = document.querySelector("#board .ground > .sq:not(.sq--far)");
  let board = "";
  if (svg?.clientWidth) {
    const [, , wide, tall] = (svg.dataset.home ?? svg.getAttribute("viewBox")).split(/[\s,]+/).map(Number);
    const lies = svg.getBoundingClientRect(), side = svg.dataset.side ?? 44;
    // Where it is a page of its own, the other one is looked at.
    if (!root.classList.contains("is-zoomed") && lies.left < innerWidth - 44) board = `${wide} × ${tall} by ${side} at ${(Math.min(svg.clientWidth / wide, svg.clientHeight / tall) * Number(side)).toFixed(1)}`;
  } else if (square && !document.querySelector(".battle--asks")) {
    const box = square.getBoundingClientRect();
    board = `squares at ${box.height.toFixed(1)}`;
    if (Math.max(box.width / box.height, box.height / box.width) > 1.05) tell("no square", square);
  }
  const house = document.querySelector("#board .city > .cell");
  if (house) board = `houses at ${house.getBoundingClientRect().height.toFixed(1)}`;
  // Drawn up or down the sheet takes of the board what it needs.
  if (innerHeight > innerWidth && root.dataset.sheet !== "half") board = "";
  return { found: [...new Set(found)], board };
}
