"""The screens of a round, a conflict walked through, a table's pages."""

import json
from random import Random
from typing import Any

import pytest
from django.test import Client

from companion.engine.errors import IllegalAction
from companion.engine.game import Scene, Sight
from companion.engine.stage import Choices, Fold, Note, Own, Question, Rows, Ticks
from companion.games.verraeter.data import ACTION_NAMES
from companion.games.verraeter.game import GAME
from companion.games.verraeter.screens import view
from companion.games.verraeter.screens.conflict import Conflict
from companion.games.verraeter.state import Building, State
from companion.tables import play as tables_play
from companion.tables import seating
from companion.tables.devices import COOKIE, Device, device, new_secret, sight
from companion.tables.lines import last
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Table
from companion.tables.position import forget, position
from tests.games.verraeter.drawn import (
    ESTATES,
    PATCHWORK,
    PICKS,
    after,
    at_build,
    at_draft,
    at_refill,
    at_reveal,
    at_supply,
    deed,
    looks,
    opened,
    twin,
)
from tests.games.verraeter.drawn import PATCHWORK as DRAWN_PATCHWORK
from tests.games.verraeter.drawn import PLAYERS as DRAWN_PLAYERS
from tests.games.verraeter.drawn import deed as drawn_deed
from tests.games.verraeter.player import Player, play
from tests.games.verraeter.test_secrets import _act
from tests.staged import actions_of

TABLES: list[dict[str, Any]] = [
    {},
    {"players": ["ada", "ben", "cy"]},
    {"options": {"hand_tracking": "counts"}},
    {"options": {"surplus": "after", "build_side": "estate", "office_card_cap": None}},
]


def game(seed: int, **setup: Any) -> list[State]:
    """All positions of a game that chance plays."""
    random = Random(seed)
    whole = GAME.shuffle(setup, random)
    return [GAME.open(whole).state, *(state for _, _, state in play(whole, Player(random)))]


def scene(trail: list[State], sight: Sight, room: str = "table", **draft: str) -> Scene[State]:
    return Scene(trail[-1], sight, room, draft, trail)


def asked(seen: Scene[State]) -> Question:
    """The question that a screen asks."""
    stage = view(seen).stage
    assert stage
    return stage.ask


def own(who: str) -> Sight:
    return Sight(frozenset({who}), frozenset({who}))


@pytest.mark.parametrize("setup", TABLES)
def test_a_game_has_its_screens_and_no_secret_of_another(setup: dict[str, Any]) -> None:
    trail = game(1, **setup)
    for n in range(TABLES.index(setup), len(trail), 9):
        for room, eyes in looks(trail[0].ids):
            seen = scene(trail[: n + 1], eyes, room)
            told = view(seen)
            assert told.stage
            assert told.stage.ask.title
            assert told == view(twin(seen)), (n, trail[n].phase, room, eyes)


def test_a_twin_shows_on_the_screen_of_him_whose_secret_it_is() -> None:
    """The search above can fail: who may see a hand or a pick does see the difference."""
    trail = [after(at_draft(), deed("deal_actions", "anna", removed="farmer")), at_supply()]
    for who, other in (("anna", "bert"), ("bert", "anna")):
        garbled = twin(scene(trail, own(other)))
        assert view(scene(trail, own(who))) != view(
            Scene(garbled.state, own(who), "table", {}, garbled.trail)
        )


def test_every_tap_that_a_screen_offers_is_one_that_the_rules_accept() -> None:
    tried: set[str] = set()
    for seed, setup in enumerate(TABLES):
        trail = game(seed + 5, **setup)
        for n, state in list(enumerate(trail))[seed::13]:
            for draft in _drafts(state, Random(n)):
                sight = own(state.active or state.ids[0])
                for action in actions_of(asked(scene(trail[: n + 1], sight, **draft))):
                    tried.add(_done(state, action))
    assert tried >= {"place_estate", "choose_site", "deal_actions", "draft_offline", "pick_action"}
    assert tried >= {"play_supply", "reveal", "build", "refill", "adjust"}


