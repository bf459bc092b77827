// What this device keeps under a name; a browser that keeps nothing has it for as long as the page is open.
const pocket = {};

export function read(name) {
  try {
    return JSON.parse(pocket[name] ?? localStorage.getItem(name) ?? "[]");
  } catch {
    return [];
  }
}

export function keep(name, rows) {
  const text = JSON.stringify(rows);
  try {
    localStorage.setItem(name, text);
    delete pocket[name];
  } catch {
    pocket[name] = text;
  }
}
