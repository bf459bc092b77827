// A map is painted square by square without this. With it a finger or the mouse draws over many,
// and the arrow keys walk over the squares.
const place = (square) => [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1];
const named = (column, row) => String.fromCharCode(97 + column) + (row + 1);

class Painting {
  constructor(field) {
    this.field = field;
    this.mode = field.dataset.painted;
    this.board = field.querySelector("[data-board]");
    this.text = field.querySelector("[data-text]");
    this.squares = new Map([...field.querySelectorAll(".square")].map((square) => [square.value, square]));
    this.swaps = Object.fromEntries([...field.querySelectorAll("[data-swap]")].map((swap) => [swap.dataset.swap, swap.dataset.other]));
    this.last = null;
    this.changed = false;
    this.listen();
  }

  listen() {
    const first = this.squares.values().next().value;
    for (const square of this.squares.values()) square.tabIndex = square === first ? 0 : -1;
    this.field.querySelectorAll("[data-hand]").forEach((hand) => { hand.hidden = false; });
    this.field.addEventListener("change", () => this.rest());
    this.board.addEventListener("pointerdown", (event) => this.begin(event));
    this.board.addEventListener("pointermove", (event) => this.go(event));
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => this.end());
    this.board.addEventListener("click", (event) => this.press(event));
    this.board.addEventListener("keydown", (event) => this.walk(event));
    this.rest();
  }

  get brush() { return this.field.querySelector("input[type=radio]:checked"); }
  get resting() { return Boolean(this.brush && "rest" in this.brush.dataset); }

  // A finger scrolls where squares are merely tapped, or the hand is chosen.
  rest() {
    this.board.classList.toggle("board--paint", this.mode !== "squares" && !this.resting);
  }

  begin(event) {
    const square = event.target.closest(".square");
    this.began = false;
    if (!square || event.button !== 0 || this.resting) return;
    if (this.mode === "squares" && event.pointerType === "touch") return;
    event.preventDefault();
    square.releasePointerCapture?.(event.pointerId);
    this.on = square.getAttribute("aria-pressed") !== "true";
    this.last = square.value;
    this.paint(square.value);
    this.focus(square);
    this.began = true;
  }

  go(event) {
    if (this.last === null) return;
    for (const each of event.getCoalescedEvents?.() || [event]) {
      const square = document.elementFromPoint(each.clientX, each.clientY)?.closest?.(".square");
      if (square && this.squares.get(square.value) === square) this.line(square.value);
    }
  }

  // A quick finger skips squares: all between two of its places are painted.
  line(to) {
    const [x0, y0] = place(this.last), [x1, y1] = place(to);
    const steps = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0));
    for (let n = 1; n <= steps; n += 1) {
      this.paint(named(Math.round(x0 + ((x1 - x0) * n) / steps), Math.round(y0 + ((y1 - y0) * n) / steps)));
    }
    this.last = to;
  }

  end() {
    if (this.last === null) return;
    this.last = null;
    this.tell();
  }

  press(event) {
    const square = event.target.closest(".square");
    if (!square) return;
    event.preventDefault();
    // A finger's stroke has painted this square already when its click arrives; a key's click comes alone.
    if (this.resting || (event.detail > 0 && this.began)) return;
    this.on = square.getAttribute("aria-pressed") !== "true";
    this.paint(square.value);
    this.focus(square);
    this.tell();
  }

  walk(event) {
    const square = event.target.closest(".square");
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!square || !step) return;
    event.preventDefault();
    const [column, row] = place(square.value);
    const next = this.squares.get(named(column + step[0], row + step[1]));
    if (next) this.focus(next);
  }

  focus(square) {
    for (const each of this.squares.values()) each.tabIndex = each === square ? 0 : -1;
    square.focus({ preventScroll: true });
  }

  tell() {
    if (!this.changed) return;
    this.changed = false;
    this.text.dispatchEvent(new Event("input", { bubbles: true }));
  }

  paint(square) {
    if (!this.squares.has(square)) return;
    this.changed = true;
    if (this.mode === "ground") this.ground(square);
    else if (this.mode === "marks") this.mark(square);
    else this.toggle(square);
  }

  ground(square) {
    const brush = this.brush, other = this.across(square);
    if (other) this.lay(other, this.field.querySelector(`input[type=radio][value="${CSS.escape(this.swaps[brush.value] || brush.value)}"]`) || brush);
    this.lay(square, brush);
  }

  across(square) {
    const how = this.field.querySelector("[data-across]").value;
    const rows = this.text.value.split("\n").filter(Boolean);
    const [column, row] = place(square);
    if (!how) return "";
    return named(rows[0].length - 1 - column, how === "half_turn" ? rows.length - 1 - row : row);
  }

  lay(square, brush) {
    const [column, row] = place(square), button = this.squares.get(square);
    const rows = this.text.value.split("\n").filter(Boolean);
    if (!button || !rows[row] || column >= rows[row].length) return;
    rows[row] = rows[row].slice(0, column) + brush.value + rows[row].slice(column + 1);
    this.text.value = rows.join("\n");
    button.className = `square tone--${brush.dataset.tone}`;
    button.textContent = brush.dataset.mark;
    button.setAttribute("aria-label", `${square}: ${brush.dataset.name}`);
  }

  mark(square) {
    const brush = this.brush, button = this.squares.get(square);
    const kept = this.text.value.split(/[\n,]/).map((line) => line.trim()).filter((line) => line && line.split(/\s+/)[0].toLowerCase() !== square);
    if (brush.value) kept.push(`${square} ${brush.value}`);
    this.text.value = kept.join("\n");
    button.classList.toggle("square--marked", Boolean(brush.value));
    button.textContent = brush.value ? brush.dataset.mark : button.dataset.ground;
    const ground = button.getAttribute("aria-label").split(", ")[0];
    button.setAttribute("aria-label", brush.value ? `${ground}, ${brush.dataset.name}` : ground);
  }

  toggle(square) {
    const button = this.squares.get(square);
    const kept = this.text.value.split(/[\s,]+/).filter((each) => each && each !== square);
    if (this.on) kept.push(square);
    this.text.value = kept.join(" ");
    button.setAttribute("aria-pressed", String(this.on));
    button.classList.toggle("square--marked", this.on);
    button.textContent = this.on ? "●" : button.dataset.ground;
    const ground = button.getAttribute("aria-label").split(", ")[0];
    button.setAttribute("aria-label", this.on ? `${ground}, chosen` : ground);
  }
}

for (const field of document.querySelectorAll("[data-painted]")) {
  if (field.querySelector(".square")) new Painting(field);
}
