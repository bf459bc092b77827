"""A house in which every name that people give is Hebrew, and a reader of its pages."""

import json
import re
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import cycle
from urllib.parse import urljoin, urlsplit

from django.test import Client
from django.urls import resolve
from lxml import html

from campaigns.designer import latest
from campaigns.models import Binder, BinderVersion, Campaign
from campaigns.opening import keep_table
from companion import shelf
from companion.engine.own import Kind
from companion.engine.wire import Json
from companion.tables import play, seating
from companion.tables.devices import COOKIE, HOUSE, new_secret
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Seat
from companion.workshop.keeping import latest as cards_of
from companion.workshop.keeping import save
from companion.workshop.models import CardSet

PEOPLE = ("עדה", "בן", "כליל", "דינה")
HEBREW = re.compile("[\u0590-\u05ff]")
SET_APART = re.compile("\u2068[^\u2068\u2069]*\u2069")
CODE = re.compile("[A-Z0-9]{6}")
MAKER = re.compile(r"(?<=/preflight/).+")
READ_OUT = ("title", "alt", "placeholder", "aria-label", "label")
NAMED = ("name", "title")
SILENT = ("script", "style")
ELSEWHERE = re.compile(r"/(static|api|rules|desk)/|.*\.\w+$|.*/thumbnail$|.*/picture$")
"""Files, pictures, and rooms in which nobody gives a name."""
ROOMS = (
    "hand/",
    "tv/",
    "film/",
    "log/",
    "log/drawer/",
    "lobby/",
    "seats/",
    "programs/",
    "host/",
    "delete/",
    "gone/",
)
LINES = 24


class Foreigners:
    """One browser that hosts everything: a table of each game, a campaign, a series, a binder, own sets."""

    def __init__(self, words: Sequence[str] = ("שם",), people: Sequence[str] = PEOPLE) -> None:
        self.browser, self.words, self.people = Client(), cycle(words), people
        self.starts = ["/", "/campaigns/", "/workshop/", "/print/"]
        binder = self._binder()
        for slug, game in shelf.games().items():
            if game.demo is not None:
                self._table(slug, binder if game.campaign else {})
            if game.workshop is not None:
                self._set(slug, game.workshop.kinds)
        self._season()

    def _binder(self) -> dict[str, Json]:
        self.browser.post("/campaigns/binders/new/", {"system": "parabellum", "starter": "1"})
        self.secret = self.browser.cookies[COOKIE].value
        binder = Binder.objects.get()
        Binder.objects.update(title="קלסר")
        version = latest(binder)
        content = self._renamed(version.content)
        BinderVersion.objects.filter(pk=version.pk).update(text=json.dumps(content), note="הערה")
        return {"binder": content}

    def _table(self, slug: str, more: dict[str, Json]) -> None:
        game = shelf.game(slug)
        assert game.demo is not None
        setup, actions = game.demo()
        table = open_table(Opening(system=slug, title="שולחן 7", kind="seated", setup={**setup, **more}))
        seating.host(table, self.secret, "הטלפון")
        for seat, name in zip(Seat.objects.filter(table=table), self.people, strict=False):
            own = self.secret if name == self.people[0] else new_secret()
            seating.sit(table, own, seat.chair, "הטלפון", name)
        for number, action in enumerate(actions[:LINES]):
            table.refresh_from_db()
            play.act(table, HOUSE, action, table.version, f"line-{number}")
        rooms = ("", *ROOMS, "correct/3/", "branch/")
        self.starts += [f"/t/{table.code}/{room}" for room in rooms] + [f"/join/{table.code}/"]
        if game.campaign:
            keep_table(table, self.secret, "הטלפון")
            table.refresh_from_db()
            named = {"seen": table.version, "name": next(self.words), "note": "ליד הנהר"}
            assert self.browser.post(f"/campaigns/{table.code}/roster/u8/name/", named).status_code < 400

    def _set(self, slug: str, kinds: Sequence[Kind]) -> None:
        told = {"system": slug, "base": "", "start": "copy", "title": "קופסה"}
        workshop = shelf.game(slug).workshop
        assert workshop is not None
        for base in list(workshop.bases)[:1]:
            self.browser.post("/workshop/new/", told | {"base": base})
        cards = CardSet.objects.get(system=slug)
        rows = {kind.key: self._renamed(cards_of(cards).rows[kind.key]) for kind in kinds}
        save(cards, rows, "הטלפון")

    def _season(self) -> None:
        self.browser.post("/campaigns/series/scarper/", {"title": "עונה"})
        at = f"/campaigns/{Campaign.objects.get(title='עונה').code}/season/play/"
        for day in ("2026-01-05", "2026-01-12"):
            rows = {"player.0": self.people[0], "points.0": "4", "player.1": self.people[1], "points.1": "2"}
            told = {"date": day, "title": "ערב", "came": "עדה", "notes": "ליד האש."}
            assert self.browser.post(at, told | rows).status_code == 302

    def _renamed(self, told: Json) -> Json:
        """The same with a foreign word before every name and title that is written out in it."""
        if isinstance(told, dict):
            return {
                key: f"{next(self.words)} {value}"
                if key in NAMED and isinstance(value, str)
                else self._renamed(value)
                for key, value in told.items()
            }
        return [self._renamed(each) for each in told] if isinstance(told, list) else told

    def pages(self) -> Iterator[tuple[str, str, str]]:
        """Every page that a link leads to: one of each kind; its kind, address and text."""
        waiting, seen, kinds = deque(self.starts), set(self.starts), set[str]()
        while waiting:
            there = waiting.popleft()
            kind = _kind(there)
            if kind in kinds:
                continue
            kinds.add(kind)
            answer = self.browser.get(there, follow=True)
            if answer.status_code == 204:  # nothing has changed: there is no page
                continue
            if not answer.headers.get("Content-Type", "").startswith("text/html"):
                continue
            yield kind, there, answer.text
            for link in _links(there, answer.text):
                if link not in seen:
                    seen.add(link)
                    waiting.append(link)