def _drafts(state: State, random: Random) -> list[dict[str, str]]:
    at, to = (str(each) for each in random.sample(range(12), 2))
    drafts = [{"do": do, "at": at} for do in ("estate", "office", "flip", "adjust")]
    drafts += [{"do": "move", "from": at, "to": to}, {"at": at}, {"site": at}, {"take": "1"}, {}]
    cards = random.sample(["traitor", "farmer", "strategist", "diplomat_2"], len(state.ids))
    told = "~".join(f"{who}:{card}" for who, card in zip(state.ids, cards, strict=True))
    return [*drafts, {"picks": told}, {"cards": "3.4"}, {"drawn": "2"}, {"laid": "3.3"}]


def _done(state: State, action: dict[str, Any]) -> str:
    """Do it, with what its form adds: a reason, ticked cards, a draw that lies in the pile."""
    if action["type"] == "adjust":
        action = {**action, "reason": "The table says so"}
        for change in action["changes"]:
            fields = {"vp": {"player": state.ids[0], "by": 1}, "strategy": {"player": state.ids[0]}}
            change |= fields.get(change["target"], {})
        if action["changes"][0]["target"] in ("landscape", "building", "allegiance"):
            return "adjust"
    if action["type"] == "pick_action":
        action = {**action, "card": state.draft.pool[0]}
    if action["type"] == "refill" and state.options.surplus == "before" and "discard" not in action:
        count = max(0, len(state.player(action["player"]).hand) + action["cards"] - state.options.hand_limit)
        action = {**action, "discard": list(state.player(action["player"]).hand[:count])}
    if action["type"] == "refill" and type(action["cards"]) is list:
        return "refill"
    if action["type"] == "play_supply" and 0 in state.player(action["player"]).hand:
        return "play_supply"
    rolled = GAME.roll(state, action, Random(3))
    question = GAME.asks(state, rolled)
    if question is not None:
        going = question.ask["from"][: question.ask["count"]]
        rolled = GAME.answer(state, rolled, {"type": "lay_down", "player": question.seat, "discard": going})
    if action["type"] == "refill" and 0 in rolled.get("discard", ()):
        return "refill"
    GAME.apply(state, rolled)
    return str(action["type"])


def test_an_unread_address_is_passed_over() -> None:
    trail = game(2)
    nonsense = {"at": "99", "site": "-1", "take": "many", "picks": "x:y~anna", "cards": "3.x.77", "from": "²"}
    for n in range(0, len(trail), 3):
        for do in ("move", "flip", "estate", "adjust", "nothing"):
            state = trail[n]
            draft = {**nonsense, "do": do, "with": "x", "what": "?", "laid": "9.9.9.9", "drawn": "1"}
            assert asked(scene(trail[: n + 1], own(state.active or state.ids[0]), **draft)).title


ADVISED = {"options": {"adviser": True}}


def test_a_table_gets_advice_where_it_wants_it_alone() -> None:
    """No card is called the best, with advice or without."""
    dealt = deed("deal_actions", "anna", removed="farmer")
    for more, advised in (({}, False), (ADVISED, True)):
        question = asked(scene([after(at_draft(**more), dealt)], own("anna")))
        cards = drawing(question)["cards"]
        assert [card["odds"] is not None for card in cards] == [advised] * 5
        assert any(isinstance(piece, Note) for piece in question.pieces) == advised
        assert not [card for card in cards if "best" in card]
        hand = drawing(asked(scene(_drafted(**more), own("anna"))))
        assert set(hand["odds"]) == ({0, 3, 4, 5, 7, 8, 9, 12} if advised else set())


def drawing(question: Question) -> Any:
    """What the game's own drawing in a question prints."""
    return next(piece.values for piece in question.pieces if isinstance(piece, Own))


def _drafted(last: str = "diplomat_2", **more: Any) -> list[State]:
    """Anna keeps one card, Cleo is the traitor."""
    trail = [after(at_draft(**more), deed("deal_actions", "anna", removed="farmer"))]
    kept = (("anna", "diplomat_5"), ("bert", "strategist"), ("cleo", "traitor"), ("dora", last))
    for who, card in kept:
        trail.append(after(trail[-1], deed("pick_action", who, card=card)))
    return trail


