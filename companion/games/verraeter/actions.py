"""What people do in Verräter, and how it is told; what an action does is for the rules (5)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from companion.engine import shape
from companion.engine.game import Result
from companion.engine.shape import Between, By, Every, Named, Sized
from companion.engine.wire import Json
from companion.engine.wording import by_hand, change
from companion.games.verraeter import data
from companion.games.verraeter.data import ActionCard
from companion.games.verraeter.state import DrawnCards, PlayerId, Position, Site, State, SupplyCards, spoken

type Entry = dict[str, Json]
"""One action's JSON, or what may be done now."""

THINGS: Mapping[str, str] = json.loads((data.FOLDER / "things.json").read_text("utf-8"))
"""What the parts of an action are called."""


MOST_REFILLED = 9


class PlaceEstate(NamedTuple):
    """Put one's first estate under a free landscape (setup.estates)."""

    player: PlayerId
    landscape: Position


class ChooseSite(NamedTuple):
    """Say where the conflict is fought (1)."""

    player: PlayerId
    site: Site


class DealActions(NamedTuple):
    """Shuffle the six action cards and put one aside (2)."""

    player: PlayerId
    removed: ActionCard


class DraftOffline(NamedTuple):
    """Let the real action cards go round the table; the app hears of them when they are turned over (2)."""

    player: PlayerId


class PickAction(NamedTuple):
    """Keep one action card and hand the rest on (2)."""

    player: PlayerId
    card: ActionCard


class PlaySupply(NamedTuple):
    """Lay supply cards down, face up (3)."""

    player: PlayerId
    cards: Annotated[SupplyCards, Sized(0, data.MOST_SUPPLY_PLAYED)]


class Reveal(NamedTuple):
    """Turn all action cards over and evaluate the conflict (4 to 6); `picks` are real cards, or empty."""

    picks: Annotated[Mapping[str, ActionCard], Every("players")] = {}


class PlaceBuilding(NamedTuple):
    """The master builder brings a card in (7)."""

    player: PlayerId
    landscape: Position
    side: data.BuildingSide = "estate"


class MoveBuilding(NamedTuple):
    """The master builder moves a card, which keeps its side (7, R15)."""

    player: PlayerId
    source: Annotated[int, Between(0, data.CIRCLE - 1), Named("from")]
    target: Annotated[int, Between(0, data.CIRCLE - 1), Named("to")]


class FlipBuilding(NamedTuple):
    """The master builder turns a card over (7)."""

    player: PlayerId
    landscape: Position


class PassBuilding(NamedTuple):
    """The master builder builds nothing (R14)."""

    player: PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class Refill:
    """Pick supply up, laying down what is too much (10); `cards` are the values drawn, in order."""

    player: PlayerId
    discard: Annotated[SupplyCards, Sized(0, MOST_REFILLED)] = ()
    cards: Annotated[DrawnCards, Sized(0, MOST_REFILLED)]


class ChangePoints(NamedTuple):
    """More or fewer victory points."""

    player: PlayerId
    by: Annotated[int, Between(-99, 99)]


class ChangeAllegiance(NamedTuple):
    """Another oath."""

    player: PlayerId
    house: data.House


class ChangeLandscape(NamedTuple):
    """A landscape that shows a house."""

    landscape: Position
    house: data.House


class ChangeBuilding(NamedTuple):
    """Another card, or none, under a landscape."""

    landscape: Position
    player: PlayerId | None
    side: data.BuildingSide = "estate"


class ChangeStrategy(NamedTuple):
    """Another holder of the strategy card."""

    player: PlayerId


TARGETS = {
    "vp": ChangePoints,
    "allegiance": ChangeAllegiance,
    "landscape": ChangeLandscape,
    "building": ChangeBuilding,
    "strategy": ChangeStrategy,
}
type Change = ChangePoints | ChangeAllegiance | ChangeLandscape | ChangeBuilding | ChangeStrategy


class Adjust(NamedTuple):
    """Overrule the app, with a reason."""

    reason: Annotated[str, Sized(1, 200)]
    changes: Annotated[tuple[Annotated[Change, By("target", TARGETS)], ...], Sized(1, 20)]


type Build = PlaceBuilding | MoveBuilding | FlipBuilding | PassBuilding
type PlayersAction = (
    PlaceEstate | ChooseSite | DealActions | DraftOffline | PickAction | PlaySupply | Build | Refill
)
type Action = PlayersAction | Reveal | Adjust


BUILD_KINDS = {"place": PlaceBuilding, "move": MoveBuilding, "flip": FlipBuilding, "pass": PassBuilding}
TYPES = {
    "place_estate": PlaceEstate,
    "choose_site": ChooseSite,
    "deal_actions": DealActions,
    "draft_offline": DraftOffline,
    "pick_action": PickAction,
    "play_supply": PlaySupply,
    "reveal": Reveal,
    "build": By("op", BUILD_KINDS),
    "refill": Refill,
    "adjust": Adjust,
}
ACTION = Annotated[Action, By("type", TYPES)]


def read_action(value: object, state: State) -> Action:
    """One action; `InvalidInput` at the fault."""
    action: Action = shape.read(ACTION, value, names={"players": state.ids})
    return action


