"""What Verräter's screens show: whole games from every seat, no secret, every tap one that is allowed."""

import json
from random import Random
from typing import Any

import pytest

from companion.engine.game import Scene, Sight
from companion.games.verraeter.game import GAME
from companion.games.verraeter.screens import view
from companion.games.verraeter.state import Building, State
from tests.games.verraeter.drawn import (
    after,
    at_build,
    at_draft,
    at_refill,
    at_reveal,
    at_supply,
    deed,
    opened,
)
from tests.games.verraeter.player import Player, play
from tests.games.verraeter.twins import looks, twin

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


def own(who: str) -> Sight:
    return Sight(frozenset({who}), frozenset({who}))


@pytest.mark.parametrize("setup", TABLES)
def test_a_game_has_its_screens_and_no_secret_of_another(setup: dict[str, Any]) -> None:
    trail = game(1, **setup)
    for n in range(TABLES.index(setup), len(trail), 9):
        for room, sight in looks(trail[0].ids):
            seen = scene(trail[: n + 1], sight, room)
            told = view(seen)
            assert told["panel"]["template"].startswith("verraeter/turn/")
            assert told == view(twin(seen)), (n, trail[n].phase, room, sight)


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
                for action in _actions(view(scene(trail[: n + 1], sight, **draft))["panel"]):
                    tried.add(_done(state, action))
    assert tried >= {"place_estate", "choose_site", "deal_actions", "draft_offline", "pick_action"}
    assert tried >= {"play_supply", "reveal", "build", "refill", "adjust"}


def _drafts(state: State, random: Random) -> list[dict[str, str]]:
    at, to = (str(each) for each in random.sample(range(12), 2))
    drafts = [{"on": "1", "do": do, "at": at} for do in ("estate", "office", "flip", "adjust")]
    drafts += [{"do": "move", "from": at, "to": to}, {"at": at}, {"site": at}, {"take": "1"}, {"on": "1"}]
    cards = random.sample(["traitor", "farmer", "strategist", "diplomat_2"], len(state.ids))
    told = "~".join(f"{who}:{card}" for who, card in zip(state.ids, cards, strict=True))
    return [*drafts, {"picks": told}, {"cards": "3.4"}, {"drawn": "2"}, {"laid": "3.3"}]


def _actions(shown: Any) -> list[dict[str, Any]]:
    """All whole actions in what a panel holds."""
    if isinstance(shown, dict):
        own_ = [json.loads(v) for k, v in shown.items() if k in ("action", "told_action") and v]
        return own_ + [action for value in shown.values() for action in _actions(value)]
    if isinstance(shown, list):
        return [action for value in shown for action in _actions(value)]
    return []


def _done(state: State, action: dict[str, Any]) -> str:
    """Do it, with what its form adds: a reason, ticked cards, a draw that lies in the pile."""
    if action["type"] == "adjust":
        action = {**action, "reason": "The table says so"}
        for change in action["changes"]:
            fields = {"vp": {"player": state.ids[0], "by": 1}, "strategy": {"player": state.ids[0]}}
            change |= fields.get(change["target"], {})
        if action["changes"][0]["target"] in ("landscape", "building", "allegiance"):
            return "adjust"
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
            draft = {
                **nonsense,
                "do": do,
                "on": "1",
                "with": "x",
                "what": "?",
                "laid": "9.9.9.9",
                "drawn": "1",
            }
            assert view(scene(trail[: n + 1], own(state.active or state.ids[0]), **draft))["panel"]


ADVISED = {"options": {"adviser": True}}


def test_a_table_gets_advice_where_it_wants_it_alone() -> None:
    """No card is called the best, with advice or without."""
    dealt = deed("deal_actions", "anna", removed="farmer")
    for more, advised in (({}, False), (ADVISED, True)):
        panel = view(scene([after(at_draft(**more), dealt)], own("anna")))["panel"]
        assert [card["odds"] is not None for card in panel["cards"]] == [advised] * 5
        assert bool(panel["assumes"]) == advised
        assert not [card for card in panel["cards"] if "best" in card]
        panel = view(scene(_drafted(**more), own("anna")))["panel"]
        assert set(panel["odds"]) == ({0, 3, 4, 5, 7, 8, 9, 12} if advised else set())


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
    panel = view(scene(trail, own("cleo")))["panel"]
    names = trail[-1].words.houses
    assert (panel["house"], panel["house_name"], panel["foe_name"]) == (other, names[other], names[house])
    assert f"count for the {names[other]}" in panel["lead"]
    assert {each["house"] for each in panel["odds"].values()} == {names[other]}
    ends = after(trail[-1], *(deed("play_supply", who, cards=[]) for who in ("cleo", "dora")))
    more = after(trail[-1], deed("play_supply", "cleo", cards=[5]), deed("play_supply", "dora", cards=[]))
    totals = [after(each, {"type": "reveal"}).last_conflict["totals"] for each in (ends, more)]
    assert totals[1][other]["total"] == totals[0][other]["total"] + 5
    assert totals[1][house] == totals[0][house]


