"""A conflict told from the first card turned over to the landscape that turns (phases 4 to 6)."""

from collections.abc import Sequence

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.engine.wording import count, listed
from companion.games.verraeter.data import DIPLOMATS, HOUSES, OTHER, ActionCard, House
from companion.games.verraeter.screens.drafting import action_card
from companion.games.verraeter.screens.people import land_name, person
from companion.games.verraeter.screens.seeing import Values
from companion.games.verraeter.state import State
from companion.games.verraeter.state.naming import spoken


def last_reveal(trail: Sequence[State]) -> tuple[State, State] | None:
    """The states before and after the cards were last turned over."""
    for n in range(len(trail) - 1, 0, -1):
        if trail[n - 1].phase == "reveal" and trail[n].phase != "reveal":
            return trail[n - 1], trail[n]
    return None


def just_revealed(scene: Scene[State]) -> bool:
    """Whether turning the cards over is the last thing that happened."""
    return len(scene.trail) > 1 and last_reveal(scene.trail[-2:]) is not None


def story(scene: Scene[State]) -> Values | None:
    """The last conflict, or None before the first."""
    found = last_reveal(scene.trail)
    if found is None:
        return None
    before, after = found
    last = after.last_conflict
    return {
        "turned": [_turned(before, after, last, each.id) for each in before.in_turn()],
        "traitor": next((spoken(who) for who in before.ids if _changed(before, last, who)), ""),
        "columns": [_column(before, after, last, house) for house in HOUSES],
        "verdict": _verdict(after, last),
        "winner": last["winner"] or "",
        "prize": _prize(before, last),
        "points": [_points(after, last, each.id) for each in before.in_turn()],
        "flip": _flip(before, last),
        "round": before.round,
    }


def _changed(before: State, last: Json, who: str) -> bool:
    return bool(before.player(who).allegiance != last["allegiances"][who])


def _pick(before: State, after: State, who: str) -> ActionCard | None:
    return before.player(who).pick or after.player(who).pick


def _turned(before: State, after: State, last: Json, who: str) -> Values:
    pick = _pick(before, after, who)
    house = last["allegiances"][who]
    return person(before, who) | {
        "card": action_card(pick) if pick else None,
        "changes": _changed(before, last, who),
        "now": house,
        "now_name": before.words.houses[house],
    }


def _column(before: State, after: State, last: Json, house: House) -> Values:
    total = last["totals"][house]
    own = [each for each in before.in_turn() if last["allegiances"][each.id] == house]
    land = next(n for n in before.site or () if before.circle[n].house == house)
    helped = [(each, _pick(before, after, each.id)) for each in own]
    return {
        "house": house,
        "name": before.words.houses[house],
        "land": land_name(before, land),
        **total,
        "supplies": [
            {"who": person(before, each.id), "cards": each.played, "sum": sum(each.played)}
            for each in own
            if each.played
        ],
        "envoys": [
            {"who": person(before, each.id), "plus": DIPLOMATS[card]}
            for each, card in helped
            if card is not None and card in DIPLOMATS
        ],
        "won": last["winner"] == house,
    }


def _verdict(after: State, last: Json) -> str:
    if last["winner"] is None:
        return "Equal totals: nobody wins, and no landscape turns."
    return f"The {after.words.houses[last['winner']]} wins by {last['margin']}."


def _prize(before: State, last: Json) -> str:
    winner = last["winner"]
    if winner is None:
        return ""
    lost = land_name(before, last["flipped"])
    names = [spoken(who) for who, house in last["allegiances"].items() if house == winner]
    if not names:
        return f"Nobody serves the {before.words.houses[winner]}: the {lost} gives no points."
    if len(names) == 1:
        return f"{names[0]} alone takes the {lost}: {count(last['prize'], 'point')}."
    return f"{listed(names)} share the {lost}: {count(last['prize'], 'point')} each."


def _points(after: State, last: Json, who: str) -> Values:
    gained = last["vp"][who]
    return person(after, who) | {**gained, "vp": after.player(who).vp, "none": not gained["total"]}


def _flip(before: State, last: Json) -> str:
    winner = last["winner"]
    if winner is None:
        return ""
    houses = before.words.houses
    land = land_name(before, last["flipped"])
    return f"The {land} turns from the {houses[OTHER[winner]]} to the {houses[winner]}."
