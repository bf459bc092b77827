// A tap that may mean several things: where what is tapped is smaller than a finger and others lie near, they are
// shown large, by the names that their links have. What is tapped on a board is chosen, and never done: that is the main
// button's alone, also where something is chosen beforehand.
const FINGER = 44;
const POINTER = 16; // px: a mouse is finer
const loupe = document.getElementById("loupe");
let tap = { x: 0, y: 0, reach: FINGER };

// What is barred is meant only where nothing else lies near.
const links = () => [...document.querySelectorAll('#board > .drawn a[href]:not([aria-disabled="true"])')];
const isBarred = (link) => link.getAttribute("aria-disabled") === "true";
const side = (box) => Math.min(box.width, box.height);
const distance = (box) => Math.hypot(Math.max(box.left - tap.x, 0, tap.x - box.right), Math.max(box.top - tap.y, 0, tap.y - box.bottom));
const name = (link) => link.getAttribute("aria-label") ?? link.textContent.trim();

// What a finger put down there may have meant, by where each lies on the board.
function meant() {
  const boxes = links().map((link) => [link, link.getBoundingClientRect()]);
  const near = boxes.filter(([, box]) => distance(box) <= Math.max(0, tap.reach - side(box)));
  return near.some(([, box]) => side(box) < tap.reach) ? near.map(([link]) => link) : [];
}

const isChosen = (link) => link.getAttribute("aria-current") === "true";

function token(link) {
  const button = document.createElement("button"), drawn = link.querySelector("use");
  button.className = "s-token";
  button.type = "button";
  if (isChosen(link)) button.setAttribute("aria-current", "true");
  if (drawn) {
    const sign = document.createElementNS(link.namespaceURI, "svg"), use = sign.appendChild(document.createElementNS(link.namespaceURI, "use"));
    use.setAttribute("href", drawn.getAttribute("href"));
    sign.setAttribute("class", "icon icon--l");
    sign.setAttribute("aria-hidden", "true");
    sign.style.color = getComputedStyle(drawn).color;
    button.append(sign);
  }
  button.append(name(link));
  // The link itself is followed, so that it does what it does without a loupe; what is chosen already is left so.
  button.addEventListener("click", () => {
    if (isChosen(link)) loupe.hidePopover();
    else link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  });
  return button;
}

function fill(several) {
  loupe.querySelector("ul").replaceChildren(...several.map((link) => {
    const row = document.createElement("li");
    row.append(token(link));
    return row;
  }));
  loupe.querySelector("h2").textContent = `${several.length} are close together: which one?`;
}

// Under the tap, or over it in the lower half; inside the page.
function open(several) {
  fill(several);
  loupe.showPopover();
  const box = loupe.getBoundingClientRect(), below = tap.y < innerHeight / 2;
  loupe.style.left = `${Math.max(8, Math.min(innerWidth - box.width - 8, tap.x - box.width / 2))}px`;
  loupe.style.top = `${Math.max(8, below ? Math.min(innerHeight - box.height - 8, tap.y + 24) : tap.y - box.height - 24)}px`;
  loupe.querySelector("button").focus();
}

document.addEventListener("pointerdown", ({ clientX, clientY, pointerType }) => {
  tap = { x: clientX, y: clientY, reach: pointerType === "mouse" ? POINTER : FINGER };
}, true);
document.addEventListener("click", (event) => {
  const drawn = event.target.closest?.("#board > .drawn"), link = event.target.closest?.("a[href]");
  if (!drawn) return;
  const several = event.isTrusted && event.detail ? meant() : [];
  const stop = () => { event.preventDefault(); event.stopPropagation(); };
  if (several.length > 1) {
    stop();
    open(several);
  } else if ((!link || isBarred(link)) && several.length) {
    stop();
    several[0].dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }
}, true);
// It stays open over what it chose, until that is tapped again or something beside it.
document.addEventListener("htmx:after:swap", () => {
  if (!loupe.matches(":popover-open")) return;
  const several = meant();
  if (several.length < 2) return loupe.hidePopover();
  const last = name(document.activeElement);
  fill(several);
  [...loupe.querySelectorAll("button")].find((button) => button.textContent === last)?.focus();
});