def bare(page: str) -> list[str]:
    """What stands on a page with Hebrew letters that are not set apart from the words around them."""
    root = html.fromstring(page)
    found = [
        text
        for node in root.iter()
        if isinstance(node.tag, str) and node.tag not in SILENT
        for text in (node.text, *(child.tail for child in node))
        if text and HEBREW.search(text) and not apart(node)
    ]
    found += [node.get(name) for node in root.iter() if isinstance(node.tag, str) for name in READ_OUT]
    return [" ".join(text.split()) for text in found if text and HEBREW.search(outside(text))]


def outside(text: str) -> str:
    """A text without what is set apart in it, however deep."""
    return text if (less := SET_APART.sub("", text)) == text else outside(less)


def apart(node: html.HtmlElement) -> bool:
    """Whether a text runs in its own direction here."""
    around = [node, *node.iterancestors()]
    return any(
        each.tag in {"bdi", "textarea"} or each.get("dir") == "auto" or each.get("direction")
        for each in around
    )


def _kind(there: str) -> str:
    """Which page of what it is, and with which word asked for; where nobody gave a name, of one maker."""
    parts = urlsplit(there)
    code = CODE.search(parts.path)
    where = code[0] if code else parts.path if parts.query else MAKER.sub("", parts.path)
    return f"{resolve(parts.path).view_name} {where} {parts.query.partition('=')[0]}"


def _links(there: str, page: str) -> Iterator[str]:
    for node in html.fromstring(page).iter("a", "form", "div", "button", "section"):
        for name in ("href", "hx-get", "data-src"):
            link = urlsplit(urljoin(there, node.get(name) or "#"))
            if node.get(name) and not link.netloc and not ELSEWHERE.match(link.path):
                yield link.path + (f"?{link.query}" if link.query else "")
