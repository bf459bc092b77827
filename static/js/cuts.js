// A correction's two pictures, cut to the part of the board that would be otherwise. Whole without this.
const LEAST = 0.42, AROUND = 1.3, FINE = 200;

const place = (element, board) => {
  const box = element.getBoundingClientRect(), frame = board.getBoundingClientRect();
  return [(box.left - frame.left) / frame.width, (box.top - frame.top) / frame.height, box.width / frame.width, box.height / frame.height];
};

// What each shape of a picture is, and where: a shape without the like in the other picture has changed.
const shapes = (board) => new Map([...board.querySelectorAll("*")].filter((each) => !each.children.length).map((each) => {
  const at = place(each, board);
  const looks = ["class", "href", "d", "fill"].map((name) => each.getAttribute(name)).concat(each.textContent.trim());
  return [[each.tagName, ...looks, ...at.map((side) => Math.round(side * FINE + 1e-4))].join("|").replaceAll("other-", ""), at];
}));

const changed = (boards) => {
  const [was, would] = boards.map(shapes);
  return [...was, ...would].filter(([shape, at]) => was.has(shape) !== would.has(shape) && at[2] > 0 && at[3] > 0).map(([, at]) => at);
};

// What is drawn in a picture's room: some wrappers round it have no box of their own.
const drawn = (room) => [...room.querySelectorAll("*")].find((each) => each.getBoundingClientRect().width);

const cut = (rooms) => {
  const boards = rooms.map(drawn);
  const places = boards.every(Boolean) ? changed(boards) : [];
  if (!places.length) return false;
  const [left, top] = [0, 1].map((side) => Math.min(...places.map((at) => at[side])));
  const [right, foot] = [0, 1].map((side) => Math.max(...places.map((at) => at[side] + at[side + 2])));
  const { width, height } = boards[0].getBoundingClientRect();
  const tall = (width * 5) / 7 / height;
  const wide = Math.max((right - left) * AROUND, ((foot - top) * AROUND) / tall, LEAST);
  if (wide > 0.9) return false;
  const within = (middle, size) => Math.max(0, Math.min(middle - size / 2, 1 - size));
  const x = within((left + right) / 2, wide), y = within((top + foot) / 2, wide * tall);
  for (const board of boards) {
    board.style.transformOrigin = "0 0";
    board.style.transform = `scale(${1 / wide}) translate(${-100 * x}%, ${-100 * y}%)`;
  }
  return true;
};

const look = () => {
  const rooms = [...document.querySelectorAll(".set__board:not(.set__board--cut)")];
  if (rooms.length !== 2) return;
  for (const room of rooms) room.classList.add("set__board--cut"); // As large as it will be, and both alike.
  if (!cut(rooms)) for (const room of rooms) room.classList.remove("set__board--cut");
};

document.addEventListener("htmx:load", look);
if (document.readyState === "complete") look();
else window.addEventListener("load", look);
