"""Two tables that differ in one seat's secrets, what a device at either sees, what each game brings."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from datetime import timedelta
from html import unescape
from importlib import import_module
from importlib.util import find_spec
from math import isclose
from random import Random
from types import ModuleType
from typing import Any
from urllib.parse import parse_qs, urljoin, urlsplit

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone

from companion import shelf
from companion.engine.game import Game
from companion.tables import bell, play, seating
from companion.tables.devices import COOKIE, HOUSE, device, new_secret
from companion.tables.journal import Word
from companion.tables.live import Place, look, sent
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Block, Entry, Request, Seat, Snapshot, Table, writing_at
from companion.tables.position import forget
from companion.views.print_shop.order import seen_as

CODE = "TW2NED"
"""Both tables bear it, one after the other: what they say may differ in nothing."""
ELSEWHERE = (".pdf", ".svg", ".png", ".json", "/live/", "/bell/")
PAGES = ("", "tv/", "log/", "film/?n=9999", "film/?n=1", "seats/", "branch/")


@dataclass(frozen=True)
class World:
    """One truth: a setup, the lines after it, and a tap that waits for a seat's answer, or
    what a seat has marked under its seal, if any."""

    setup: Any
    lines: list[Any]
    held: Any = None
    marked: tuple[str, Any] = ("", None)


@dataclass(frozen=True)
class Twins:
    """Two truths about `owner` that `looker` cannot tell apart.

    `wrong` are deeds of the owner that both refuse, `guesses` such that one may allow. `fixes` is what to ask
    the preview of a correction, `drafts` half-made choices of the table's page.
    """

    game: Game[Any]
    one: World
    two: World
    owner: str
    looker: str
    wrong: Sequence[Any]
    fixes: Sequence[tuple[int, Any]]
    guesses: Sequence[Any] = ()
    drafts: Sequence[str] = ("?do=adjust",)


@dataclass(frozen=True)
class Person:
    """Somebody at one of the tables, with a device of his own."""

    table: Table
    secret: str

    @property
    def browser(self) -> Client:
        """His browser."""
        browser = Client()
        browser.cookies[COOKIE] = self.secret
        return browser

    def ask(self, path: str, body: Mapping[str, Any] | None = None) -> str:
        """What a program with his token is told."""
        told = {"headers": {"Authorization": f"Bearer {self.secret}"}}
        home, client = f"/api/tables/{CODE}{path}", Client()
        if body is None:
            return text(client.get(home, **told))
        return text(client.post(home, json.dumps(body), content_type="application/json", **told))


def opened(game: Game[Any], world: World, kind: str) -> Table:
    """The table of that world, at its last line. It is played once; whoever asks again gets its rows."""
    Table.objects.filter(code=CODE).update(code=f"G{Table.objects.count():05}")
    told = json.dumps([game.slug, kind, world.setup, world.lines, world.held, world.marked])
    if told not in PLAYED:
        PLAYED[told] = _rows(_played(game, world, kind))
        Table.objects.filter(code=CODE).delete()
    bare, rows = deepcopy(PLAYED[told])
    bare.save_base(raw=True, force_insert=True)
    for row in rows:
        row.table = bare
    for model in PARTS:
        model._base_manager.bulk_create(row for row in rows if type(row) is model)
    # As after a restart: what has not been read yet is no less secret.
    forget(bare)
    return Table.objects.get(pk=bare.pk)


PLAYED: dict[str, tuple[Table, list[Any]]] = {}
PARTS = (Seat, Entry, Snapshot, Block, Request)


def _rows(table: Table) -> tuple[Table, list[Any]]:
    """A table and all that its lines left, to be written down anew."""
    rows = [row for model in PARTS for row in model._base_manager.filter(table=table).order_by("pk")]
    for row in (table, *rows):
        row.pk, row._state.adding = None, True
    return table, rows


def _played(game: Game[Any], world: World, kind: str) -> Table:
    table = open_table(Opening(system=game.slug, title="Thursday", kind=kind, setup=world.setup))
    Table.objects.filter(pk=table.pk).update(code=CODE)
    table = Table.objects.get(pk=table.pk)
    for n, action in enumerate(world.lines):
        play.act(table, HOUSE, action, n + 1, f"line-{n}")
    if world.held is not None:
        play.act(table, HOUSE, world.held, len(world.lines) + 1, "held")
    seat, mark = world.marked
    if seat:
        play.mark(table, HOUSE, Word(seat, (mark,)), len(world.lines) + 1, "marked")
    return Table.objects.get(pk=table.pk)


def sat(table: Table, *chairs: str, host: bool = False, by_word: str = "") -> Person:
    """A device that holds these seats; with none and not the host's it looks on."""
    secret = new_secret()
    if host:
        seating.host(table, secret, "A tablet")
    for chair in chairs:
        seating.sit(table, secret, chair, "A tablet", chair.title())
    if not chairs and not host:
        seating.watch(table, secret, "A wall")
    if by_word:
        seating.play_for(table, device(table, secret), by_word, yes=True)
    return Person(table, secret)


