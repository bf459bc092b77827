"""Two tables that differ in what North must not know: its every page, line, refusal and sheet is the same.

South bought and mustered other cards of the same classes, other ammunition, other cargo; it fights over them,
and North is about to attack. Lines were undone and brought back, and North asks what a correction would do.
"""

import json
import re
from typing import Any

import pytest
from django.test import Client

from companion.engine.game import Scene, Sight
from companion.games.parabellum.game import GAME
from companion.tables import play
from companion.tables.codes import new_secret
from companion.tables.devices import COOKIE, HOUSE, device
from companion.tables.house import Opening, open_table
from companion.tables.models import Table
from companion.tables.position import position
from companion.tables.seating import seats
from tests.games.parabellum.opened import N, S, deed, played
from tests.games.parabellum.yard import setup
from tests.twinned import left_alone, plain

WHOLE = ("", "hand/", "hand/?seat=south", "tv/", "log/", "seats/")
PARTS = (
    "?do=adjust",
    "?do=objectives",
    "?unit=u1",
    "?unit=u2",
    "?unit=u1&do=attack&at=u2&dice=1&x0A.3=4",
    "?unit=u3",
)


def table_of(*truth: Any) -> tuple[Table, str]:
    """A table at North's attack, and the secret of North's device."""
    table, secret = open_table(Opening(system="parabellum", title="Thursday", setup=setup())), new_secret()
    seats.sit(table, secret, N, "North's phone", "Ada")
    for action in played(*truth):
        table.refresh_from_db()
        play.act(table, HOUSE, action, table.version, f"line-{table.version}")
    table.refresh_from_db()
    north = device(table, secret)
    play.undo(table, north, table.version - 1, table.version, "back")
    table.refresh_from_db()
    play.redo(table, north, table.version, "forth")
    table.refresh_from_db()
    return table, secret


def guesses() -> list[dict[str, Any]]:
    """What North may try, to hear what is refused: dice that fit neither truth, and reaching too far."""
    attack = deed("attack", N, unit="u1", target="u2", counter=False)
    fire = {"attack": [8, 8, 8, 8], "defense": [1]}
    back = {"counter_attack": [1] * 9, "counter_defense": [1] * 4}
    return [
        {**attack, "rolls": fire},
        {**attack, "rolls": {**fire, "defense": [1] * 9}},
        {**attack, "counter": True, "rolls": {**fire, **back}},
        {**attack, "target": "u9", "rolls": fire},
        deed("recon", N, unit="u1", target="u2"),
        deed("scrap", N, unit="u3"),
        deed("adjust", S, reason="to see", credits=-5000),
        deed("transfer", N, **{"from": "u3", "to": "u1", "fuel": 9, "ammunition": 9}),
    ]


def everything(table: Table, secret: str) -> list[str]:
    """All that a device gets to see of a table: pages whole and in part, and what a program is told."""
    browser, headers = Client(), {"Authorization": f"Bearer {secret}"}
    browser.cookies[COOKIE] = secret
    whole = [(page, {}) for page in WHOLE]
    texts = [
        browser.get(f"/t/{table.code}/{page}", headers=part, follow=True).content.decode()
        for page, part in [*whole, *((page, {"HX-Request": "true"}) for page in PARTS)]
    ]
    home = f"/api/tables/{table.code}"
    texts += [
        browser.get(home + path, headers=headers).content.decode() for path in ("", "/journal", "/requests")
    ]
    moved = {"to": table.version - 5, "action": deed("move", N, unit="u1", path=["c1"], position="c")}
    bodies = [("/actions", {"action": each}) for each in guesses()]
    for path, body in [*bodies, ("/amend/preview", moved), ("/amend", moved), ("/undo", {"to": 9})]:
        sent = json.dumps({**body, "seen": table.version, "key": "s"} if path != "/amend/preview" else body)
        answer = browser.post(home + path, sent, content_type="application/json", headers=headers)
        texts.append(answer.content.decode())
    said = "\n".join(texts).replace(table.code, "CODE")
    return plain(re.sub(r"<svg[^>]*segno.*?</svg>", "QR", said, flags=re.DOTALL))


@pytest.mark.django_db(transaction=True)
def test_north_and_a_stranger_find_no_secret_of_south_on_any_page_or_sheet() -> None:
    tables = [table_of("squad", 1, (2, 0)), table_of("sappers", 3, (1, 1))]
    one, two = (position(table).state for table, _ in tables)
    assert one.phase == two.phase == "direct"
    assert one.units["u2"] != two.units["u2"]
    assert one.units["u3"].cargo != two.units["u3"].cargo
    left_alone(tables[0][0])
    first, second = (everything(table, secret) for table, secret in tables)
    assert first == second
    assert any("foot u2" in line for line in first)
    assert _sheets(tables[0][0]) == _sheets(tables[1][0])
    assert _joined(tables[0][0], "watch") == _joined(tables[1][0], "watch")
    # The comparison can fail: South's own pages tell its cards.
    assert _joined(tables[0][0], S) != _joined(tables[1][0], S)


def _joined(table: Table, seat: str) -> list[str]:
    """What somebody new finds who takes that seat, or only watches."""
    secret = new_secret()
    if seat == "watch":
        seats.watch(table, secret, "The wall")
    else:
        seats.sit(table, secret, seat, "A phone", seat.title())
    return everything(table, secret)


def _sheets(table: Table) -> dict[str, bytes]:
    """Every sheet that North can print of the table."""
    north, known = Sight(frozenset({N}), frozenset({N})), position(table)
    live = Scene(known.state, north, "hand", {}, known.trail)
    sheets = (each for each in GAME.printables.values() if each.table != "no")
    return {
        each.name: each.make({option.key: option.default for option in each.options}, GAME.seen(live)).pdf()
        for each in sheets
    }
