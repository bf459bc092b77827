// The date where the players are: the house may keep another time zone. A date that the server set already
// to another day than its own is somebody's choice and stays.
for (const field of document.querySelectorAll("input[data-today]")) {
  const now = new Date(), two = (n) => String(n).padStart(2, "0");
  const here = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  if (field.value === field.dataset.today) field.value = here;
}