def test_what_the_traitor_plays_counts_for_the_other_house() -> None:
    """His own screen says so: the house, its sum, its chances."""
    trail = _drafted(**ADVISED)
    for who in ("anna", "bert"):
        trail.append(after(trail[-1], deed("play_supply", who, cards=[])))
    house = trail[-1].player("cleo").allegiance
    other = "eagle" if house == "rose" else "rose"
    question = asked(scene(trail, own("cleo")))
    hand, names = drawing(question), trail[-1].words.houses
    assert (hand["house"], hand["house_name"], hand["foe_name"]) == (other, names[other], names[house])
    assert f"count for the {names[other]}" in str(question.under)
    assert question.main
    assert str(question.main.small) == f"it counts for the {names[other]}"
    assert {each["house"] for each in hand["odds"].values()} == {names[other]}
    ends = after(trail[-1], *(deed("play_supply", who, cards=[]) for who in ("cleo", "dora")))
    more = after(trail[-1], deed("play_supply", "cleo", cards=[5]), deed("play_supply", "dora", cards=[]))
    totals = [after(each, {"type": "reveal"}).last_conflict["totals"] for each in (ends, more)]
    assert totals[1][other]["total"] == totals[0][other]["total"] + 5
    assert totals[1][house] == totals[0][house]


def test_who_keeps_his_oath_plays_for_his_own_house() -> None:
    trail = _drafted()
    question = asked(scene(trail, own("anna")))
    assert drawing(question)["house"] == trail[-1].player("anna").allegiance
    assert "change sides" not in str(question.under)


def test_the_chart_of_points_ends_in_the_final_score() -> None:
    trail = game(3)
    state = trail[-1]
    drawn = drawing(asked(scene(trail, Sight(), "tv")))["chart"]
    totals = {row["player"]: row["total"] for row in state.result["scores"]}
    assert {line.series.name.lower(): int(line.series.words) for line in drawn.lines} == totals
    assert len({line.series.look for line in drawn.lines}) == len(state.ids)


def test_who_may_tap_for_another_is_asked_first() -> None:
    state = opened()
    host = Sight(frozenset({"bert"}), frozenset(state.ids))
    waiting = asked(scene([state], host))
    assert waiting.kind == "waiting"
    assert [str(way.words) for way in waiting.lesser] == ["Tap for Anna"]
    assert asked(scene([state], host, **{"for": "anna"})).kind == "estates"


def test_what_cannot_be_built_says_why_in_the_words_of_the_rules() -> None:
    trail = next(
        game(seed)[: n + 1]
        for seed in range(60)
        for n, state in enumerate(game(seed))
        if state.phase == "build" and not state.player(state.active or "").unplaced
    )
    state, who = trail[-1], trail[-1].active or ""
    question = asked(scene(trail, own(who)))
    choices = next(piece for piece in question.pieces if isinstance(piece, Choices)).choices
    estate = next(each for each in choices if each.words == "Build an estate")
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(state, deed("build", who, op="place", landscape=state.free()[0], side="estate"))
    assert estate.barred == refused.value.message


def test_cards_drawn_are_asked_about_on_his_own_screen_alone() -> None:
    """One tablet holds every seat: the question is open in the hand of him who drew, and nowhere else."""
    state = at_build(options={"surplus": "after"})
    ask = {"type": "lay_down", "player": "anna", "count": 1, "from": [3, 4, 5, 8, 8]}
    everybody = frozenset(state.ids)
    table, others = Sight(everybody, everybody), Sight(frozenset({"bert"}), everybody)
    for room, eyes in (("table", table), ("hand", others), ("tv", Sight())):
        shown = asked(Scene(state, eyes, room, {}, [state], ask))
        assert shown.kind == "lay-down-waiting"
        assert "8" not in repr(shown)
    mine = asked(Scene(state, Sight(frozenset({"anna"}), everybody), "hand", {}, [state], ask))
    ticks = next(piece for piece in mine.pieces if isinstance(piece, Ticks))
    assert [int(tick.value) for tick in ticks.ticks] == [3, 4, 5, 8, 8]
    assert ticks.wanted == 1


