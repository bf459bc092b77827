// A map (data-painted) is painted square by square without this. With it a finger or the mouse draws over many, and the
// arrow keys walk over the squares. What is kept is the text beside the board (data-text): where ground is painted,
// rows of signs; else each square that bears something, and what.
const CHOSEN = { value: "", dataset: { mark: "●", name: "chosen" } };
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const place = (name) => [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];
const named = (column, row) => String.fromCharCode(97 + column) + (row + 1);

function arm(field) {
  const board = field.querySelector("[data-board]"), text = field.querySelector("[data-text]");
  const squares = new Map([...board.querySelectorAll(".square")].map((square) => [square.value, square]));
  const brush = () => field.querySelector("[type=radio]:checked");
  const marks = (name) => bear(name, /[\n,]/, "\n", brush().value && brush());
  const paint = { ground, marks, squares: chosen }[field.dataset.painted];
  let last = null, drawn = false, on = true;

  function lay(rows, name, { value, dataset }) {
    const [column, row] = place(name), square = squares.get(name);
    if (!square || !rows[row]?.[column]) return;
    rows[row] = rows[row].slice(0, column) + value + rows[row].slice(column + 1);
    square.className = `square tone--${dataset.tone}`;
    square.textContent = dataset.mark;
    square.ariaLabel = `${name}: ${dataset.name}`;
  }

  function ground(name) {
    const rows = text.value.split("\n").filter(Boolean), how = field.querySelector("[data-across]").value;
    const [column, row] = place(name), sign = CSS.escape(brush().dataset.counterpart);
    if (how) {
      const across = named(rows[0].length - 1 - column, how === "half_turn" ? rows.length - 1 - row : row);
      lay(rows, across, field.querySelector(`[type=radio][value="${sign}"]`) ?? brush());
    }
    lay(rows, name, brush());
    text.value = rows.join("\n");
  }

  function chosen(name) {
    bear(name, /[\s,]/, " ", on && CHOSEN);
    squares.get(name).ariaPressed = on;
  }

  // What stands on a square stands in the text once, after its name; without a sign it goes from both.
  function bear(name, apart, between, sign) {
    const square = squares.get(name), [ground] = square.ariaLabel.split(", ");
    const entries = text.value.split(apart).map((each) => each.trim());
    const others = entries.filter((each) => each && each.split(/\s/)[0].toLowerCase() !== name);
    text.value = (sign ? [...others, `${name} ${sign.value}`.trim()] : others).join(between);
    square.classList.toggle("square--marked", Boolean(sign));
    square.textContent = sign ? sign.dataset.mark : square.dataset.ground;
    square.ariaLabel = sign ? `${ground}, ${sign.dataset.name}` : ground;
  }

  function begin(square) {
    on = square.ariaPressed !== "true";
    last = square.value;
    paint(last);
    stand(square);
  }

  // A quick finger skips squares: all between two of its places are painted.
  function line(to) {
    const [x0, y0] = place(last), [x1, y1] = place(to), steps = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0));
    for (let n = 1; n <= steps; n += 1) {
      const name = named(Math.round(x0 + ((x1 - x0) * n) / steps), Math.round(y0 + ((y1 - y0) * n) / steps));
      if (squares.has(name)) paint(name);
    }
    last = to;
  }

  function end() {
    if (last) text.dispatchEvent(new Event("input", { bubbles: true }));
    last = null;
  }

  function stand(square) {
    for (const each of squares.values()) each.tabIndex = each === square ? 0 : -1;
    square.focus({ preventScroll: true });
  }

  // Where a finger scrolls, as on a board that is merely tapped, only its click paints.
  const scrolls = ({ pointerType }) => brush()?.matches("[data-rest]") || (paint === chosen && pointerType === "touch");
  board.addEventListener("pointerdown", (event) => {
    const square = event.target.closest(".square");
    drawn = Boolean(square) && event.button === 0 && !scrolls(event);
    if (!drawn) return;
    event.preventDefault();
    begin(square);
  });
  board.addEventListener("pointermove", (event) => {
    const square = last && document.elementFromPoint(event.clientX, event.clientY)?.closest(".square");
    if (square && board.contains(square)) line(square.value);
  });
  for (const up of ["pointerup", "pointercancel"]) addEventListener(up, end);
  board.addEventListener("click", (event) => {
    const square = event.target.closest(".square");
    if (!square) return;
    event.preventDefault();
    // A finger's stroke has painted this square already when its click arrives; a key's click comes alone.
    if (brush()?.matches("[data-rest]") || (event.detail > 0 && drawn)) return;
    begin(square);
    end();
  });
  board.addEventListener("keydown", (event) => {
    const step = STEPS[event.key], from = event.target.closest(".square");
    if (!step || !from) return;
    event.preventDefault();
    const [column, row] = place(from.value), next = squares.get(named(column + step[0], row + step[1]));
    if (next) stand(next);
  });
  for (const square of [...squares.values()].slice(1)) square.tabIndex = -1;
}

document.querySelectorAll("[data-painted]:has(.square)").forEach(arm);