def describe(action: object) -> str:
    """An action in a few words; what is redacted or malformed in it is passed over."""
    if type(action) is not dict:
        return "An entry that cannot be read"
    match action.get("type"):
        case None:
            return "The circle is laid out"
        case "adjust":
            return f"Set by hand: {action.get('reason')}"
        case "reveal":
            return "The action cards are turned over"
        case kind:
            words = _words(kind, action)
            return f"{spoken(action.get('player'))}: {words}" if words else f"“{kind}”"


def _words(kind: object, action: Entry) -> str:
    """What a player does; empty for a deed that there is none of."""
    match kind:
        case "place_estate":
            return f"first estate under {action.get('landscape')}"
        case "choose_site":
            return f"the conflict is at {_several(action.get('site'), ' and ') or 'a site'}"
        case "deal_actions":
            return "one action card is put aside"
        case "draft_offline":
            return "the real action cards go round"
        case "pick_action":
            return f"keeps {data.ACTION_NAMES.get(str(action.get('card')), 'a card')}"
        case "play_supply":
            return f"plays {_several(action.get('cards')) or 'no supply'}"
        case "build":
            values = {"side": "estate", "landscape": "a landscape", "from": "one landscape", "to": "another"}
            return BUILDS.get(str(action.get("op")), "builds").format_map(values | action)
        case "refill":
            cards, laid_down = action.get("cards"), _several(action.get("discard"))
            picked = f"picks up {len(cards) or 'nothing' if type(cards) is list else 'nothing'}"
            return f"lays down {laid_down}, {picked}" if laid_down else picked
    return ""


BUILDS = {
    "place": "builds an {side} under {landscape}",
    "move": "moves a card from {from} to {to}",
    "flip": "turns the card under {landscape} over",
    "pass": "builds nothing",
}


def _several(values: object, join: str = ", ") -> str:
    return join.join(map(str, values)) if type(values) is list else ""


def tell(state: State, action: object, sight: object) -> str:
    """The same; of what is set by hand, from what to what, and of real cards who turned over which."""
    if type(action) is dict and is_by_hand(state, action) and action["type"] == "reveal":
        turned = (
            f"{spoken(who)}, {data.ACTION_NAMES.get(card, card)}" for who, card in action["picks"].items()
        )
        return f"{describe(action)}: {'; '.join(turned)}"
    if type(action) is not dict or action.get("type") != "adjust":
        return describe(action)
    changes = action.get("changes")
    listed = [each for each in changes if type(each) is dict] if type(changes) is list else []
    return by_hand((_set(state, each) for each in listed), action.get("reason"))


def is_by_hand(state: State, action: object) -> bool:
    """Whether the table sets or finds it, and not the rules: real cards are turned over under all eyes."""
    match action:
        case {"type": "adjust"}:
            return True
        case {"type": "reveal", "picks": {**picks}}:
            return bool(picks)
    return False


def _set(state: State, entry: Entry) -> str:
    who, at, houses = entry.get("player"), entry.get("landscape"), state.words.houses
    match entry.get("target"):
        case "vp" if who in state.ids and type(by := entry.get("by")) is int:
            return change(f"{spoken(who)}’s points", state.player(who).vp, state.player(who).vp + by)
        case "allegiance" if who in state.ids:
            was = houses.get(state.player(who).allegiance or "", "nobody")
            return change(f"{spoken(who)} serves", was, houses.get(str(entry.get("house")), ""))
        case "strategy":
            return change("strategy card", spoken(state.strategy_holder), spoken(who))
        case "landscape" if type(at) is int and 0 <= at < len(state.circle):
            return change(
                f"landscape {at}", houses[state.circle[at].house], houses.get(str(entry.get("house")))
            )
        case "building" if type(at) is int and 0 <= at < len(state.circle):
            there = state.circle[at].building
            was = _building(there.player, there.side) if there else "nothing"
            now = _building(who, str(entry.get("side", "estate"))) if who else "nothing"
            return change(f"under landscape {at}", was, now)
    return ""


def _building(who: object, side: str) -> str:
    return f"{spoken(who)}’s {side}"


def headline(state: State) -> str:
    """Where the game stands, in a few words: round, phase, who leads."""
    return " · ".join((f"round {state.round} of {state.rounds}", _moment(state), _lead(state)))


def _moment(state: State) -> str:
    if state.phase == "finished" or state.active is None:
        return data.PHASE_NAMES[state.phase].lower()
    return f"{data.PHASE_NAMES[state.phase].lower()}: {spoken(state.active)}"


def _lead(state: State) -> str:
    if state.result is not None:
        names = [spoken(who) for who in state.result["winners"]]
        return f"{' and '.join(names)} {'win' if len(names) > 1 else 'wins'}"
    most = max(player.vp for player in state.players)
    first = [spoken(player.id) for player in state.players if player.vp == most]
    return "level" if len(first) == len(state.players) else f"{' and '.join(first)} {most}"


def result(state: State) -> tuple[Result, ...]:
    """Every player, the best first; empty while the game goes on."""
    if state.phase != "finished":
        return ()
    if state.one_house():
        words = f"all land the {state.words.houses[state.circle[0].house]}'s"
    else:
        words = f"after round {state.round}"
    return tuple(Result(row["player"], row["rank"], row["total"], words) for row in state.result["scores"])