def everybody(table: Table) -> list[str]:
    """Every seat of a table."""
    return [seat.chair for seat in Seat.objects.filter(table=table)]


def heard(twins: Twins, who: Person, deeds: Sequence[Any], links: int = 0) -> dict[str, list[str]]:
    """All that a device finds: pages, answers to programs, refusals, previews; by what was asked.

    So many of the `links` on its pages are followed, others for each pair.
    """
    shown = pages(twins, who)
    asked = shown | linked(twins, who, shown, links) | streamed(twins, who) | told(who)
    said = [*asked.items(), *tried(twins, who, deeds), *taken_back(twins, who)]
    return {name: plain(words) for name, words in said}


def pages(twins: Twins, who: Person) -> dict[str, str]:
    """The rooms that show to all, and those of a correction."""
    own = f"hand/?seat={twins.looker}"
    lines = [f"correct/{to}/{room}" for to, _ in twins.fixes for room in ("", own)]
    lines += [f"film/?n={to - 2}" for to, _ in twins.fixes]
    browser, home = who.browser, f"/t/{CODE}/"
    return {
        page: text(browser.get(home + page, follow=True)) for page in (*PAGES, own, *twins.drafts, *lines)
    }


def linked(twins: Twins, who: Person, shown: Mapping[str, str], many: int) -> dict[str, str]:
    """Some other pages of the table to which these lead, by their place among all that they name."""
    home, found = f"/t/{CODE}/", dict[str, None]()
    for words in shown.values() if many else ():
        for link in re.findall(r'(?:href|hx-get)="([^"#]+)"', words):
            found[urljoin(home, unescape(link))] = None
    known = {home + page for page in shown}
    leads = [each for each in found if each.startswith(home) and each not in known]
    own = [each for each in leads if not each.endswith(ELSEWHERE) and not at_another_seat(each, twins)]
    picked = Random(json.dumps(twins.one.lines)).sample(range(len(own)), min(many, len(own)))
    return {f"link {n}": text(who.browser.get(own[n], follow=True)) for n in picked}


def at_another_seat(address: str, twins: Twins) -> bool:
    """Whether a link leads behind the cover of another seat of the same device, where its secrets may lie."""
    query = parse_qs(urlsplit(address).query)
    return "/hand/" in address and query.get("seat") != [twins.looker]


def wholes(twins: Twins, who: Person) -> dict[str, list[str]]:
    """What is said to who would take all of it along, once its owner sits there too."""
    sat(who.table, twins.owner)
    return {path: plain(who.ask(path)) for path in ("/whole", "/replay")}


