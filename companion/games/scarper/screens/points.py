"""Spending command points: the board and both tracks to tap, each attack with what it would do (6)."""

from collections.abc import Sequence
from typing import Any

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.engine.wording import Values, count, signed, tap
from companion.games.scarper.data import BATTLEFIELD_NAMES, BATTLEFIELDS, CHARGE_COST, SIDE_NAMES, Side
from companion.games.scarper.procedures.movement import push
from companion.games.scarper.rules.commands import assault_at, charge_at
from companion.games.scarper.screens.attack import assault_picture, charge_picture, moved_words
from companion.games.scarper.screens.board import Taps, in_words
from companion.games.scarper.screens.cards import event_card
from companion.games.scarper.screens.draft import fresh, keep
from companion.games.scarper.state import State
from companion.games.scarper.state.effects import side_of

ATTACKS = ("push", "charge", "assault")


def points_panel(scene: Scene[State], side: Side, entries: Sequence[Json]) -> tuple[Values, Taps]:
    """What the points may still buy, and the one purchase that is being weighed."""
    at, do = scene.draft.get("at", ""), scene.draft.get("do", "")
    fronts, tracks = _fronts(entries), _tracks(scene, side, entries)
    links = {each: _at(scene, each) for each in fronts}
    taps = Taps(links, chosen=frozenset({at} & set(fronts)))
    panel = _spending(scene.state) | {
        "end": _end(side, entries),
        "tracks": tracks,
        "fronts": [{"name": BATTLEFIELD_NAMES[each], "href": links[each]} for each in fronts],
        "template": "scarper/turn/points.html",
    }
    chosen = next((track for track in tracks if track["id"] == do), None)
    if chosen:
        own = {"template": "scarper/turn/track.html", "track": chosen, "back": fresh(scene.draft)}
        return panel | own, taps
    return (panel | _attack(scene, side, entries, at) if at in fronts else panel), taps


def _spending(state: State) -> Values:
    """The card that is being spent, and what is left of it."""
    turn = state.turn
    if turn is None or turn.card is None:
        raise ValueError("No points are being spent in this state.")
    return {
        "card": event_card(state, turn.card),
        "pips": [{"spent": n >= turn.left} for n in range(turn.points)],
        "left": count(turn.left, "point") + " left",
        "lost": f"End the round: {count(turn.left, 'point')} lost",
        "note": _event_note(state),
    }


def _fronts(entries: Sequence[Json]) -> list[str]:
    open_ = {entry["battlefield"] for entry in entries if entry["type"] == "steady_push"}
    for entry in entries:
        if entry["type"] in ("frontal_charge", "concentrated_assault"):
            open_ |= set(entry["battlefields"])
    return [each for each in BATTLEFIELDS if each in open_]


def _at(scene: Scene[State], battlefield: str) -> str:
    do = scene.draft.get("do", "")
    return fresh(scene.draft, do=do if do in ATTACKS else None, at=battlefield)


def _event_note(state: State) -> str:
    turn = state.turn
    if turn and turn.owner and turn.event == "last":
        return (
            f"When the points are spent, the {SIDE_NAMES[turn.owner]} player carries out this card's event."
        )
    if turn and turn.event == "blocked":
        return "This card's event cannot happen now."
    return ""


def _end(side: Side, entries: Sequence[Json]) -> str | None:
    if not any(entry["type"] == "end_commands" for entry in entries):
        return None
    return tap({"type": "end_commands", "side": side})


def _tracks(scene: Scene[State], side: Side, entries: Sequence[Json]) -> list[Values]:
    kinds = {
        "publish_propaganda": ("propaganda", "Publish propaganda"),
        "invest_economy": ("economy", "Invest in the economy"),
    }
    found, state = [], scene.state
    for entry in entries:
        if entry["type"] in kinds:
            what, title = kinds[entry["type"]]
            now = state.track(what)[side]
            found.append(
                {
                    "id": what,
                    "title": title,
                    "href": fresh(scene.draft, do=what),
                    "chosen": scene.draft.get("do") == what,
                    "now": now,
                }
                | {"amounts": [_amount(entry, now, n) for n in range(1, entry["max"] + 1)]}
            )
    return found


