"""What people do to a page, and a walk through the whole house, one page of each kind."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html import unescape
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.urls import Resolver404, resolve
from playwright.sync_api import BrowserContext, Page

from companion import shelf
from tests.accessible import faults_everywhere
from tests.e2e.people import NAMES

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


type Action = dict[str, Any]


def version(page: Page) -> int:
    """The version that this page shows."""
    return int(page.locator("#table").get_attribute("data-version") or 0)


def wait_for(page: Page, at_least: int) -> None:
    """Until this page shows that version, by the bell alone."""
    page.wait_for_function(
        "least => Number(document.getElementById('table').dataset.version) >= least", arg=at_least
    )


def tap(page: Page, action: Action, other: Page) -> None:
    """Do it on the page; `other` is the opponent's, who may be asked for a word."""
    before = version(page)
    TAPS[action["type"]](page, action)
    if _asks_the_other(action, page, before):
        _answer(other, action)
    wait_for(page, before + 1)


def choose(page: Page, selector: str) -> None:
    """Tap a link that makes a half-made choice, and wait for its picture."""
    page.evaluate(
        "() => { window.drawn = false;"
        " document.addEventListener('htmx:after:swap', () => { window.drawn = true; }, { once: true }); }"
    )
    page.locator(selector).first.click()
    page.wait_for_function("() => window.drawn && !document.querySelector('#table a[aria-busy]')")


def press(page: Page, name: str | re.Pattern[str], inside: str = "#ask") -> None:
    """Press a button by its words; what stands under them may follow."""
    page.locator(inside).get_by_role("button", name=name).first.click()


def _missions(page: Page, action: Action) -> None:
    for mission in action["keep"]:
        page.locator(f'input[name="a.keep[]"][value="{mission}"]').check()
    press(page, "Keep the ticked missions")


def _first(page: Page, action: Action) -> None:
    press(page, f"{NAMES[action['first']]} goes first")


def _dig(page: Page, action: Action) -> None:
    choose(page, '#ask a[href="?do=dig"]')
    for placed in action["placements"]:
        for _ in range(placed["count"]):
            _space(page, placed)
    page.locator("#main-deed").click()


def _space(page: Page, placed: Action) -> None:
    choose(page, f"#space-{placed['battlefield']}-{placed['space']}")


def _card(page: Page, action: Action) -> None:
    choose(page, f'#ask a[href="?card={action["card"]}"]')
    words = {"before": "event first", "after": re.compile(r"points? first")}
    if action["mode"] == "event":
        press(page, "Play the event no points")
    else:
        press(page, words[action["event_order"]] if "event_order" in action else "Take ")


def _event(page: Page, action: Action) -> None:
    for n, choice in enumerate(action["choices"]):
        for placed in _placed(choice):
            for _ in range(placed["count"]):
                _space(page, placed)
        if choice and "battlefield" in choice and not _stands(page, f"e{n}-{choice['battlefield']}"):
            choose(page, f"#track-{choice['battlefield']}")
        if choice and "rolls" in choice:
            _dice(page, f"a.choices.{n}.rolls", choice["rolls"])
        for card in (choice or {}).get("cards", ()):
            box = page.locator(f'#ask input[name="a.choices.{n}.cards[]"][value="{card}"]')
            if box.count():
                box.check()
    page.locator("#main-deed").click()


def _stands(page: Page, choice: str) -> bool:
    """Whether a place is chosen already, being the only one."""
    return page.locator(f"#choice-{choice}[aria-current]").count() > 0


def _placed(choice: Action | None) -> list[Action]:
    placed: list[Action] = (choice or {}).get("placements") or (choice or {}).get("removals") or []
    return placed


def _dice(page: Page, name: str, rolls: dict[str, int]) -> None:
    for die, face in rolls.items():
        page.locator(f'input[name="{name}.{die}"][value="{face}"]').check(force=True)


def _spend(page: Page, action: Action) -> None:
    track = {"publish_propaganda": "propaganda", "invest_economy": "economy"}[action["type"]]
    choose(page, f"#strip-{track}")
    _points(page, action)


def _push(page: Page, action: Action) -> None:
    choose(page, f"#track-{action['battlefield']}")
    choose(page, "#choice-push")
    _points(page, action)


def _points(page: Page, action: Action) -> None:
    chosen = page.locator(f"#choice-points-{action['points']}")
    if chosen.get_attribute("aria-current") is None:
        choose(page, f"#choice-points-{action['points']}")
    page.locator("#main-deed").click()


def _charge(page: Page, action: Action) -> None:
    choose(page, f"#track-{action['battlefield']}")
    choose(page, "#choice-charge")
    _dice(page, "a.rolls", action["rolls"])
    page.locator("#main-deed").click()


def _assault(page: Page, action: Action) -> None:
    choose(page, f"#track-{action['battlefield']}")
    choose(page, "#choice-assault")
    _dice(page, "a.rolls", action["rolls"])
    page.locator("#main-deed").click()


def _end(page: Page, action: Action) -> None:
    page.locator("#ask").get_by_role("button", name="End the round").click()


def _reveal(page: Page, action: Action) -> None:
    press(page, "Reveal the missions")


def _score(page: Page, action: Action) -> None:
    at_once = page.locator("#ask").get_by_role("button", name="All at once")
    if at_once.count():
        at_once.click()
    page.locator("#ask").get_by_role("button", name="Move the marker").click()


def _asks_the_other(action: Action, page: Page, before: int) -> bool:
    """Whether the opponent's cards are in this event, and the table waits for its word."""
    if not any((choice or {}).get("cards") for choice in action.get("choices", ())):
        return False
    page.wait_for_function(
        "before => document.querySelector('#waiting section')"
        " || Number(document.getElementById('table').dataset.version) > before",
        arg=before,
    )
    return page.locator("#waiting section").count() > 0


def _answer(page: Page, action: Action) -> None:
    page.wait_for_selector('#ask input[name="a.cards[]"]')
    for choice in action["choices"]:
        for card in (choice or {}).get("cards", ()):
            page.locator(f'#ask input[name="a.cards[]"][value="{card}"]').check()
    press(page, "Discard")


TAPS: dict[str, Callable[[Page, Action], None]] = {
    "choose_missions": _missions,
    "choose_first": _first,
    "build_trenches": _dig,
    "play_card": _card,
    "resolve_event": _event,
    "publish_propaganda": _spend,
    "invest_economy": _spend,
    "steady_push": _push,
    "frontal_charge": _charge,
    "concentrated_assault": _assault,
    "end_commands": _end,
    "reveal_missions": _reveal,
    "score_year": _score,
}


# A narrow glass covers what the house sent open by itself, and says so first.
SETTLED = """() => !document.querySelector(".s-cover--open:not([data-seconds])")
  || /companion_open=yes/.test(document.cookie)
  || (innerWidth >= 600 && !/companion_open=no/.test(document.cookie))"""


def uncover(page: Page) -> None:
    """One's own stays open, where it lies covered."""
    page.wait_for_selector("#table")
    page.wait_for_load_state()
    page.wait_for_function(SETTLED)
    again = page.locator(".s-again:visible")
    if page.locator(".s-cover--open[data-seconds]:not([data-shared])").count() and again.count():
        again.first.click()
    shut = '.s-cover:not(.s-cover--open) #ring[value="open"]'
    keep = page.locator(f'.s-cover__keep [value="open"], {shut}')
    if keep.count() and keep.is_visible():
        keep.click()
        page.wait_for_selector(".s-cover--open", state="attached")