def test_a_tablet_for_all_picks_up_where_nothing_must_be_laid_down() -> None:
    state = at_refill()
    everybody = frozenset(state.ids)
    question = asked(scene([state], Sight(everybody, everybody)))
    assert question.kind == "refill"
    assert not any(isinstance(piece, Ticks) for piece in question.pieces)
    assert not question.secret


def test_what_brings_nothing_is_warned_of() -> None:
    """An estate in the land of the other house; an office moved."""
    trail = [at_reveal(), at_build()]
    state = trail[-1]
    house = state.player("dora").allegiance
    friendly = next(n for n in state.free() if state.circle[n].house == house)
    other = next(n for n in state.free() if state.circle[n].house != house)
    for at, warns in ((friendly, False), (other, True)):
        assert note(asked(scene(trail, own("dora"), do="estate", at=str(at)))).warns is warns
    moved = state.with_building(10, Building("dora", "office"))
    draft = {"do": "move", "from": "10", "to": str(friendly)}
    assert "gains nothing" in str(note(asked(scene([at_reveal(), moved], own("dora"), **draft))).words)


def note(question: Question) -> Note:
    """The sentence beside a choice."""
    return next(piece for piece in question.pieces if isinstance(piece, Note))


def test_what_would_lie_in_the_circle_is_drawn_before_it_is_done() -> None:
    state = opened()
    board = view(scene([state], own("anna"), at="2")).stage
    assert board
    assert board.board
    ghosts = {card["n"] for card in board.board.values["circle"]["cards"] if card["ghost"]}
    assert ghosts == {2}


def test_who_waits_reads_in_his_notebook_who_may_have_drafted_what() -> None:
    """Anna knows what she handed on; nobody's real card is told."""
    trail = _drafted()[:2]
    folds = [piece for piece in asked(scene(trail, own("anna"))).pieces if isinstance(piece, Fold)]
    (rows,) = folds[0].pieces
    assert isinstance(rows, Rows)
    assert {row.cells[0] for row in rows.rows} == {"Bert", "Cleo", "Dora"}
    assert all("Diplomat +5" not in str(row.cells[1]) for row in rows.rows)
    tablet = asked(scene(trail, Sight(frozenset(), frozenset(trail[0].ids))))
    assert not [piece for piece in tablet.pieces if isinstance(piece, Fold)]


LAID = {"anna": [5], "bert": [4, 5], "cleo": [4], "dora": [3]}
SIGHTS = [
    ("table", Sight(frozenset({"anna"}), frozenset({"anna"}))),
    ("hand", Sight(frozenset({"cleo"}), frozenset({"cleo"}))),
    ("tv", Sight()),
]


def walked(beat: int, room: str, sight: Sight) -> Any:
    before = at_reveal(LAID)
    trail = [before, after(before, {"type": "reveal"})]
    return view(Scene(trail[-1], sight, room, {}, trail, walk=beat))


@pytest.mark.parametrize(("room", "sight"), SIGHTS)
def test_until_its_beat_no_card_no_oath_no_point_and_no_land_is_told(room: str, sight: Sight) -> None:
    before = at_reveal(LAID)
    order = Conflict(before, after(before, {"type": "reveal"})).order
    assert order[-1] == "cleo", "the betrayal comes last"
    for beat in range(len(order) + 1):
        shown = walked(beat, room, sight)
        for who in order[beat:]:
            assert f"'{ACTION_NAMES[PICKS[who]]}'" not in repr(shown), (beat, who)
        lands = [land.house for land in before.circle]
        if shown.stage.board:
            drawn = shown.stage.board.values["circle"]["cards"]
            assert [card["house"] for card in drawn] == lands
        assert [fact.value for fact in shown.stage.strip.facts] == ["0"] * 4
        assert shown.bar == walked(0, room, sight).bar
        assert not shown.stage.hand
        assert not shown.stage.changes
        assert shown.stage.walks
        oaths = {fact.key: fact.side for fact in shown.stage.strip.facts}
        assert (oaths["cleo"] == before.player("cleo").allegiance) == (beat < len(order))


