// The order form works as a plain form. This shows the very sheets anew as options change, and turns pages
// without leaving the place. What is as usual is left out of the address.
const order = document.querySelector("[data-order]");
let asked = null;
let shown = "";

function address() {
  const said = new URLSearchParams();
  for (const [key, value] of new FormData(order)) {
    const field = order.elements[key];
    const usual = (field instanceof RadioNodeList ? field[0] : field).dataset.default;
    if (value.trim() !== "" && value !== usual) said.append(key, value);
  }
  const query = said.toString();
  return location.pathname + (query ? "?" + query : "");
}

async function show(where) {
  asked?.abort();
  asked = new AbortController();
  const sheets = document.getElementById("sheets");
  sheets.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(where, { signal: asked.signal, headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!page.getElementById("sheets")) { location.assign(where); return; }
    swap(page);
    history.replaceState(null, "", where);
  } catch (problem) {
    if (problem.name === "AbortError") return;
    shown = "";
    document.getElementById("told").textContent = "The shop does not answer. Check the network, then change the option once more.";
  }
  sheets.removeAttribute("aria-busy");
}

function swap(page) {
  const held = document.activeElement?.id;
  for (const old of document.querySelectorAll("[data-live]")) {
    const now = page.getElementById(old.id);
    if (now && now.innerHTML !== old.innerHTML) old.replaceChildren(...now.childNodes);
  }
  for (const wrong of document.querySelectorAll(".print-shop__wrong")) {
    const field = document.getElementById(wrong.id.replace("error-", "option-"));
    field?.setAttribute("aria-invalid", String(wrong.textContent.trim() !== ""));
  }
  if (held && document.activeElement?.id !== held) {
    (document.getElementById(held) ?? document.querySelector("[data-turn]"))?.focus();
  }
}

if (order) {
  let soon = 0;
  shown = address();
  // Leaving a field that was read while it was typed says nothing new, and must not turn the page back.
  const anew = () => { if (address() !== shown) show(shown = address()); };
  const later = (wait) => { clearTimeout(soon); soon = setTimeout(anew, wait); };
  order.addEventListener("change", () => later(0));
  order.addEventListener("input", (event) => { if (event.target.matches("input[type=text], input[type=number]")) later(450); });
  order.addEventListener("submit", (event) => {
    if (event.submitter?.formAction && event.submitter.formAction !== order.action) return;
    event.preventDefault();
    show(shown = address());
  });
  document.getElementById("sheets").addEventListener("click", (event) => {
    const turn = event.target.closest("[data-turn]");
    if (!turn || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    clearTimeout(soon);
    shown = address();
    const page = new URL(turn.href).searchParams.get("page");
    show(page ? `${shown}${shown.includes("?") ? "&" : "?"}page=${page}` : shown);
  });
}

// Long work: how far it is, looked up every second.
const work = document.querySelector("[data-work]");
if (work) {
  const look = async () => {
    try {
      const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const now = page.getElementById("work");
      const old = document.getElementById("work");
      if (now.innerHTML !== old.innerHTML) old.replaceChildren(...now.childNodes);
      if (!page.querySelector("[data-work]")) return;
    } catch { /* The next look may find the network again. */ }
    setTimeout(look, 1000);
  };
  setTimeout(look, 1000);
}
