"""A walk through the whole house: every page to which a link leads, one of each kind, with its first view."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.urls import Resolver404, resolve
from playwright.sync_api import BrowserContext, Page

from companion import shelf
from tests.accessible import faults_everywhere

FIRST_VIEWS = {
    "tablet": (1024, 768), "desk": (1440, 900), "upright": (768, 1024), "phone": (390, 844),
    "small phone": (360, 740), "television": (1920, 1080),
}  # fmt: skip

LINK = re.compile(r"""<(?:a|form)\b[^>]*?\b(?:href|action)="([^"#]+)""")

ROOMS = ("/", "/all/", "/archive/", "/campaigns/", "/desk/", "/rules/", "/print/", "/workshop/", "/about/")

SEEN = """async () => {
  await document.fonts.ready;
  const size = (one) => one.getBoundingClientRect().height;
  const view = (one) => one.checkVisibility({visibilityProperty: true}) && size(one) > 1;
  const below = (one) => Math.round(one.getBoundingClientRect().bottom - innerHeight);
  const said = (one) => one.textContent.trim().replace(/\\s+/g, " ").slice(0, 40) || one.name || one.id;
  const main = document.querySelector("main") ?? document.body, found = [];
  const out = () => document.documentElement.scrollWidth - innerWidth;
  const settled = () => new Promise((then) => setTimeout(then, 50));
  for (let tries = 0; out() > 0 && tries < 20; tries++) await settled();
  const aside = out();
  if (aside > 0) found.push(`${aside} px run out of the page`);
  const deeds = [...document.querySelectorAll("[data-main], #main-deed, main .button--main")].filter(view);
  const deed = deeds.find((one) => below(one) <= 0) ?? deeds[0];
  const asked = innerWidth === 390 || (innerWidth >= 960 && innerWidth > innerHeight);
  if (asked && deed && below(deed) > 0)
    found.push(`the deed “${said(deed)}” lies ${below(deed)} px under it`);
  if (asked && !deed && innerWidth > 390) for (const form of main.querySelectorAll("form")) {
    const first = [...form.elements].find((one) => one.type !== "hidden" && view(one));
    if (!first || form.closest("details, [popover], dialog")) continue;
    if (below(first) > 0) found.push(`the form of “${said(first)}” begins ${below(first)} px under it`);
    break;
  }
  return found;
}"""


@dataclass(frozen=True)
class Walk:
    """A device's walk, once it has come in: it sits at every table, and makes things of its own."""

    url: str
    page: Page
    games: dict[str, str] = field(default_factory=dict)

    @property
    def device(self) -> BrowserContext:
        """Who walks."""
        return self.page.context

    def come_in(self) -> None:
        """Sit down where a game lies open, come into each campaign, begin a binder, a set and a printer."""
        for slug in shelf.slugs():
            self._to(f"/games/{slug}/", 'form[action$="/look/"] button')
            code = urlsplit(self.page.url).path.split("/")[2]
            self.games[code] = slug
            self._to(f"/join/{code}/", '[value="sit"]', player="Ada")
        self.page.goto(f"{self.url}/campaigns/")
        doors = self.page.locator('a[href$="/join/"]').evaluate_all("all => all.map(({href}) => href)")
        for door in dict.fromkeys(doors):
            code = urlsplit(door).path.split("/")[2]
            if 'value="sit"' in self.device.request.get(f"{self.url}/join/{code}/").text():
                self._to(f"/join/{code}/", '[value="sit"]', player="Ada")
            self._to(door.removeprefix(self.url), "main form:last-of-type button")
            dress = (self.page.locator("body").get_attribute("class") or "").split()
            self.games[code] = next((slug for slug in shelf.slugs() if f"game--{slug}" in dress), "")
        self._to("/campaigns/binders/", '[name="starter"]')
        self._to("/workshop/", '[value="copy"] >> nth=0', title="Own")
        self._to("/print/printers/", "main form .button--main", name="Laser")

    def _to(self, address: str, button: str, **typed: str) -> None:
        self.page.goto(self.url + address)
        for name, words in typed.items():
            self.page.locator(f'[name="{name}"]').first.fill(words)
        with self.page.expect_navigation():
            self.page.locator(button).last.click()

    def pages(self) -> Iterator[tuple[str, str]]:
        """Each kind of page once a game, and the address at which it is opened."""
        known: set[str] = set()
        asked, waiting = set(ROOMS), list(ROOMS)
        while waiting:
            address = waiting.pop(0)
            if not (kind := self._kind(address)) or kind in known:
                continue
            known.add(kind)
            answer = self.device.request.get(self.url + address, max_redirects=0)
            is_page = answer.ok and answer.headers.get("content-type", "").startswith("text/html")
            links = LINK.findall(answer.text()) if is_page else [answer.headers.get("location", "")]
            if is_page:
                yield kind, address
            for link in links:
                to = urljoin(answer.url, unescape(link))
                if to.startswith(self.url + "/") and (to := to.removeprefix(self.url)) not in asked:
                    asked.add(to)
                    waiting.append(to)

    def faults(self, address: str, *, checked: bool) -> Iterator[str]:
        """What is wrong with a page at any size; `checked` is whether axe is asked as well."""
        # Pictures that are drawn for the first time come when they come: their places are kept.
        self.page.goto(self.url + address, wait_until="domcontentloaded")
        for size, (width, height) in FIRST_VIEWS.items():
            self.page.set_viewport_size({"width": width, "height": height})
            found: list[str] = self.page.evaluate(SEEN)
            yield from (f"{size}: {fault}" for fault in found)
        if checked:
            yield from faults_everywhere(self.page)
            self.page.emulate_media(color_scheme="light")

    def _kind(self, address: str) -> str:
        """What kind of page stands there, and of which game; empty where it is no page of the house."""
        try:
            match = resolve(urlsplit(address).path)
        except Resolver404:
            return ""
        given: dict[str, Any] = match.kwargs
        games = [self.games.get(each, each) for each in given.values()]
        return " ".join([match.view_name, *(each for each in games if each in shelf.slugs())])


type Point = tuple[float, float]

STEPS = 12

PAUSE = 16  # ms: a frame


class Fingers:
    """The fingers of one hand on a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.wire = page.context.new_cdp_session(page)

    def move(self, *ways: tuple[Point, Point]) -> None:
        """Each finger goes down at the first point of its way, and up at the second."""
        self._send("touchStart", [start for start, _ in ways])
        for step in range(1, STEPS + 1):
            self._send("touchMove", [_between(start, end, step / STEPS) for start, end in ways])
            self.page.wait_for_timeout(PAUSE)
        self._send("touchEnd", [])

    def tap(self, at: Point, times: int = 1) -> None:
        """Down and up, once or twice."""
        for _ in range(times):
            self._send("touchStart", [at])
            self._send("touchEnd", [])

    def _send(self, kind: str, points: list[Point]) -> None:
        touched = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        self.wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})


def _between(start: Point, end: Point, part: float) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def middle(page: Page, selector: str) -> Point:
    """The middle of what is drawn there."""
    box = page.locator(selector).first.bounding_box()
    assert box, selector
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
