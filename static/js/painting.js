// A map (data-painted) is painted square by square without this. With it a finger or the mouse draws over many, and the
// arrow keys walk over the squares. What is kept is the text beside the board (data-text): rows of signs where ground
// is painted, else one square and what stands on it after the other.
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const CHOSEN = { value: "", dataset: { mark: "●", name: "chosen" } };
const place = (square) => [square.value.charCodeAt(0) - 97, Number(square.value.slice(1)) - 1];

function arm(field) {
  const [board, text] = field.querySelectorAll("[data-board], [data-text]"), mode = field.dataset.painted;
  const squares = [...board.querySelectorAll(".square")];
  const at = (column, row) => squares.find((square) => String(place(square)) === `${column},${row}`);
  const brush = () => field.querySelector("[type=radio]:checked");
  const resting = () => brush()?.matches("[data-rest]");
  let last = null, drawn = false, on = true;

  function show(square, { mark, name }) {
    square.textContent = mark;
    square.ariaLabel = name;
  }

  function ground(square) {
    const rows = text.value.split("\n").filter(Boolean), [column, row] = place(square);
    const lay = (sign, x, y) => {
      const [given, on] = [field.querySelector(`[type=radio][value="${CSS.escape(sign)}"]`).dataset, at(x, y)];
      if (!on || !rows[y]?.[x]) return;
      rows[y] = rows[y].slice(0, x) + sign + rows[y].slice(x + 1);
      on.className = `square tone--${given.tone}`;
      show(on, { mark: given.mark, name: `${on.value}: ${given.name}` });
    };
    const across = field.querySelector("[data-across]").value, { value, dataset } = brush();
    if (across) lay(dataset.across, rows[0].length - 1 - column, across === "half_turn" ? rows.length - 1 - row : row);
    lay(value, column, row);
    text.value = rows.join("\n");
  }

  function mark(square) {
    const [split, join] = mode === "marks" ? [/[\n,]/, "\n"] : [/[\s,]/, " "];
    const laid = mode === "marks" ? brush().value && brush() : on && CHOSEN, [bare] = square.ariaLabel.split(", ");
    const kept = text.value.split(split).map((each) => each.trim());
    const others = kept.filter((each) => each && each.split(/\s/)[0].toLowerCase() !== square.value);
    text.value = (laid ? [...others, `${square.value} ${laid.value}`.trim()] : others).join(join);
    square.classList.toggle("square--marked", Boolean(laid));
    square.ariaPressed &&= String(Boolean(laid));
    show(square, laid ? { mark: laid.dataset.mark, name: `${bare}, ${laid.dataset.name}` } : { mark: square.dataset.ground, name: bare });
  }

  const paint = mode === "ground" ? ground : mark;

  function begin(square) {
    on = square.ariaPressed !== "true";
    last = square;
    paint(square);
    focus(square);
  }

  // A quick finger skips squares: all between two of its places are painted.
  function line(to) {
    const [x0, y0] = place(last), [x1, y1] = place(to), steps = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0));
    for (let n = 1; n <= steps; n += 1) {
      paint(at(Math.round(x0 + ((x1 - x0) * n) / steps), Math.round(y0 + ((y1 - y0) * n) / steps)));
    }
    last = to;
  }

  function end() {
    if (last) text.dispatchEvent(new Event("input", { bubbles: true }));
    last = null;
  }

  function focus(square) {
    for (const each of squares) each.tabIndex = each === square ? 0 : -1;
    square.focus({ preventScroll: true });
  }
}
