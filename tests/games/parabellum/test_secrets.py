"""Behind the screens: no seat reads another's cards (R35, R61), nor what was bought (R62)."""

import json
import re
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from django.test import Client

from companion.engine.errors import GameError, IllegalAction, InvalidInput
from companion.engine.game import Scene, Sight
from companion.engine.scene import Looker
from companion.engine.step import lasting
from companion.engine.wire import Json
from companion.games.parabellum.campaign.chronicle import bookings
from companion.games.parabellum.campaign.forecast import outlook
from companion.games.parabellum.campaign.playing import Player, play
from companion.games.parabellum.campaign.story import losses
from companion.games.parabellum.game import GAME
from companion.games.parabellum.rules import apply, telling
from companion.games.parabellum.rules.legal import legal
from companion.games.parabellum.screens import view
from companion.games.parabellum.screens.desk import WHOLE_GAME
from companion.games.parabellum.state import Line, Report, State, read_state
from companion.tables import play as table_play
from companion.tables import seating
from companion.tables.devices import COOKIE, HOUSE, device, new_secret
from companion.tables.lines import Passage
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Table
from companion.tables.position import position
from tests.games.parabellum.test_dealing import damaged
from tests.games.parabellum.twin_tables import disguised
from tests.games.parabellum.yard import N, S, act, deed, load, played, reserve, setup, table, unit_at
from tests.staged import ware
from tests.twinned import found_by, left_alone, plain


def seat(*players: str) -> Sight:
    return Sight(frozenset(players), frozenset(players))


def facing(**options: Any) -> State:
    return table(
        "special",
        unit_at(N, "squad", "a1"),
        unit_at(S, "carrier", "b1", cargo=load(2, 1)),
        unit_at(S, "squad", where="aboard", transport="u2"),
        unit_at(S, "tank"),
        options=options,
    )


def test_others_units_show_their_miniature_alone() -> None:
    seen = GAME.redact_state(facing(), seat(N))["units"]
    assert seen["u1"]["type"] == "squad"
    assert seen["u2"].keys() == {
        "owner",
        "class",
        "where",
        "square",
        "position",
        "flag",
        "entrench",
        "bridge",
    }
    assert seen["u4"].keys() == {"owner", "class", "where", "flag"}
    assert "u3" not in seen


def test_a_recon_report_is_for_who_asked_and_the_owner_until_combat_is_over() -> None:
    state = act(facing(), "recon", unit="u1", target="u2")
    report = Report("carrier", 2, True, False, True, True)._asdict()
    assert GAME.redact_state(state, seat(N))["reports"] == {"u2": report}
    assert GAME.redact_state(state, seat(S))["reports"] == {"u2": report}
    assert GAME.redact_state(state, Sight())["reports"] == {}
    public = act(facing(recon_public=True), "recon", unit="u1", target="u2")
    assert GAME.redact_state(public, Sight())["reports"] == {"u2": report}
    direct = act(act(state, "end_phase"), "end_phase")
    assert direct.reports == {}
    assert "spotted" not in direct.units["u2"].marks


def test_steps_of_a_recon_do_not_say_what_was_found() -> None:
    action = {"type": "recon", "player": N, "unit": "u1", "target": "u2"}
    said = " ".join(step.text for step in GAME.apply(facing(), action).steps)
    assert "Carrier" not in said
    assert "strength" not in said
    told = " ".join(step.text for step in GAME.apply(facing(recon_public=True), action).steps)
    assert "Carrier" in told