def streamed(twins: Twins, who: Person) -> dict[str, str]:
    """The pictures that go down his streams; a game that has no table sends none."""
    table, own = Table.objects.get(code=CODE), {"seat": twins.looker}
    places = [Place(room=room, draft={}, back=f"/t/{CODE}/{room}/", opens="yes") for room in ("table", "tv")]
    places.append(Place(room="hand", draft=own, back=f"/t/{CODE}/hand/?seat={twins.looker}", opens="yes"))
    seen = {place.back: look(table, who.secret, place) for place in places}
    return {f"stream {at}": sent(found).text for at, found in seen.items() if found}


def told(who: Person) -> dict[str, str]:
    """What a program reads."""
    return {f"api{path}": who.ask(path) for path in ("", "/journal", "/requests")}


def tried(twins: Twins, who: Person, deeds: Sequence[Any]) -> Iterator[tuple[str, str]]:
    """What is said to deeds that are not his, on the page and to a program, now and of lines past."""
    version, home = len(twins.one.lines) + 1, f"/t/{CODE}/"
    browser, form = who.browser, {"seen": str(version), "back": home}
    for n, deed in enumerate(deeds):
        said = who.ask("/actions", {"action": deed, "seen": version, "key": f"api-{n}"})
        yield f"act {n} by api", said
        fields = {**form, "action": json.dumps(deed), "key": f"page-{n}"}
        yield f"act {n}", text(browser.post(home + "act/", fields, headers={"HX-Request": "true"}))
    for n, (to, action) in enumerate(twins.fixes):
        yield f"preview {n}", who.ask("/amend/preview", {"to": to, "action": action})
        fields = {"back": f"{home}correct/{to}/"}
        fields |= {"strike": "yes"} if action is None else {"action": json.dumps(action)}
        yield f"correct {n}", text(browser.post(f"{home}correct/{to}/act/", fields, follow=True))


def taken_back(twins: Twins, who: Person) -> Iterator[tuple[str, str]]:
    """What is said to an undo and to what is done with it, and what stands then."""
    version = len(twins.one.lines) + 1
    yield "branch", text(who.browser.post(f"/t/{CODE}/branch/{version}/"))
    yield "undo", who.ask("/undo", {"to": version - 1, "seen": version, "key": "undo"})
    yield "asked", who.ask("/requests")
    yield "redo", who.ask("/redo", {"seen": version + 1, "key": "redo"})
    yield "afterwards", who.ask("/journal")
    yield "the log afterwards", text(who.browser.get(f"/t/{CODE}/log/"))


def sheets(twins: Twins, who: Person) -> dict[str, str]:
    """Every sheet of the table that he can print; seals, which chance alone decides, are made alike."""
    request = RequestFactory().get("/")
    scene = seen_as(request, who.table, device(who.table, who.secret), "").scene
    if getattr(scene.state, "seals", None):
        alike = dict.fromkeys(scene.state.seals, 64 * "0")
        scene = replace(scene, state=replace(scene.state, seals=alike))
    made = {}
    for sheet in twins.game.printables.values():
        if sheet.table != "no":
            choices = {option.key: option.default for option in sheet.options}
            try:
                # All that goes into the file is compared: from the same the same file is made.
                made[f"print {sheet.name}"] = sheet.make(choices, twins.game.seen(scene)).fingerprint()
            except Exception as refused:
                made[f"print {sheet.name}"] = repr(refused)
    return made


def text(response: HttpResponse) -> str:
    """What it says, and how."""
    return f"{response.status_code} {response.content.decode()}"


def left_alone(table: Table) -> None:
    """Whoever sits there gave no sign for a minute, as at a slow house: who is here is no secret."""
    with writing_at(table) as held:
        held.tokens.update(heard_at=timezone.now() - timedelta(minutes=1))
        bell.stir(held)


