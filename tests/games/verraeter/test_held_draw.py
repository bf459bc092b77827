"""With the surplus laid down after picking up, who has seen his cards cannot take the draw back."""

import pytest

from companion.engine.errors import IllegalAction
from companion.tables import play, pleas, seating
from companion.tables.devices import HOUSE, Device, device, new_secret
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Request, Table
from companion.tables.position import position
from tests.games.verraeter.drawn import ESTATES, PATCHWORK, PLAYERS, deed

PICKS = {"anna": "farmer", "bert": "strategist", "cleo": "traitor", "dora": "diplomat_5"}
BEFORE = [
    *(deed("place_estate", who, landscape=n) for who, n in ESTATES),
    deed("choose_site", "bert", site=[4, 5]),
    deed("deal_actions", "anna", removed="master_builder"),
    *(deed("pick_action", who, card=card) for who, card in PICKS.items()),
    *(deed("play_supply", who, cards=[]) for who in PLAYERS),
    {"type": "reveal"},
]
THREE = deed("refill", "anna", cards=3)


@pytest.fixture
def table(transactional_db: None) -> Table:
    """The farmer, three cards in hand, is to pick up three."""
    setup = {"players": PLAYERS, "start_player": "anna", "circle": PATCHWORK, "options": {"surplus": "after"}}
    table = open_table(Opening(system="verraeter", title="Thursday", setup=setup))
    for action in BEFORE:
        table.refresh_from_db()
        play.act(table, HOUSE, action, table.version, f"line-{table.version}")
    table.refresh_from_db()
    return table


def sat_down(table: Table, who: str) -> Device:
    secret = new_secret()
    seating.sit(table, secret, who, f"{who}'s phone", who.title())
    return device(table, secret)


def drawn(table: Table) -> list[int]:
    question = Request.objects.filter(table=table, kind="question").latest("pk")
    return list(question.body["ask"]["from"])


def test_the_same_tap_finds_the_same_cards(table: Table) -> None:
    anna = sat_down(table, "anna")
    first = play.act(table, anna, THREE, table.version, "first")
    assert first.waiting is not None
    cards = drawn(table)
    for n in range(6):
        pleas.withdraw(table, anna, Request.objects.get(table=table, status="open").pk)
        play.act(table, anna, THREE, table.version, f"again-{n}")
        assert drawn(table) == cards


def test_another_number_of_cards_is_refused_once_they_were_seen(table: Table) -> None:
    anna = sat_down(table, "anna")
    play.act(table, anna, THREE, table.version, "first")
    for action in (deed("refill", "anna", cards=1), deed("refill", "anna", cards=0, discard=[])):
        with pytest.raises(IllegalAction, match="make that one again"):
            play.act(table, anna, action, table.version, f"other-{action['cards']}")
    request = Request.objects.get(table=table, status="open")
    answer = {"type": "lay_down", "player": "anna", "discard": [min(request.body["ask"]["from"])]}
    play.reply(table, anna, request.pk, answer)
    table.refresh_from_db()
    assert len(position(table).state.player("anna").hand) == 5


def test_going_back_before_the_draw_asks_the_others(table: Table) -> None:
    """Else an undo of a harmless line, and its redo, would shuffle anew."""
    anna = sat_down(table, "anna")
    adjust = {"type": "adjust", "reason": "A point", "changes": [{"target": "vp", "player": "bert", "by": 1}]}
    play.act(table, anna, adjust, table.version, "harmless")
    table.refresh_from_db()
    assert not play.is_irrevocable(table, position(table), [])
    harmless = table.version
    play.act(table, anna, THREE, harmless, "draw")
    table.refresh_from_db()
    assert play.is_irrevocable(table, position(table), [])