def _amount(entry: Json, now: int, points: int) -> Values:
    action = {"type": entry["type"], "side": entry["side"], "points": points}
    return {"action": tap(action), "points": count(points, "point"), "words": f"{now} → {now + points}"}


def _attack(scene: Scene[State], side: Side, entries: Sequence[Json], at: str) -> Values:
    """The attacks that this battlefield allows; the one asked for with all that there is to know."""
    offers = _offers(scene, side, entries, at)
    do = scene.draft.get("do", "")
    chosen = next((offer for offer in offers if offer["id"] == do), None)
    found = {
        "at": BATTLEFIELD_NAMES[at],
        "where": in_words(scene.state, at),
        "back": fresh(scene.draft),
        "offers": offers,
    }
    if chosen:
        return found | {
            "template": f"scarper/turn/{do}.html",
            "attack": chosen,
            "back": keep(scene.draft, do=None),
        }
    return found | {"template": "scarper/turn/attacks.html"}


def _offers(scene: Scene[State], side: Side, entries: Sequence[Json], at: str) -> list[Values]:
    offers = []
    for entry in entries:
        if entry["type"] == "steady_push" and entry["battlefield"] == at:
            offers.append(_push(scene.state, side, at, entry["points"]))
        elif entry["type"] == "frontal_charge" and at in entry["battlefields"]:
            offers.append(charge_offer(scene.state, side, at) | {"action": tap(_bare(entry, at))})
        elif entry["type"] == "concentrated_assault" and at in entry["battlefields"]:
            points = scene.state.turn.left if scene.state.turn else 0
            offers.append(assault_offer(scene.state, side, at, points) | {"action": tap(_bare(entry, at))})
    return [offer | {"href": keep(scene.draft, at=at, do=offer["id"])} for offer in offers]


def _bare(entry: Json, at: str) -> Json:
    return {"type": entry["type"], "side": entry["side"], "battlefield": at}


def _push(state: State, side: Side, at: str, amounts: Sequence[int]) -> Values:
    pushed = {n: push(state.front.tracks[at], state.battlefields[at], side, n) for n in amounts}
    action: dict[str, Any] = {"type": "steady_push", "side": side, "battlefield": at}
    return {
        "id": "push",
        "title": "Steady push",
        "cost": "1 a space, 2 a trench",
        "amounts": [
            {
                "action": tap(action | {"points": n}),
                "number": n,
                "points": count(n, "point"),
                "words": moved_words(at, moved.advance, moved.trenches_removed),
            }
            for n, moved in pushed.items()
        ],
    }


def charge_offer(state: State, side: Side, at: str, extra: int = 0) -> Values:
    """A frontal charge on a battlefield with its odds; `extra` is what an event adds."""
    cards = lasting_cards(state, "attack_bonus", at) + lasting_cards(state, "defence_bonus", at)
    if extra:
        cards.append({"side": side, "amount": signed(extra), "words": "this event"})
    picture = charge_picture(charge_at(state, side, at, extra), cards)
    return {
        "id": "charge",
        "title": "Frontal charge",
        "cost": f"{CHARGE_COST} points, two dice",
        "odds": picture,
    }


def assault_offer(state: State, side: Side, at: str, points: int) -> Values:
    """A concentrated assault on a battlefield with its three outcomes."""
    cost = f"All {count(points, 'point')}, a die, and morale"
    picture = assault_picture(assault_at(state, side, at, points))
    return {"id": "assault", "title": "Concentrated assault", "cost": cost, "odds": picture}


def lasting_cards(state: State, kind: str, at: str) -> list[Values]:
    """The cards in play that add to an attack or a defence here, each with its side and amount."""
    return [
        {
            "side": side_of(each.side, card.owner),
            "amount": signed(each.amount),
            "words": state.box.cards[card.card].title,
        }
        for card in state.in_play
        for each in state.box.cards[card.card].ongoing
        if each.kind == kind and (each.battlefields is None or at in each.battlefields)
    ]
