"""The tree in a real browser: a tree of five letters a round, long names, every size, day and night."""

import re
from pathlib import Path
from random import Random

from django.conf import settings
from django.template.loader import render_to_string
from playwright.sync_api import Browser, Page, Route

from campaigns.models import Campaign
from campaigns.tree.drawing import MEANT, SIGN, STATUS, WAYS, drawing
from companion.engine.campaign.branches import Choice
from companion.engine.game import Step
from companion.engine.tree import STATUSES, Edge, Node, Tree
from companion.tables.models import Table
from tests.accessible import faults_everywhere

STATIC = Path(__file__).parents[2] / "static"
NAMES = (
    "Ford",
    "The Long Night of the Corran Refinery",
    "WWWWMMMMWWWWMMMMWWWWMMMM",
    "Überschreitung der Donau",
    "渡河作戦、夜明け前の橋頭堡",
)
ESCAPED = """() => [...document.querySelectorAll(".node")].flatMap((node) => {
  const room = node.querySelector(".node__box").getBoundingClientRect();
  const texts = [...node.querySelectorAll("text")].map((text) => text.getBoundingClientRect());
  const out = texts.some((one) => one.left < room.left || one.right > room.right || one.bottom > room.bottom);
  const over = texts.some((one, n) => texts.slice(n + 1).some((other) => one.left < other.right - 1 &&
    other.left < one.right - 1 && one.top < other.bottom - 7 && other.top < one.bottom - 7));
  return out || over ? [node.getAttribute("aria-label")] : [];
})"""
WALKED = """[...document.querySelectorAll("a.node")].map((one) => one.getAttribute("href"))"""


def wild(seed: int) -> Tree:
    """Seven rounds of five letters with ways that skip rounds."""
    random = Random(seed)
    ids = ["1", *(f"{n}{letter}" for n in range(2, 8) for letter in "abcde")]
    nodes = tuple(
        Node(
            each,
            int(each[0]),
            each[1:],
            random.choice(NAMES),
            random.choice(STATUSES),
            "Then the loser chooses",
        )
        for each in ids
    )
    onward = [(a, b) for a in ids for b in ids if a[0] < b[0]]
    ways = sorted(random.sample(onward, 70))
    return Tree(nodes, tuple(Edge(a, b, random.choice(list(WAYS)), "The victor chooses.") for a, b in ways))


def page_of(tree: Tree) -> str:
    """The page as the room renders it."""
    table = Table(code="TABLE2", system="parabellum")
    values = {
        "campaign": Campaign(code="TREES2", title="A wild war", kind="campaign", table=table),
        "drawing": drawing(tree, lambda each: f"/campaigns/TREES2/tree/scenario/{each}/"),
        "choice": Choice("The loser chooses next.", (Step("RULING R53", "The loser chooses."),)),
        "statuses": [(each, STATUS[each], MEANT[each], SIGN[each]) for each in STATUSES],
        "ways": WAYS,
        "own": True,
    }
    return render_to_string("campaigns/tree/tree.html", values)


def opened(browser: Browser, html: str) -> Page:
    def serve(route: Route) -> None:
        path = route.request.url.split("tree.test", 1)[1]
        file = STATIC / path.removeprefix(settings.STATIC_URL).split("?")[0]
        if path == "/":
            route.fulfill(body=html, content_type="text/html; charset=utf-8")
        else:
            route.fulfill(path=file) if file.is_file() else route.fulfill(status=404)

    page = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce").new_page()
    page.route("**/*", serve)
    page.goto("http://tree.test/")
    return page


def test_a_wild_tree_is_read_walked_and_printed(browser: Browser) -> None:
    tree = wild(11)
    page = opened(browser, page_of(tree))
    page.evaluate("document.fonts.ready")
    assert page.evaluate(ESCAPED) == []
    assert list(faults_everywhere(page)) == []
    walked = page.evaluate(WALKED)
    assert walked == [f"/campaigns/TREES2/tree/scenario/{each.id}/" for each in tree.nodes]
    page.locator("a.node").first.focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('href')").endswith("/scenario/2a/")
    sheet = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", sheet)) == 1
    width, height = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", sheet)[0]
    assert (round(float(width) / 72 * 25.4), round(float(height) / 72 * 25.4)) == (420, 297)
    page.context.close()
