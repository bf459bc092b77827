"""A setup binder before a browser: its pages' forms filled as people fill them, without a script."""

import json
import re
from dataclasses import dataclass
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from django.test import Client

from campaigns.designer import latest
from campaigns.models import Binder, BinderVersion
from companion import shelf


@dataclass
class Workbench:
    """One device at one binder."""

    browser: Client
    code: str

    @property
    def base(self) -> str:
        return f"/campaigns/binders/{self.code}/"

    @property
    def binder(self) -> Binder:
        return Binder.objects.get(code=self.code)

    @property
    def latest(self) -> BinderVersion:
        return latest(self.binder)

    @property
    def content(self) -> Any:
        return self.latest.content

    def open(self, place: str = "") -> str:
        answer = self.browser.get(self.base + place)
        assert answer.status_code == 200, (place, answer.status_code)
        return answer.content.decode()

    def form(self, place: str) -> dict[str, list[str]]:
        """What the big form of a page would send as it stands."""
        return filled(self.open(place))

    def keep(self, place: str, **changes: Any) -> Any:
        """Change fields of a page's form and send it; a change to None leaves the field out."""
        return self.send(place, self.form(place), changes)

    def send(self, place: str, form: dict[str, list[str]], changes: dict[str, Any]) -> Any:
        sent = form | {key: value if isinstance(value, list) else [value] for key, value in changes.items()}
        return self.browser.post(
            self.base + place, {key: value for key, value in sent.items() if value != [None]}
        )

    def change(self, do: str, at: str, **more: str) -> Any:
        seen = str(self.latest.number)
        return self.browser.post(f"{self.base}change/", {"do": do, "at": at, "seen": seen, **more})


def begun(browser: Client) -> Workbench:
    """A copy of the starter campaign."""
    answer = browser.post("/campaigns/binders/new/", {"system": "parabellum", "starter": "1"})
    assert answer.status_code == 302, answer.content[:500]
    return Workbench(browser, answer.headers["Location"].rstrip("/").rsplit("/", 1)[1])


class _Controls(HTMLParser):
    """The controls of the form marked data-entry."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.sent: dict[str, list[str]] = {}
        self.inside = False
        self.select = self.area = ""
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        if tag == "form":
            self.inside = "data-entry" in given
        if not self.inside:
            return
        if tag == "input" and given.get("name"):
            if given.get("type") not in ("radio", "checkbox") or "checked" in given:
                self.sent.setdefault(given["name"], []).append(given.get("value", "on"))
        elif tag == "select":
            self.select = given["name"]
            self.sent.setdefault(self.select, [""])
        elif tag == "option" and self.select and "selected" in given:
            self.sent[self.select] = [given.get("value", "")]
        elif tag == "textarea":
            self.area, self.text = given["name"], ""

    def handle_data(self, data: str) -> None:
        if self.area:
            self.text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea" and self.area:
            # A browser drops the line end that follows the tag.
            self.sent.setdefault(self.area, []).append(self.text.removeprefix("\n"))
            self.area = ""
        elif tag == "select":
            self.select = ""
        elif tag == "form":
            self.inside = False


def filled(page: str) -> dict[str, list[str]]:
    """What the big form of a page would send as it stands."""
    controls = _Controls()
    controls.feed(page)
    assert controls.sent, "the page has no form of an entry"
    return controls.sent


def words(page: str) -> str:
    """What a page says, its marks taken off."""
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)))


HERE = Path(__file__).parent

RECORDING = json.loads((HERE / "war.json").read_text("utf-8"))

BRANCH = json.loads((HERE / "other_war.json").read_text("utf-8"))


def numbered(actions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same lines, their cards dealt the numbers that the recording goes on with (R63)."""
    game, rows = shelf.game("parabellum"), []
    state = game.open(RECORDING["setup"]).state
    for action in actions:
        types = [item["unit"] for item in action.get("items", []) for _ in range(item["quantity"])]
        deal = {f"u{state.next_unit + n}": each for n, each in enumerate(types)}
        rows.append({**action, "deal": deal} if deal else action)
        state = game.apply(state, rows[-1]).state
    return rows
