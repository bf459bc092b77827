"""What people do in Verräter, and how it is told; what an action does is for the rules (5)."""

from collections.abc import Callable, Mapping
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

THINGS: Mapping[str, str] = {
    "type": "what is done",
    "player": "whose deed it is",
    "landscape": "the landscape",
    "from": "the landscape to move from",
    "to": "the landscape to move to",
    "site": "the two landscapes of the conflict",
    "site.#": "the landscape of the conflict",
    "removed": "the card put aside",
    "card": "the action card to keep",
    "cards": "the supply cards",
    "cards.#": "the supply card",
    "discard": "the cards to lay down",
    "discard.#": "the card to lay down",
    "picks": "the action card of each player",
    "picks.*": "the action card of {}",
    "op": "whether a card is placed, moved or turned, or nothing is built",
    "side": "whether it is an estate or an office",
    "reason": "the reason",
    "changes": "what is set by hand",
    "changes.#": "the change by hand",
    "changes.#.target": "what is set by hand",
    "changes.#.player": "whose it is",
    "changes.#.by": "by how many points",
    "changes.#.house": "the house",
    "changes.#.landscape": "the landscape",
    "changes.#.side": "whether it is an estate or an office",
}


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
    kind = action.get("type")
    if kind is None:
        return "The circle is laid out"
    tell = WORDS.get(kind) if type(kind) is str else None
    return tell(action) if tell else f"“{kind}”"


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


def _who(action: Entry, words: str) -> str:
    return f"{spoken(action.get('player'))}: {words}"


def _site(action: Entry) -> str:
    site = action.get("site")
    listed = " and ".join(str(each) for each in site) if type(site) is list else "a site"
    return _who(action, f"the conflict is at {listed}")


def _pick(action: Entry) -> str:
    card = action.get("card")
    name = data.ACTION_NAMES.get(card) if type(card) is str else None
    return _who(action, f"keeps {name}" if name else "keeps a card")


def _supply(action: Entry) -> str:
    cards = action.get("cards")
    listed = ", ".join(str(each) for each in cards) if type(cards) is list else ""
    return _who(action, f"plays {listed}" if listed else "plays no supply")


BUILDS = {
    "place": "builds an {side} under {landscape}",
    "move": "moves a card from {from} to {to}",
    "flip": "turns the card under {landscape} over",
    "pass": "builds nothing",
}


def _build(action: Entry) -> str:
    op = action.get("op")
    words = BUILDS.get(op, "builds") if type(op) is str else "builds"
    values = {
        "side": "estate",
        "landscape": "a landscape",
        "from": "one landscape",
        "to": "another",
        **action,
    }
    return _who(action, words.format_map(values))


def _refill(action: Entry) -> str:
    cards, laid_down = action.get("cards"), action.get("discard")
    count = len(cards) if type(cards) is list else 0
    picked = f"picks up {count or 'nothing'}"
    listed = ", ".join(str(each) for each in laid_down) if type(laid_down) is list else ""
    return _who(action, f"lays down {listed}, {picked}" if listed else picked)


WORDS: Mapping[str, Callable[[Entry], str]] = {
    "place_estate": lambda action: _who(action, f"first estate under {action.get('landscape')}"),
    "choose_site": _site,
    "deal_actions": lambda action: _who(action, "one action card is put aside"),
    "draft_offline": lambda action: _who(action, "the real action cards go round"),
    "pick_action": _pick,
    "play_supply": _supply,
    "reveal": lambda action: "The action cards are turned over",
    "build": _build,
    "refill": _refill,
    "adjust": lambda action: f"Set by hand: {action.get('reason')}",
}


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
