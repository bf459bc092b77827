// Where the house does not answer, or answers with no part of the page, the page says so in its own words.
const tell = (unanswered) => {
  const place = document.querySelector("[data-unanswered]");
  if (place) place.textContent = unanswered ? place.dataset.unanswered : "";
};

document.addEventListener("htmx:error", () => tell(true));
document.addEventListener("htmx:after:swap", ({ detail }) => tell(detail.ctx.swap === "none"));