@pytest.mark.parametrize("seed", range(6))
def test_no_line_tells_money_cards_or_cargo_of_another(seed: int) -> None:
    """Type names never stand in public words, states or lines before a report reads them out."""
    random = Random(seed)
    names = ["Sappers", "Carrier", "Bridger", "Mortar", "sappers", "carrier", "bridger", "mortar"]
    for before, action, after in play(setup(2), Player(random, by_hand=0)):
        steps = " ".join(step.text for step in GAME.apply(before, action).steps)
        shown = GAME.redact_state(after, Sight())
        line = GAME.redact_action(after, action, Sight())
        # The binder, public as it is, names every type; a ban or a wreck's cost may not.
        words = telling.tell(before, line, Sight())
        text = (
            steps
            + words
            + json.dumps({key: shown[key] for key in shown if key != "binder"})
            + json.dumps(line)
        )
        assert not [name for name in names if name in text]
        assert all(player["credits"] is None for player in shown["players"].values())
        assert not shown["ledger"]


def test_a_purchase_out_of_a_shared_supply_is_told_and_another_is_not() -> None:
    state = table("setup")
    bought = {"type": "purchase", "player": N, "resource": "manpower", "quantity": 5}
    assert GAME.redact_action(state, bought, seat(S)) == bought
    endless = {**bought, "resource": "ammunition"}
    assert "quantity" not in GAME.redact_action(state, endless, seat(S))
    assert GAME.redact_action(state, endless, seat(N)) == endless
    cards = {"type": "purchase", "player": N, "resource": "units", "items": [{"unit": "tank", "quantity": 1}]}
    assert "items" not in GAME.redact_action(state, cards, seat(S))


def test_dice_of_the_app_and_reports_are_not_undone_alone() -> None:
    state = facing()
    assert GAME.is_irrevocable(state, {"type": "recon"}, False)
    assert GAME.is_irrevocable(state, {"type": "move"}, True)
    assert not GAME.is_irrevocable(state, {"type": "move"}, False)


def told(state: State, who: Sight, **action: Any) -> str:
    line = GAME.redact_action(state, {"player": N, **action}, who)
    return telling.tell(state, line, who)


def test_a_line_of_the_log_calls_a_unit_by_its_card_for_its_owner_and_by_its_class_for_others() -> None:
    state = facing()
    attack = {"type": "attack", "unit": "u1", "target": "u4", "counter": False}
    assert told(state, seat(N), **attack) == "North Yard: Squad RBW attacks South Yard’s tank RW"
    assert told(state, seat(S), **attack) == "North Yard: foot RBW attacks Tank RW"
    recon = {"type": "recon", "unit": "u1", "target": "u2"}
    assert told(state, Sight(), **recon) == "North Yard: foot RBW reconnoitres South Yard’s cart RBBW"
    shots = {"type": "barrage", "unit": "u1", "shots": [{"unit": "u2"}, {"cache": "c1"}, {"unit": "u2"}]}
    assert told(state, seat(S), **shots).endswith(
        "fires 2 shots at Carrier RBBW and 1 shot at the cache on C1"
    )


def test_what_somebody_buys_and_loads_is_said_to_that_company_alone() -> None:
    state = table("setup", unit_at(N, "carrier"))
    cards = {"type": "purchase", "resource": "units", "items": [{"unit": "tank", "quantity": 2}]}
    assert told(state, seat(N), **cards) == "North Yard buys 2 × Tank"
    assert told(state, seat(S), **cards) == "North Yard buys unit cards"
    stowed = {"type": "stow", "unit": "u1", "fuel": 2, "ammunition": 1}
    assert told(state, seat(N), **stowed) == "North Yard loads 2 fuel and 1 ammunition into Carrier RBW"
    hidden = GAME.redact_action(state, {"player": N, **stowed}, Sight())
    assert told(state, Sight(), **stowed) == "North Yard loads cargo into a unit"
    assert "unit" not in hidden
    steps = GAME.apply(
        table("setup", unit_at(N, "carrier", where="predeploy")), {"player": N, **stowed}
    ).steps
    assert [step.text for step in steps] == ["North loads cargo into North Yard's cart (red-blue-white)."]
    assert lasting([step.as_kept() for step in steps]) == []