def test_the_sums_follow_the_cards_and_the_last_beat_is_the_table_as_it_stands() -> None:
    before = at_reveal(LAID)
    conflict = Conflict(before, after(before, {"type": "reveal"}))
    weights = conflict.weights(conflict.order)
    told = {house: totals["total"] for house, totals in conflict.result["totals"].items()}
    assert {house: sum(parts) for house, parts in weights.items()} == told
    end = conflict.settled()
    assert [each.vp for each in end.players] == [each.vp for each in conflict.after.players]
    assert end.circle == conflict.after.circle
    over = walked(len(conflict.order) + 2, "table", SIGHTS[0][1])
    assert not over.stage.walks


@pytest.fixture
def revealed_table(transactional_db: None) -> Table:
    setup = {"players": DRAWN_PLAYERS, "start_player": "anna", "circle": PATCHWORK}
    revealed_table = open_table(Opening(system="verraeter", title="Thursday", kind="seated", setup=setup))
    lines = [
        *(deed("place_estate", who, landscape=n) for who, n in ESTATES),
        deed("choose_site", "bert", site=[4, 5]),
        deed("deal_actions", "anna", removed="farmer"),
        *(deed("pick_action", who, card=card) for who, card in PICKS.items()),
        *(deed("play_supply", who, cards=cards) for who, cards in LAID.items()),
        {"type": "reveal"},
    ]
    for action in lines:
        _act(revealed_table, action)
    return revealed_table


def sat(revealed_table: Table, seat: str) -> Client:
    browser, secret = Client(), new_secret()
    if seat:
        seating.sit(revealed_table, secret, seat, "A phone", seat.title())
    else:
        seating.watch(revealed_table, secret, "The wall")
    browser.cookies[COOKIE] = secret
    return browser


def seen(browser: Client, revealed_table: Table, page: str = "") -> str:
    return browser.get(f"/t/{revealed_table.code}/{page}").content.decode()


def on(browser: Client, revealed_table: Table, beat: int, seen: int | None = None) -> int:
    form = {
        "seen": seen or revealed_table.version,
        "key": f"beat-{beat}",
        "beat": beat,
        "back": f"/t/{revealed_table.code}/",
    }
    return browser.post(f"/t/{revealed_table.code}/walk/", form, headers={"HX-Request": "true"}).status_code


def test_one_tap_moves_every_screen_and_a_late_one_moves_none(revealed_table: Table) -> None:
    anna, dora, wall = (sat(revealed_table, seat) for seat in ("anna", "dora", ""))
    pages = [(anna, ""), (dora, "hand/"), (wall, "tv/"), (wall, "")]
    for browser, page in pages:
        assert "Traitor" not in seen(browser, revealed_table, page)
        assert "betrays" not in seen(browser, revealed_table, page)
        assert "Your turn" not in seen(browser, revealed_table, page)
    for beat in (1, 2, 3):
        assert on(dora, revealed_table, beat) == 201
        assert on(anna, revealed_table, beat) == 201, "the same beat twice is one beat"
    for browser, page in pages:
        assert "One card is left" in seen(browser, revealed_table, page)
        assert "betrays" not in seen(browser, revealed_table, page)
    on(anna, revealed_table, 4)
    for browser, page in pages:
        assert "Cleo betrays the" in seen(browser, revealed_table, page)
    on(anna, revealed_table, 2)
    assert "Cleo betrays the" in seen(wall, revealed_table, "tv/"), "a walk never goes back"
    on(anna, revealed_table, 99)
    assert "Build one thing" in seen(dora, revealed_table)