def plain(said: str) -> list[str]:
    """Without what differs between any two tables: codes, keys, times, numbers of requests, signed choices.

    Seals of hidden things too: they are salted, so that chance alone decides them.
    """
    said = re.sub(r"\b[0-9a-f]{64}\b|\b[0-9A-F]{4} [0-9A-F]{4}\b", "SEAL", said)
    said = re.sub(
        r'name="(key|csrfmiddlewaretoken|request|token|chosen)"\s+value="[^"]*"', r'name="\1"', said
    )
    said = re.sub(r'request-\d+|data-asked="\d+"|"(id|request)": ?\d+', "REQUEST", said)
    said = re.sub(r"/t/[A-Z0-9]{6}/", "/t/CODE/", said)
    said = re.sub(r"/asked/\d+/", "/asked/", said)
    said = re.sub(r"chosen=[\w%:.-]+", "chosen=", said)
    said = re.sub(rf"/t/(?!{CODE})[A-Z0-9]{{6}}/", "/t/BRANCH/", said)
    said = re.sub(r"\d{4}-\d\d-\d\dT[\d:.+Z]*", "TIME", said)
    said = re.sub(r">(\d{1,2} \w+( \d{4})?, )?\d\d:\d\d<", ">TIME<", said)
    said = re.sub(r" dot--on|is here|is away|(?<=>)(here|away)(?=,|<)", "", said)
    said = re.sub(r'data-stir="\d+"', "", said)
    return [line.strip() for line in said.splitlines() if line.strip()]


DEMO = "add starter/demo.json: a setup and its actions"


def keeps(promise: object, slug: str, words: str) -> None:
    """Fail in these words, unless the game keeps that promise."""
    if not promise:
        pytest.fail(f"{slug}: {words}.", pytrace=False)


def demo(slug: str) -> tuple[Any, list[Any]]:
    """The recorded game that is well under way: its setup, and its actions."""
    recorded = shelf.game(slug).demo
    keeps(recorded, slug, f"this game has no demo: {DEMO}")
    assert recorded
    setup, actions = recorded()
    return setup, list(actions)


def played(game: Game[Any], seed: int = 1) -> tuple[Any, list[Any]]:
    """The demo; of a game that has none yet a game that has just been dealt, so that the rest is tried."""
    return demo(game.slug) if game.demo else (game.shuffle({}, Random(seed)), [])


def own_tests(slug: str, name: str, holds: str) -> ModuleType:
    """What a game's own tests hold for those that are everybody's."""
    room = f"tests.games.{slug}"
    there = find_spec(room) is not None and find_spec(f"{room}.{name}") is not None
    keeps(there, slug, f"this game has no {name}: add tests/games/{slug}/{name}.py with {holds}")
    return import_module(f"{room}.{name}")


def cases(slug: str, procedure: str = "") -> Iterator[dict[str, Any]]:
    """Its worked examples, all or those of one procedure; none of a game that has no folder of them yet."""
    for path in sorted((shelf.game(slug).folder / "examples").glob("*.jsonl")):
        for case in map(json.loads, path.read_text("utf-8").splitlines()):
            if procedure in ("", case["procedure"]):
                yield case


def agrees(answer: Any, expected: Any) -> bool:
    """The result to the last key, or the same fault at the same place with a word about it."""
    if "error" not in expected:
        return "result" in answer and same(answer["result"], expected["result"])
    fault = answer.get("error", {})
    alike = {key: fault.get(key) for key in ("code", "path")} == expected["error"]
    return alike and bool(fault["message"])


def same(one: Any, two: Any) -> bool:
    """Equal to the last key; floats to 1e-9; a boolean is no number."""
    if isinstance(one, dict) and isinstance(two, dict):
        return one.keys() == two.keys() and all(same(one[key], two[key]) for key in one)
    if isinstance(one, list) and isinstance(two, list):
        return len(one) == len(two) and all(map(same, one, two))
    if isinstance(one, float) or isinstance(two, float):
        return isclose(one, two, abs_tol=1e-9)
    return type(one) is type(two) and one == two


def found_by(everything: Callable[[Table, str], list[str]], table: Table, seat: str) -> list[str]:
    """What somebody new finds who takes that seat, or only watches."""
    secret = new_secret()
    if seat == "watch":
        seating.watch(table, secret, "The wall")
    else:
        seating.sit(table, secret, seat, "A phone", seat.title())
    return everything(table, secret)