def test_a_company_counts_its_own_bookings_and_no_gap_tells_what_another_bought() -> None:
    ledgers = []
    for bought in (1, 3):
        state = table("setup", ledger=tuple(
            Line(n, "1", 0, who, "units", "tank", 1, -9)
            for n, who in enumerate((N, *[S] * bought, N), 1)
        ))  # fmt: skip
        ledgers.append(GAME.redact_state(state, seat(N))["ledger"])
        assert [(each.seat, each.n) for each in bookings(state, 1)][-1] == (N, 2)
        assert [each.n for each in bookings(state, 0) if each.seat == S] == list(range(1, bought + 1))
    assert ledgers[0] == ledgers[1]


@pytest.mark.sampled
def test_a_print_counts_what_was_lost_as_everybody_saw_it_and_shows_no_card() -> None:
    setup_, actions = GAME.demo() if GAME.demo else ({}, [])
    trail = [GAME.open(setup_).state]
    for action in actions:
        trail.append(GAME.apply(trail[-1], action).state)
    lines = [Passage(n, done, *trail[n - 1 : n + 1]) for n, done in enumerate(actions, 1)]
    for upto in range(1, len(lines) + 1):
        seen = GAME.seen(Scene(trail[upto], Sight(), trail=trail[: upto + 1], passages=lines[:upto]))
        assert losses(seen.passages) == losses(lines[:upto])
    assert not any(player.credits or sum(player.reserve) for player in seen.state.players.values())
    assert not any(each.strength or each.cargo.total or each.name for each in seen.state.units.values())
    assert not seen.state.ledger


def test_what_is_set_by_hand_of_a_unit_is_told_as_far_as_all_see_it() -> None:
    state = facing()
    change = {"id": "u1", "strength": 2, "fuel": 1, "ammunition": 0, "entrench": 1}
    action = {"type": "adjust", "reason": "counted again", "player": N, "unit": change}
    assert GAME.redact_action(state, action, seat(N)) == action
    for who in (seat(S), Sight()):
        assert GAME.redact_action(state, action, who)["unit"] == {"id": "u1", "entrench": 1}
        assert "people" not in told(state, who, **action)
        assert "layers dug 0 → 1" in told(state, who, **action)
    counted = {**action, "unit": {"id": "u1", "strength": 2}}
    assert told(state, seat(S), **counted).endswith("foot RBW: what only that company knows (counted again)")
    assert "people 4 → 2" in told(state, seat(N), **counted)
    aboard = state.with_unit("u1", where="aboard", square=None)
    assert "unit" not in GAME.redact_action(aboard, action, seat(S))
    assert "u1" not in told(aboard, seat(S), **action)
    assert "people 4 → 2" in told(aboard, seat(N), **action)


def near(phase: str, **changes: Any) -> State:
    """A squad and a mortar before a squad and a tank, tokens between them."""
    return table(
        phase,
        unit_at(N, "squad", "a1"),
        unit_at(N, "mortar", "a3"),
        unit_at(S, "squad", "b1", **changes),
        unit_at(S, "tank", "c2"),
        caches={"b2": load(2), "c1": load(1, 1)},
    )


def refused(state: State, action: Json) -> tuple[str, str, str] | None:
    try:
        GAME.apply(state, action)
    except GameError as error:
        return error.code, error.path, error.message
    return None


def dice_guessed(dice: int, faces: int = 1) -> list[Json]:
    """One attack, the target's dice guessed: how many, and how high."""
    rolls = {"attack": [1, 1, 1, 1], "defense": [faces] * dice}
    attack = {"type": "attack", "player": N, "unit": "u1", "target": "u3"}
    answer = {"counter_attack": [8] * dice, "counter_defense": [1, 1, 1, 1]}
    return [
        {**attack, "counter": False, "rolls": rolls},
        {**attack, "counter": True, "rolls": {**rolls, **answer}},
    ]


