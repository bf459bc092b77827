"""Two tables that differ in what Bert must not know: his every page, line, answer and sheet is the same.

Bert is the start player of round 2. Anna and Cleo drew other supply at the end of round 1; then the others
took each another's action card, which nobody has turned over yet.
"""

import json
import re
from typing import Any

import pytest
from django.test import Client

from companion.engine.game import Scene, Sight
from companion.games.verraeter.game import GAME
from companion.games.verraeter.rules.legal import legal
from companion.tables import play, seating
from companion.tables.devices import COOKIE, HOUSE, device, new_secret
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Table
from companion.tables.position import position
from tests.games.verraeter.drawn import ESTATES, PATCHWORK, PICKS, PLAYERS, deed
from tests.twinned import left_alone, plain

ROUND_1 = [
    *(deed("place_estate", who, landscape=n) for who, n in ESTATES),
    deed("choose_site", "bert", site=[4, 5]),
    deed("deal_actions", "anna", removed="farmer"),
    *(deed("pick_action", who, card=card) for who, card in PICKS.items()),
    *(deed("play_supply", who, cards=cards) for who, cards in zip(PLAYERS, ([5], [4], [], [3]), strict=True)),
    {"type": "reveal"},
    deed("build", "dora", op="pass"),
]
LATER = (("cleo", "diplomat_5"), ("dora", "traitor"), ("anna", "master_builder"))
OTHERWISE = (("cleo", "master_builder"), ("dora", "diplomat_5"), ("anna", "traitor"))
PAGES = (
    "",
    "hand/",
    "hand/?seat=anna",
    "tv/",
    "log/",
    "seats/",
    "?do=adjust",
    "?for=cleo",
    "?take=1&cards=3",
)


def table_of(values: list[int], later: tuple[tuple[str, str], ...]) -> tuple[Table, str]:
    """A table at the supply of round 2, and the secret of Bert's device."""
    setup = {"players": PLAYERS, "start_player": "anna", "circle": PATCHWORK}
    table, secret = open_table(Opening(system="verraeter", title="Thursday", setup=setup)), new_secret()
    seating.sit(table, secret, "bert", "Bert's phone", "Bert")
    for action in ROUND_1:
        _act(table, action)
    drawn = iter(values)
    while position(table).state.phase == "refill":
        state = position(table).state
        entry = legal(state)[0]
        cards = [4] if state.active == "bert" else [next(drawn)]
        _act(table, deed("refill", entry["player"], cards=cards[: entry["max_cards"]]))
    _act(table, deed("choose_site", "bert", site=_site(table)))
    _act(table, deed("deal_actions", "bert", removed="farmer"))
    for who, card in (("bert", "strategist"), *later):
        _act(table, deed("pick_action", who, card=card))
    play.undo(table, device(table, secret), table.version - 1, table.version, "bert-asks-to-go-back")
    table.refresh_from_db()
    play.redo(table, device(table, secret), table.version, "bert-takes-it-back")
    table.refresh_from_db()
    return table, secret


def _act(table: Table, action: dict[str, Any]) -> None:
    table.refresh_from_db()
    play.act(table, HOUSE, action, table.version, f"line-{table.version}")
    table.refresh_from_db()


def _site(table: Table) -> list[int]:
    sites: list[list[int]] = legal(position(table).state)[0]["sites"]
    return sites[0]


def everything(table: Table, secret: str) -> list[str]:
    """All that a device gets to see of a table: pages whole and in part, and what a program is told."""
    browser, headers = Client(), {"Authorization": f"Bearer {secret}"}
    browser.cookies[COOKIE] = secret
    texts = [
        browser.get(f"/t/{table.code}/{page}", headers=part, follow=True).content.decode()
        for page in PAGES
        for part in ({}, {"HX-Request": "true"})
    ]
    home = f"/api/tables/{table.code}"
    texts += [
        browser.get(home + path, headers=headers).content.decode() for path in ("", "/journal", "/requests")
    ]
    bad = {
        "action": {"type": "pick_action", "player": "bert", "card": "traitor"},
        "seen": table.version,
        "key": "s",
    }
    texts.append(
        browser.post(
            f"{home}/actions", json.dumps(bad), content_type="application/json", headers=headers
        ).content.decode()
    )
    said = "\n".join(texts).replace(table.code, "CODE")
    return plain(re.sub(r"<svg[^>]*segno.*?</svg>", "QR", said, flags=re.DOTALL))


@pytest.fixture
def tables(transactional_db: None) -> list[tuple[Table, str]]:
    return [table_of([2, 2, 2], LATER), table_of([8, 6, 3], OTHERWISE)]


def test_bert_and_a_stranger_find_no_secret_of_the_others_anywhere(tables: list[tuple[Table, str]]) -> None:
    one, two = (position(table).state for table, _ in tables)
    assert one.phase == two.phase == "supply"
    assert [player.hand for player in one.players] != [player.hand for player in two.players]
    assert [player.pick for player in one.players] != [player.pick for player in two.players]
    left_alone(tables[0][0])
    first, second = (everything(table, secret) for table, secret in tables)
    assert first == second
    assert _joined(tables[0][0], "watch") == _joined(tables[1][0], "watch")
    # The comparison can fail: Anna's own pages tell her pick and her draw.
    assert _joined(tables[0][0], "anna") != _joined(tables[1][0], "anna")


def _joined(table: Table, seat: str) -> list[str]:
    """What somebody new finds who takes that seat, or only watches."""
    secret = new_secret()
    if seat == "watch":
        seating.watch(table, secret, "The wall")
    else:
        seating.sit(table, secret, seat, "A phone", seat.title())
    return everything(table, secret)


def test_no_sheet_of_the_print_shop_tells_bert_more(tables: list[tuple[Table, str]]) -> None:
    bert = Sight(frozenset({"bert"}), frozenset({"bert"}))
    for printable in GAME.printables.values():
        if printable.table == "no":
            continue
        choices = {option.key: option.default for option in printable.options}
        sheets = []
        for table, _ in tables:
            known = position(table)
            scene = Scene(known.state, bert, "hand", {}, known.trail)
            sheets.append(printable.make(choices, GAME.seen(scene)).pdf())
        assert sheets[0] == sheets[1], printable.name
