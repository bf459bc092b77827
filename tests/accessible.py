"""The axe checker: put into a page once, asked again for each size and scheme of it."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

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
