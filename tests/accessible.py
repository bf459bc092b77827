"""The axe checker: put into a page once, asked again for each size and scheme of it."""

from collections.abc import Iterator

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

SIZES = {"tablet": (1024, 768), "upright": (768, 1024), "phone": (390, 844)}
SCHEMES = {
    "light": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "dark": ["color-contrast"],
}
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


def faults_everywhere(page: Page) -> Iterator[str]:
    """What axe finds on this page at every size, and whether it fits: all rules by day, by night
    the one that colours can break.
    """
    for scheme, rules in SCHEMES.items():
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                yield f"{scheme}, {size}: it runs out of the page"
            yield from (f"{scheme}, {size}: {fault}" for fault in faults(page, *rules))