@pytest.mark.parametrize("faces", [1, 6, 9, 99])
def test_guessing_at_a_targets_dice_teaches_nothing_but_what_was_right(faces: int) -> None:
    """People, die, ammunition: four truths, and every wrong guess is told the same."""
    truths = [near("direct"), near("direct", strength=2), near("direct", ammunition=0)]
    truths.append(disguised(truths[0], S))
    for dice in range(1, 9):
        for n, action in enumerate(dice_guessed(dice, faces)):
            told = {refused(state, action) for state in truths} - {None}
            assert len(told) <= 1, (n, dice, told)


def test_guessing_at_a_barrage_or_an_explosion_teaches_nothing_either() -> None:
    shots = [{"unit": "u3"}, {"unit": "u3"}, {"cache": "c1"}]
    barrage = {"type": "barrage", "player": N, "unit": "u2", "shots": shots}
    for dice in range(1, 7):
        hit = {"artillery": 10, "defense": [1] * dice}
        fired = {"artillery": 10, "defense": [1, 1], "explosions": [{"attack": [1], "defense": [1] * dice}]}
        for second in (hit, None):
            action = {**barrage, "rolls": [hit, second, fired]}
            told = {refused(near("special", **other), action) for other in TRUTHS} - {None}
            assert len(told) <= 1
        cache = {"type": "attack_cache", "player": N, "unit": "u1", "square": "b2"}
        rolls = {"attack": [8] * 4, "defense": [1, 1], "explosions": fired["explosions"]}
        told = {refused(near("direct", **other), {**cache, "rolls": rolls}) for other in TRUTHS} - {None}
        assert len(told) == 1


TRUTHS: list[dict[str, Any]] = [{}, {"strength": 1}, {"strength": 2}, {"strength": 3, "fuel": 0}]


def test_ones_own_dice_are_still_counted_out_loud() -> None:
    few = {**dice_guessed(4)[0], "rolls": {"attack": [1], "defense": [1] * 4}}
    assert refused(near("direct"), few) == (
        "invalid_input",
        "rolls.attack",
        "The attack dice: 4 are wanted; 1 was given.",
    )
    for missing in ({"attack": [1] * 4}, {}):
        told = refused(near("direct"), {**few, "rolls": missing})
        assert told is not None
        assert "Still to say" in told[2]


def test_who_answers_is_told_the_number_of_the_own_dice() -> None:
    state = near("direct")
    action = {**dice_guessed(4)[0], "rolls": {"attack": [8, 1, 1, 1], "defense": [1] * 4}}
    del action["counter"]
    reply = {"type": "counterattack", "player": S, "counter": True, "rolls": {"counter_attack": [1, 1]}}
    with pytest.raises(GameError, match="3 are wanted") as wrong:
        GAME.answer(state, action, reply)
    assert wrong.value.path == "rolls.counter_attack"


@pytest.mark.parametrize("seed", range(5))
def test_no_refusal_changes_with_what_others_hide(seed: int) -> None:
    """Damaged lines of a whole campaign, against the table as it is and as it might be for all one knows."""
    random, compared = Random(seed), 0
    for before, action, _ in play(setup(2), Player(random)):
        player = action.get("player")
        if player not in before.players:
            continue
        (rival,) = set(before.seated) - {player}
        other = disguised(before, rival)
        for _ in range(4):
            line = damaged(deepcopy(action), random)
            if type(line) is not dict or line.get("player") != player or line.get("type") == "choose":
                continue
            one, two = refused(before, line), refused(other, line)
            if one and two:
                assert one == two, line
                compared += 1
    assert compared > 50


def test_the_assistant_that_plays_a_journal_again_still_names_the_exact_place() -> None:
    with pytest.raises(GameError) as exact:
        apply(near("direct"), dice_guessed(2)[0])
    assert exact.value.path == "rolls.defense"
    assert "4 are wanted" in exact.value.message


