"""An event that rolls dice, then makes the other side discard: rolled once, before the question."""

import copy
from random import Random

import pytest

from companion import shelf
from companion.tables import play
from companion.tables.devices import HOUSE, Device
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Entry, Request, Table

CHARGE_THEN_DISCARD = [{"kind": "charge", "side": "own"}, {"kind": "discard", "side": "enemy", "count": 1}]
OPENING = [
    {"type": "play_card", "side": "german", "card": "battle-of-tannenberg", "mode": "event"},
    {"type": "resolve_event", "side": "german", "choices": [None, None]},
    {"type": "play_card", "side": "allied", "card": "bef-lands", "mode": "event"},
]
EVENT = {"type": "resolve_event", "side": "allied", "choices": [{"battlefield": "ypres"}, None]}


def setup() -> dict[str, object]:
    library = copy.deepcopy(next(f for f in shelf.game("scarper").files if f.key == "library").sample())
    card = next(card for card in library["cards"] if card["id"] == "bef-lands")
    card["effects"] = CHARGE_THEN_DISCARD
    dealt = shelf.game("scarper").shuffle({"library": library}, Random(1))
    first = ["bef-lands", "battle-of-tannenberg"]
    dealt["decks"]["1914"] = first + [card for card in dealt["decks"]["1914"] if card not in first]
    return dealt


@pytest.fixture
def table(db: None) -> Table:
    table = open_table(Opening(system="scarper", title="Held", setup=setup()))
    state = shelf.game("scarper").open(setup()).state
    missions = [
        {"type": "choose_missions", "side": side, "keep": [state.missions[side].drawn[0]]}
        for side in ("allied", "german")
    ]
    for number, action in enumerate([*missions, *OPENING], 1):
        play.act(table, HOUSE, action, number, f"line-{number}")
    table.refresh_from_db()
    return table


def test_the_dice_are_rolled_before_the_other_seat_is_asked_and_kept(table: Table) -> None:
    held = play.act(table, HOUSE, EVENT, table.version, "event")
    assert held.waiting is not None
    question = Request.objects.get(table=table, kind="question")
    rolls = question.body["action"]["choices"][0]["rolls"]
    german = Device(holds=("german",), tokens=(1,))
    ask = question.body["ask"]
    said = {"type": "name_discards", "side": "german", "cards": [ask["from"][0]]}
    play.reply(table, german, question.pk, said)
    line = Entry.objects.filter(table=table).latest("number")
    assert line.action["choices"][0]["rolls"] == rolls
    assert line.rolled
