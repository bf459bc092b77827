"""The axe checker: put into a page once, asked again for each size and scheme of it."""

from collections.abc import Iterator
from dataclasses import dataclass

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

SIZES = {"tablet": (1024, 768), "upright": (768, 1024), "phone": (390, 844)}
SCHEMES = {
    "light": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "dark": ["color-contrast"],
}
AXED = ("tablet", "phone")
SMALL = """([controls, exempt, drawing, from]) => [...document.querySelectorAll(controls)].flatMap((one) => {
  const box = one.getBoundingClientRect();
  const unseen = !box.width || getComputedStyle(one).visibility === "hidden";
  const fine = unseen || one.closest(exempt) || (innerWidth < from && one.closest(drawing)) ||
    (box.height >= 43.5 && box.width >= 43.5);
  return fine ? [] : [`${one.outerHTML.slice(0, 90)} ${box.width} x ${box.height}`];
})"""
ASK = """only => axe.run(document, {resultTypes: ["violations"], ...(only.length ? {runOnly: only} : {})})
  .then(({violations}) => violations.map(({id, nodes}) => `${id}: ${nodes[0].html.slice(0, 200)}`))"""


def faults(page: Page, *only: str) -> list[str]:
    """What axe finds on this page as it stands: each rule that it breaks, with the first place.

    `only` names rules or kinds of rules (`wcag2aa`, `color-contrast`); without it every rule is asked.
    """
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(Axe().axe_script)
    found: list[str] = page.evaluate(ASK, list(only))
    return found


def overruns(page: Page) -> Iterator[str]:
    """The sizes, and the enlargement, at which this page is wider than its screen."""
    for size, (width, height) in {**SIZES, "enlarged": (512, 384)}.items():
        page.set_viewport_size({"width": width, "height": height})
        if (over := page.evaluate("document.documentElement.scrollWidth - innerWidth")) > 0:
            yield f"{size}: {over} px run out of the page"


def faults_everywhere(page: Page) -> Iterator[str]:
    """Where this page runs out, and what axe finds where it is widest and narrowest: all rules by day, by
    night the one that colours can break.
    """
    yield from overruns(page)
    for size in AXED:
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        for scheme, rules in SCHEMES.items():
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            yield from (f"{scheme}, {size}: {fault}" for fault in faults(page, *rules))


@dataclass(frozen=True)
class Fingers:
    """Which controls of a page fingers tap, which of them stand in running text, and the drawing that has
    buttons beside it on a page narrower than `drawn_from`.
    """

    controls: str
    in_text: str
    drawing: str
    drawn_from: int

    def small(self, page: Page) -> Iterator[str]:
        """What is less than 44 px high or wide at one of the sizes."""
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            asked = [self.controls, self.in_text, self.drawing, self.drawn_from]
            small: list[str] = page.evaluate(SMALL, asked)
            yield from (f"{size}: {each}" for each in small)
