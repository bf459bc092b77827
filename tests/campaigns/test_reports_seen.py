"""Reports and rosters in a real browser, at every size, by day and by night."""

import json
import re
from datetime import date
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from playwright.sync_api import Browser, Page, Route

from campaigns.chronicle import Chronicle, Lines, Passage
from campaigns.door import Visitor
from campaigns.models import Campaign, Evening
from campaigns.reports import pages
from campaigns.reports.report import annals_of
from campaigns.reports.room import Room
from campaigns.roster.views import life, sifted
from companion import shelf
from companion.engine.game import Sight
from companion.tables.devices import Device
from companion.tables.models import Table
from tests.accessible import faults_everywhere

STATIC = Path(__file__).parents[2] / "static"
WAR = json.loads(Path(__file__).with_name("war.json").read_text("utf-8"))


def reader() -> Room:
    """Bob in the first scenario, without a database: the driver's loop lets Django near none."""
    game: Any = shelf.game("parabellum")
    campaign = Campaign(code="WARWAR", system="parabellum", kind="campaign", title="The Long War")
    evening = Evening(pk=1, campaign=campaign, number=1, date=date(2026, 9, 3), came=["Alice"], notes="Rain.")
    state = game.open(game.shuffle(WAR["setup"], Random(1))).state
    passages = [Passage(1, WAR["setup"], None, state, evening)]
    for number, action in enumerate(WAR["actions"][:145], 2):
        after = game.apply(state, action).state
        passages.append(Passage(number, action, state, after, evening))
        state = after
    table = campaign.table = Table(code="TABLES", system="parabellum")
    known: Any = SimpleNamespace(game=game, state=state, version=len(passages), is_whole=True, past=())
    lines = Lines(known, [evening], {})
    vars(lines)["passages"] = passages
    told = Chronicle(campaign, table, known, lines, [evening])
    annals = annals_of(told)
    assert annals is not None
    sees = frozenset({"meridian"})
    who = Visitor(known=True, device=Device(("meridian",), tokens=(1,)), sight=Sight(sees, sees))
    return Room(told, who, annals, sees, public=False)


def rendered() -> dict[str, str]:
    """Every page, as its view renders it."""
    room = reader()
    evening = room.told.evenings[0]
    told = {
        "reports/reports": pages.listing(room),
        "reports/report": pages.of_evening(room, evening),
        "roster/roster": sifted(room, company="", place="", kind=""),
        "roster/unit": life(room, "u2"),
    }
    return {name: render_to_string(f"campaigns/{name}.html", values) for name, values in told.items()}


def opened(browser: Browser, html: str) -> Page:
    def serve(route: Route) -> None:
        path = route.request.url.split("house.test", 1)[1]
        file = STATIC / path.removeprefix(settings.STATIC_URL).split("?")[0]
        if path == "/":
            route.fulfill(body=html, content_type="text/html; charset=utf-8")
        else:
            route.fulfill(path=file) if file.is_file() else route.fulfill(status=404)

    page = browser.new_context(viewport={"width": 1024, "height": 768}, reduced_motion="reduce").new_page()
    page.route("**/*", serve)
    page.goto("http://house.test/")
    return page


@pytest.mark.thorough
def test_every_page_of_reports_and_rosters_is_for_everyone(browser: Browser) -> None:
    for name, html in rendered().items():
        page = opened(browser, html)
        page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true })")
        assert [(name, fault) for fault in faults_everywhere(page)] == []
        if name == "reports/report":
            page.locator("a.told").first.focus()
            page.keyboard.press("Tab")
            walked = page.evaluate("document.activeElement.getAttribute('href')")
            assert re.search(r"/log/\?before=\d+#line-\d+$", walked)
        page.context.close()
