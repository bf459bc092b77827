// A correction's two pictures, cut to the part of the board that would be otherwise. Whole without this.
const LEAST = 0.42, MOST = 0.9, AROUND = 1.3; // parts of the board, and how much is left around
const FINE = 200; // places across a board: what moved less did not move

// What each shape of a picture is, and where, in parts of its board: one without the like in the other has changed.
function shapes(board) {
  const frame = board.getBoundingClientRect();
  return new Map([...board.querySelectorAll(":not(:has(*))")].map((shape) => {
    const { left, top, width, height } = shape.getBoundingClientRect();
    const x = (left - frame.left) / frame.width, y = (top - frame.top) / frame.height;
    const at = [x, y, width / frame.width, height / frame.height];
    const looks = ["class", "href", "d", "fill"].map((name) => shape.getAttribute(name));
    const all = [shape.tagName, ...looks, shape.textContent.trim(), at.map((side) => Math.round(side * FINE + 1e-4))];
    return [all.join("|").replaceAll("other-", ""), at];
  }));
}

function cut(boards) {
  const [was, would] = boards.map(shapes);
  const changed = [...was, ...would]
    .filter(([shape, at]) => was.has(shape) !== would.has(shape) && at[2] > 0 && at[3] > 0)
    .map(([, [x, y, width, height]]) => ({ x, y, right: x + width, foot: y + height }));
  if (!changed.length) return false;
  const [left, top] = ["x", "y"].map((side) => Math.min(...changed.map((at) => at[side])));
  const [right, foot] = ["right", "foot"].map((side) => Math.max(...changed.map((at) => at[side])));
  const { width, height } = boards[0].getBoundingClientRect(), tall = (width * 5) / 7 / height;
  const wide = Math.max((right - left) * AROUND, ((foot - top) * AROUND) / tall, LEAST);
  if (wide > MOST) return false;
  const within = (middle, size) => Math.max(0, Math.min(middle - size / 2, 1 - size));
  const x = within((left + right) / 2, wide), y = within((top + foot) / 2, wide * tall);
  for (const { style } of boards) {
    style.transformOrigin = "0 0";
    style.transform = `scale(${1 / wide}) translate(${-100 * x}%, ${-100 * y}%)`;
  }
  return true;
}

function look() {
  const rooms = [...document.querySelectorAll(".set__board:not(.set__board--cut)")];
  if (rooms.length !== 2) return;
  for (const room of rooms) room.classList.add("set__board--cut"); // As large as it will be, and both alike.
  // What is drawn in a picture's room: some wrappers round it have no box of their own.
  const drawn = (room) => [...room.querySelectorAll("*")].find((each) => each.getBoundingClientRect().width);
  const boards = rooms.map(drawn);
  if (boards.every(Boolean) && cut(boards)) return;
  for (const room of rooms) room.classList.remove("set__board--cut");
}

document.addEventListener("htmx:after:swap", look);
if (document.readyState === "complete") look();
else addEventListener("load", look);