def test_who_keeps_his_oath_plays_for_his_own_house() -> None:
    trail = _drafted()
    panel = view(scene(trail, own("anna")))["panel"]
    assert panel["house"] == trail[-1].player("anna").allegiance
    assert "change sides" not in panel["lead"]


def test_the_story_ends_in_the_points_that_the_table_has() -> None:
    trail = [at_reveal(), after(at_reveal(), {"type": "reveal"})]
    told = view(scene(trail, own("anna")))
    assert told["panel"]["template"] == "verraeter/turn/told_story.html"
    story = told["story"]
    assert {one["id"]: one["vp"] for one in story["points"]} == {p.id: p.vp for p in trail[1].players}
    totals = {side["house"]: side["total"] for side in story["columns"]}
    for side in story["columns"]:
        parts = [side["base"], *(s["sum"] for s in side["supplies"]), *(e["plus"] for e in side["envoys"])]
        assert sum(parts) == totals[side["house"]]
    assert story["traitor"] == "Cleo"


def test_the_chart_of_points_ends_in_the_final_score() -> None:
    trail = game(3)
    state = trail[-1]
    drawn = view(scene(trail, Sight(), "tv"))["chart"]
    totals = {row["player"]: row["total"] for row in state.result["scores"]}
    assert {line.series.name.lower(): int(line.series.words) for line in drawn.lines} == totals
    assert len({line.series.look for line in drawn.lines}) == len(state.ids)


def test_who_may_tap_for_another_is_asked_first() -> None:
    state = opened()
    host = Sight(frozenset({"bert"}), frozenset(state.ids))
    waiting = view(scene([state], host))["panel"]
    assert waiting["template"] == "verraeter/turn/waiting.html"
    assert waiting["for"]["name"] == "Anna"
    taps = view(scene([state], host, **{"for": "anna"}))["panel"]
    assert taps["template"] == "verraeter/turn/estates.html"


def test_what_cannot_be_built_says_why() -> None:
    trail = next(
        game(seed)[: n + 1]
        for seed in range(9)
        for n, state in enumerate(game(seed))
        if state.phase == "build" and not state.player(state.active or "").unplaced
    )
    deeds = view(scene(trail, own(trail[-1].active or ""), on="1"))["panel"]["deeds"]
    blocked = [deed_ for deed_ in deeds if not deed_["href"]]
    assert any(deed_["words"] == "All three of your cards lie in the circle." for deed_ in blocked)


def test_cards_drawn_are_asked_about_on_his_own_screen_alone() -> None:
    """One tablet holds every seat: the question is open in the hand of him who drew, and nowhere else."""
    state = at_build(options={"surplus": "after"})
    ask = {"type": "lay_down", "player": "anna", "count": 1, "from": [3, 4, 5, 8, 8]}
    everybody = frozenset(state.ids)
    table, others = Sight(everybody, everybody), Sight(frozenset({"bert"}), everybody)
    for room, sight in (("table", table), ("hand", others), ("tv", Sight())):
        shown = view(Scene(state, sight, room, {}, [state], ask))["panel"]
        assert shown["template"] == "verraeter/turn/passing.html"
        assert "8" not in repr(shown)
    mine = view(Scene(state, Sight(frozenset({"anna"}), everybody), "hand", {}, [state], ask))["panel"]
    assert [card["value"] for card in mine["cards"]] == [3, 4, 5, 8, 8]


def test_a_tablet_for_all_picks_up_where_nothing_must_be_laid_down() -> None:
    state = at_refill()
    everybody = frozenset(state.ids)
    panel = view(scene([state], Sight(everybody, everybody)))["panel"]
    assert panel["template"] == "verraeter/turn/refill.html"
    assert not panel["cards"]
    assert not panel["secret"]


def test_what_brings_nothing_is_warned_of() -> None:
    """An estate in the land of the other house; an office moved."""
    trail = [at_reveal(), at_build()]
    state = trail[-1]
    house = state.player("dora").allegiance
    friendly = next(n for n in state.free() if state.circle[n].house == house)
    other = next(n for n in state.free() if state.circle[n].house != house)
    for at, warns in ((friendly, False), (other, True)):
        panel = view(scene(trail, own("dora"), do="estate", at=str(at), on="1"))["panel"]
        assert panel["chosen"]["warns"] is warns
    moved = state.with_building(10, Building("dora", "office"))
    draft = {"do": "move", "from": "10", "to": str(friendly), "on": "1"}
    panel = view(scene([at_reveal(), moved], own("dora"), **draft))["panel"]
    assert "gains nothing" in panel["chosen"]["note"]
