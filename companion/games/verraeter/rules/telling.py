"""An action, where the game stands, and how it ended for each player, in a few words (6.8, R24)."""

from collections.abc import Callable, Mapping

from companion.engine.game import Result
from companion.engine.wire import Json
from companion.engine.wording import by_hand, change
from companion.games.verraeter.data import ACTION_NAMES, PHASE_NAMES
from companion.games.verraeter.state import State, spoken

type Told = dict[str, Json]


def describe(action: Json) -> str:
    """An action in a few words; what is redacted or malformed in it is passed over."""
    if type(action) is not dict:
        return "An entry that cannot be read"
    kind = action.get("type")
    if kind is None:
        return "The circle is laid out"
    tell = WORDS.get(kind) if type(kind) is str else None
    return tell(action) if tell else f"“{kind}”"


def tell(state: State, action: Json, sight: object) -> str:
    """The same; of what is set by hand, from what to what, and of real cards who turned over which."""
    if is_by_hand(state, action) and action["type"] == "reveal":
        turned = (f"{spoken(who)}, {ACTION_NAMES.get(card, card)}" for who, card in action["picks"].items())
        return f"{describe(action)}: {'; '.join(turned)}"
    if type(action) is not dict or action.get("type") != "adjust":
        return describe(action)
    changes = action.get("changes")
    listed = [each for each in changes if type(each) is dict] if type(changes) is list else []
    return by_hand((_set(state, each) for each in listed), action.get("reason"))


def is_by_hand(state: State, action: Json) -> bool:
    """Whether the table sets or finds it, and not the rules: real cards are turned over under all eyes."""
    match action:
        case {"type": "adjust"}:
            return True
        case {"type": "reveal", "picks": {**picks}}:
            return bool(picks)
    return False


def _set(state: State, entry: Told) -> str:
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


def _building(who: Json, side: str) -> str:
    return f"{spoken(who)}’s {side}"


def _who(action: Told, words: str) -> str:
    return f"{spoken(action.get('player'))}: {words}"


def _site(action: Told) -> str:
    site = action.get("site")
    listed = " and ".join(str(each) for each in site) if type(site) is list else "a site"
    return _who(action, f"the conflict is at {listed}")


def _pick(action: Told) -> str:
    card = action.get("card")
    known = ACTION_NAMES.get(card) if type(card) is str else None
    return _who(action, f"keeps {known}" if known else "keeps a card")


def _supply(action: Told) -> str:
    cards = action.get("cards")
    listed = ", ".join(str(each) for each in cards) if type(cards) is list else ""
    return _who(action, f"plays {listed}" if listed else "plays no supply")


BUILDS = {
    "place": "builds an {side} under {landscape}",
    "move": "moves a card from {from} to {to}",
    "flip": "turns the card under {landscape} over",
    "pass": "builds nothing",
}


def _build(action: Told) -> str:
    op = action.get("op")
    words = BUILDS.get(op, "builds") if type(op) is str else "builds"
    known = {"side": "estate", "landscape": "a landscape", "from": "one landscape", "to": "another", **action}
    return _who(action, words.format_map(known))


def _refill(action: Told) -> str:
    cards, laid_down = action.get("cards"), action.get("discard")
    count = len(cards) if type(cards) is list else 0
    picked = f"picks up {count or 'nothing'}"
    listed = ", ".join(str(each) for each in laid_down) if type(laid_down) is list else ""
    return _who(action, f"lays down {listed}, {picked}" if listed else picked)


WORDS: Mapping[str, Callable[[Told], str]] = {
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
        return PHASE_NAMES[state.phase].lower()
    return f"{PHASE_NAMES[state.phase].lower()}: {spoken(state.active)}"


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