def test_who_acts_for_another_company_hears_nothing_of_its_cards() -> None:
    """At an open table a seat may move for the other; what is refused then tells no more than the map."""
    state = near("movement")
    north = Looker(seats={N: "North", S: "South Yard"}, holds=(N,), acts_for_all=True)
    for action in (
        {"type": "adjust", "player": S, "reason": "to see", "credits": -9999},
        {"type": "purchase", "player": S, "resource": "fuel", "quantity": 999},
    ):
        told = heard(state, action, north)
        assert told == heard(disguised(state, S), action, north)
        assert "only South Yard may know" in told or "This belongs to" in told
    assert "There are" in heard(state, {**SHORT, "player": N}, north)
    assert "Still to say" in heard(state, {"type": "adjust", "player": S}, north)
    entries = GAME.legal(table("setup").changed(active=S), north.sight())
    assert {entry["type"] for entry in entries if entry["player"] == S} <= {"done"}


SHORT = {"type": "adjust", "reason": "to see", "credits": -9999}


def heard(state: State, action: dict[str, Any], device: Looker) -> str:
    with pytest.raises(GameError) as error:
        GAME.apply(state, action)
    return GAME.hear(state, action, error.value, device).message


NORTH = Sight(frozenset({N}), frozenset({N}))


def rich(theirs: int, mine: int = 0, *, open_: bool = False, phase: str = "setup") -> State:
    """North to buy with money enough; South has so many of the three tanks behind its screen."""
    state = table(phase, *[reserve(S, "tank")] * theirs, *[reserve(N, "tank")] * mine)
    return state.with_player(N, credits=5000).changed(card_binder="open" if open_ else None)


def offered(state: State) -> Any:
    entries = GAME.legal(state, NORTH)
    return next(each["units"] for each in entries if each.get("resource") == "units").get("tank")


def shelf(state: State, **draft: str) -> Any:
    return ware(view(Scene(state, NORTH, "hand", draft, (state,)))["panel"], "Tank")


@pytest.mark.parametrize("phase", ["setup", "boardroom"])
def test_what_the_others_bought_changes_nothing_that_a_sealed_binder_shows(phase: str) -> None:
    states = [rich(theirs, phase=phase) for theirs in range(4)]
    assert [offered(state) for state in states] == [3] * 4
    assert len({repr(shelf(state)) for state in states}) == 1
    assert str(shelf(states[3]).left) == "3 at first"
    assert all(GAME.legal(state, NORTH) == GAME.legal(states[0], NORTH) for state in states)


def test_what_one_bought_oneself_is_counted() -> None:
    assert offered(rich(0, 1)) == offered(rich(2, 1)) == 2
    assert offered(rich(0, 3)) is None
    row = shelf(rich(1, 3))
    assert (row.more, row.why) == ("", "0 of these cards are left; 1 were asked for.")


def test_an_open_binder_shows_what_is_left() -> None:
    assert [offered(rich(theirs, open_=True)) for theirs in range(4)] == [3, 2, 1, None]
    assert str(shelf(rich(2, open_=True)).left) == "1 left"


def test_who_asks_for_more_than_is_left_is_told_how_many_there_are() -> None:
    items = [{"unit": "tank", "quantity": 2}]
    action = {"type": "purchase", "player": N, "resource": "units", "items": items}
    with pytest.raises(IllegalAction, match="1 of these cards"):
        GAME.apply(rich(2), action)


def test_the_procedures_count_the_cards_as_the_rules_do() -> None:
    state = rich(2)
    assert WHOLE_GAME.legal({"state": GAME.state_json(state)}).result["actions"] == legal(state)
    assert next(e for e in legal(state) if e.get("resource") == "units")["units"]["tank"] == 1


