// The date where the players are: the house may keep another time zone. A date that the server set already
// to another day than its own is somebody's choice and stays. Swedes write a date as forms do.
const here = new Date().toLocaleDateString("sv");
for (const field of document.querySelectorAll("input[data-today]")) {
  if (field.value === field.dataset.today) field.value = here;
}