def test_who_only_looks_on_moves_nothing_and_the_next_line_ends_the_walk(revealed_table: Table) -> None:
    wall, dora = sat(revealed_table, ""), sat(revealed_table, "dora")
    assert on(wall, revealed_table, 3) == 422
    assert "betrays" not in seen(dora, revealed_table)
    _act(revealed_table, deed("build", "dora", op="pass"))
    assert on(dora, revealed_table, 5, seen=revealed_table.version - 1) == 201
    revealed_table.refresh_from_db()
    assert revealed_table.walk == 0
    assert "Pick up supply" in seen(dora, revealed_table) or "Supply is picked up" in seen(
        dora, revealed_table
    )


PLAYERS = ["ada", "ben", "cy"]


@pytest.fixture
def opened_table() -> Table:
    setup = {"players": PLAYERS, "start_player": "ada", "circle": DRAWN_PATCHWORK}
    return open_table(Opening(system="verraeter", title="Thursday", setup=setup))


def sat_down(opened_table: Table) -> dict[str, Device]:
    devices = {}
    for who in PLAYERS:
        secret = new_secret()
        seating.sit(opened_table, secret, who, f"{who}'s phone", player=who)
        devices[who] = device(opened_table, secret)
    return devices


def tap(opened_table: Table, who: Device, action: dict[str, Any]) -> None:
    opened_table.refresh_from_db()
    tables_play.act(opened_table, who, action, opened_table.version, f"tap-{opened_table.version}")
    opened_table.refresh_from_db()


def in_the_draft(opened_table: Table, devices: dict[str, Device]) -> None:
    for who, n in zip(PLAYERS, (2, 0, 6), strict=True):
        tap(opened_table, devices[who], drawn_deed("place_estate", who, landscape=n))
    tap(opened_table, devices["ben"], drawn_deed("choose_site", "ben", site=[4, 5]))
    tap(opened_table, devices["ada"], drawn_deed("deal_actions", "ada"))
    pool = position(opened_table).state.draft.pool
    tap(opened_table, devices["ada"], drawn_deed("pick_action", "ada", card=pool[0]))


@pytest.mark.django_db(transaction=True)
def test_a_device_acts_for_its_own_player_alone(opened_table: Table) -> None:
    devices = sat_down(opened_table)
    with pytest.raises(IllegalAction) as refusal:
        tap(opened_table, devices["ben"], drawn_deed("place_estate", "ada", landscape=2))
    assert refusal.value.path == "player"


@pytest.mark.django_db(transaction=True)
def test_what_the_app_deals_and_a_player_picks_is_in_no_line_that_another_reads(opened_table: Table) -> None:
    devices = sat_down(opened_table)
    in_the_draft(opened_table, devices)
    known = position(opened_table)
    draft, pick = known.state.draft, known.state.player("ada").pick
    chairs = tuple(opened_table.seats.all())
    for who in PLAYERS:
        seen = sight(opened_table, devices[who], PLAYERS)
        read = str(last(opened_table, known, seen, chairs, 20))
        assert str(draft.removed) not in read
        state = json.dumps(known.game.redact_state(known.state, seen))
        assert (f'"pick": "{pick}"' in state) == (who == "ada")
        assert (json.dumps(list(draft.pool)) in state) == (who == "ben")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("restarted", [False, True])
def test_the_last_pick_of_a_draft_is_not_undone_behind_the_back_of_who_chose(
    opened_table: Table, restarted: bool
) -> None:
    devices = sat_down(opened_table)
    in_the_draft(opened_table, devices)
    for who in ("ben", "cy"):
        pool = position(opened_table).state.draft.pool
        tap(opened_table, devices[who], drawn_deed("pick_action", who, card=pool[0]))
    if restarted:
        forget(opened_table)
    before, others = opened_table.version, devices["ada"]
    asked = tables_play.undo(opened_table, others, before - 1, before, "ada-takes-it-back")
    assert asked.waiting is not None
    assert asked.waiting["seats"] == ["cy"]
    opened_table.refresh_from_db()
    assert opened_table.version == before
    assert (
        tables_play.undo(opened_table, devices["cy"], before - 1, before, "cy-takes-it-back").version
        == before + 1
    )