def test_a_table_chooses_when_it_opens_and_its_state_says_only_what_is_not_usual() -> None:
    asked = {"options": {"players": 2, "card_binder": "open", "positions": "table"}}
    whole = GAME.shuffle(asked, Random(1))
    assert (whole["card_binder"], whole["positions"], whole["options"]) == ("open", "table", {})
    state = GAME.open(whole).state
    assert (state.binder_open, state.tracked) == (True, False)
    assert read_state(GAME.state_json(state), "state") == state
    sealed = GAME.open({**setup(), "card_binder": "sealed"}).state
    assert sealed == GAME.open(setup()).state
    assert "card_binder" not in GAME.state_json(sealed)
    usual = GAME.shuffle({"options": {"card_binder": "sealed"}}, Random(1))
    assert "card_binder" not in {*usual, *usual["options"]}
    with pytest.raises(InvalidInput) as refused:
        GAME.open({**setup(), "card_binder": "ajar"})
    assert refused.value.path == "card_binder"
    assert "card_binder" in {option.key for option in GAME.options}


def test_what_next_would_cost_counts_no_more_than_the_shop() -> None:
    told = [outlook(rich(theirs), N).forecasts[0].offers for theirs in (0, 3)]
    assert told[0] == told[1]
    assert next(row for row in told[0] if row[0] == "Tank")[1] == 3


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
    seating.sit(table, secret, N, "North's phone", "Ada")
    for action in played(*truth):
        table.refresh_from_db()
        table_play.act(table, HOUSE, action, table.version, f"line-{table.version}")
    table.refresh_from_db()
    north = device(table, secret)
    table_play.undo(table, north, table.version - 1, table.version, "back")
    table.refresh_from_db()
    table_play.redo(table, north, table.version, "forth")
    table.refresh_from_db()
    return table, secret


def tries() -> list[dict[str, Any]]:
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
    bodies = [("/actions", {"action": each}) for each in tries()]
    for path, body in [*bodies, ("/amend/preview", moved), ("/amend", moved), ("/undo", {"to": 9})]:
        sent = json.dumps({**body, "seen": table.version, "key": "s"} if path != "/amend/preview" else body)
        answer = browser.post(home + path, sent, content_type="application/json", headers=headers)
        texts.append(answer.content.decode())
    said = "\n".join(texts).replace(table.code, "CODE")
    return plain(re.sub(r"<svg[^>]*segno.*?</svg>", "QR", said, flags=re.DOTALL))


@pytest.mark.sampled
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
    assert any("foot R" in line for line in first)
    assert _sheets(tables[0][0]) == _sheets(tables[1][0])
    assert found_by(everything, tables[0][0], "watch") == found_by(everything, tables[1][0], "watch")
    # The comparison can fail: South's own pages tell its cards.
    assert found_by(everything, tables[0][0], S) != found_by(everything, tables[1][0], S)


def _sheets(table: Table) -> dict[str, bytes]:
    """Every sheet that North can print of the table."""
    north, known = Sight(frozenset({N}), frozenset({N})), position(table)
    live = Scene(known.state, north, "hand", {}, known.trail)
    sheets = (each for each in GAME.printables.values() if each.table != "no")
    return {
        each.name: each.make({option.key: option.default for option in each.options}, GAME.seen(live)).pdf()
        for each in sheets
    }


def test_a_refusal_calls_units_by_class_and_flag_and_tells_no_hidden_card() -> None:
    mine, theirs = unit_at(N, "squad", "a1", fuel=0), unit_at(S, "carrier", "b1")
    state = table("movement", mine, theirs, reserve(S, "tank"), reserve(N, "tank"))

    def refused(**deed: object) -> str:
        with pytest.raises(IllegalAction) as error:
            GAME.apply(state, {"player": N, **deed})
        return error.value.message

    assert refused(type="dig_out", unit="u1") == f"Foot {state.sign('u1')} is not entrenched."
    assert refused(type="dig_out", unit="u2").startswith(
        f"Cart {state.sign('u2')} is no unit of North; those"
    )
    hidden = refused(type="dig_out", unit="u3")
    assert hidden.startswith("U3 is no unit of North")
    assert "ank" not in hidden
    assert refused(type="dig_out", unit="u4") == "Tank u4 is in reserve; this takes a unit on the map."
