"""Who may see what, and refusals that tell no card which only its owner may know (R35, R61)."""

from collections.abc import Collection

from companion.engine.errors import GameError, IllegalAction, InvalidInput
from companion.engine.game import Outcome, Scene, Sight
from companion.engine.records import replace
from companion.engine.scene import Secrecy
from companion.engine.wire import Json
from companion.games.parabellum.actions import VERBS, read_action
from companion.games.parabellum.data import RESOURCES
from companion.games.parabellum.rules import apply
from companion.games.parabellum.rules.legal import Entry, legal_at_table
from companion.games.parabellum.state import EMPTY, Reserve, State, Unit, numbered, state_json

PUBLIC = (
    "phase",
    "scenario",
    "round",
    "order",
    "active",
    "done",
    "choosers",
    "winner",
    "casualties",
    "wrecks",
    "caches",
    "features",
    "objectives",
    "tally",
    "history",
    "supply",
)
CHOSEN = ("positions", "card_binder")
ON_MAP = ("where", "square", "position", "flag", "entrench", "bridge", "ground", "earthwork")
IN_REAR = ("where", "flag")


SECRECY: Secrecy[State, str] = Secrecy(
    owners=lambda state: state.seated, is_over=lambda state: state.phase == "over"
)


def view_of(state: State, viewer: str) -> Json:
    """What one player sees (specification 6.1)."""
    return {"viewer": viewer, **seen(state, (viewer,))}


def seen(state: State, sees: Collection[str]) -> dict[str, Json]:
    return _seen(state, state_json(state), sees)


def _seen(state: State, whole: dict[str, Json], sees: Collection[str]) -> dict[str, Json]:
    units, reports = whole["units"], _reports_of(state, sees)
    return {
        **{key: whole[key] for key in PUBLIC},
        "players": {
            player: each if player in sees else {**each, "credits": None, "reserve": None}
            for player, each in whole["players"].items()
        },
        "units": {
            unit: units[unit] if each.owner in sees else _shown_unit(state, each, units[unit])
            for unit, each in state.units.items()
            if each.owner in sees or each.where not in ("reserve", "aboard")
        },
        "reports": {unit: whole["reports"][unit] for unit in reports},
        "ledger": [line for line in whole["ledger"] if line["player"] in sees],
        **{key: whole[key] for key in CHOSEN if key in whole},
    }


def _shown_unit(state: State, unit: Unit, whole: dict[str, object]) -> Json:
    """What the others see of a unit that stands before the screen."""
    keys = ON_MAP if unit.where == "map" else IN_REAR
    kind = {"owner": unit.owner, "class": state.binder.units[unit.type].unit_class}
    return {**kind, **{key: whole[key] for key in keys if key in whole}}


def _reports_of(state: State, sees: Collection[str]) -> list[str]:
    everything = state.options.recon_public or state.active in sees
    return [unit for unit in state.reports if everything or state.units[unit].owner in sees]


def redact_state(state: State, sight: Sight) -> Json:
    """The state as a sight has it: what its seats see, and what the campaign is played with.

    The lines of its ledger are counted anew.
    """
    whole = state_json(state)
    head = {key: whole[key] for key in ("system", "binder", "options")}
    seen = _seen(state, whole, sight.sees)
    ledger = [{**line, "n": n} for n, line in enumerate(seen["ledger"], 1)]
    return {**head, **seen, "ledger": ledger}


def veil(state: State, scene: Scene[State], past: bool) -> State:
    """The state without ledgers, names and notes of others; as it is now, without money, cards and cargo.

    What was lost on the map and read out at a scenario's end everybody saw; it is counted out of what stood
    there then, so that a past line keeps its figures.
    """
    sees = scene.sight.sees
    own = replace(state, ledger=numbered(line for line in state.ledger if line.player in sees))
    if past:
        units = {u: each if each.owner in sees else _unnamed(each) for u, each in state.units.items()}
        return replace(own, units=units)
    units = {
        unit: each if each.owner in sees else _face_down(state, each)
        for unit, each in state.units.items()
        if each.owner in sees or each.where not in ("reserve", "aboard")
    }
    players = {
        player: each if player in sees else replace(each, credits=0, reserve=Reserve())
        for player, each in state.players.items()
    }
    reports = {unit: state.reports[unit] for unit in _reports_of(state, sees)}
    return replace(own, units=units, players=players, reports=reports)


def _unnamed(unit: Unit) -> Unit:
    return replace(unit, name="", note="")


def _face_down(state: State, unit: Unit) -> Unit:
    """A unit under the first card of its class, with what all see of it and no more."""
    kind = state.binder.units[unit.type].unit_class
    card = next(type_ for type_, each in state.binder.units.items() if each.unit_class == kind)
    return replace(
        _unnamed(unit), type=card, cost=0, strength=0, fuel=0, ammunition=0, cargo=EMPTY, mp_used=0,
        transport=None, partner=None, marks=frozenset(),
    )  # fmt: skip


def seen_legal(state: State, sight: Sight) -> list[Entry]:
    """The entries of `legal` for what a sight may do, without what only others may know."""
    entries = SECRECY.offered(
        legal_at_table(state) if sight.acts else (),
        sight,
        lambda entry: entry.get("player"),
        # Who acts for another's seat is not told what its hidden cards allow, only what all see done.
        lambda entry: entry if VERBS[entry["type"]].is_open else None,
    )
    return [_shown(state, entry, sight) for entry in entries]


def _shown(state: State, entry: Entry, sight: Sight) -> Entry:
    """Whether a target could hit back is its owner's to know."""
    if entry["type"] != "attack":
        return entry
    answers = {
        target: could if state.units[target].owner in sight.sees else None
        for target, could in entry["targets"].items()
    }
    return {**entry, "targets": answers}


OPENLY = ("entrench", "square", "position")
"""What of a unit all see; its people and counters are its owner's to know."""


def redact_action(state: State, action: object, sight: Sight) -> Json:
    """An action as a sight may read it in the journal: tokens, cards and cargo of others left out."""
    if type(action) is not dict:
        return action
    player = action.get("player")
    if type(player) is str and player in sight.sees:
        return action
    kind = action.get("type")
    if kind == "purchase":
        return _purchase(state, action)
    if kind == "adjust" and type(action.get("unit")) is dict:
        action = {**action, "unit": _set_openly(state, action["unit"])}
    # Dice are thrown in the open, and stay.
    hidden = VERBS[kind].hidden if type(kind) is str and kind in VERBS else ()
    return {key: value for key, value in action.items() if key not in hidden and value != {}}


def _set_openly(state: State, change: Entry) -> Entry:
    """What all see of a unit that is set by hand: nothing of one in a reserve, or aboard another."""
    unit = state.units.get(str(change.get("id")))
    is_seen = unit is None or unit.where not in ("reserve", "aboard")
    return {key: change[key] for key in ("id", *OPENLY) if is_seen and key in change}


def _purchase(state: State, action: Entry) -> Entry:
    """How many tokens is told where the shared supply shows it to everybody anyway."""
    resource = action.get("resource")
    shared = resource in RESOURCES and getattr(state.supply, str(resource)) is not None
    hidden = () if shared else ("items", "quantity", "deal")
    return {key: value for key, value in action.items() if key not in hidden}


def is_irrevocable(state: State, action: object, rolled: bool) -> bool:
    """Whether an action showed somebody what an undo cannot hide again: a report, or the app's dice.

    The numbers that cards are dealt say nothing, so there is nothing to hide again.
    """
    kind = action.get("type") if type(action) is dict else None
    return kind == "recon" or (rolled and kind != "purchase")


TARGET = (
    "The target's dice do not fit its card: it rolls one for each of its people, "
    "of the defence die on its card. Its owner knows how many, and which."
)
ANSWER = (
    "These dice do not fit the two cards, or the target cannot hit back: each side rolls one die for each "
    "of its people, of the die on its card. Each owner knows the own."
)
SHOTS = (
    "These dice do not fit what is fired at: a shot takes one die of the gun, and one for each of the people "
    "that its target has left by then, or one d6 a token of a cache and then the dice of its explosion; "
    "none where nothing is left. The owners know their cards."
)
CHAIN = (
    "These dice do not fit what stands near: each combat takes one d8 a token of the cache that goes up, and "
    "one die for each of the people struck (one d6 a token of a cache); no dice where nothing explodes. "
    "The owners know their cards."
)
OTHERS = ("rolls.defense", "rolls.counter_attack", "rolls.counter_defense")


def apply_at_table(state: State, action: object) -> Outcome[State]:
    """`apply`, its refusals silent on what only another may know."""
    try:
        return apply(state, action)
    except GameError as refused:
        raise veiled(action, refused) from None


def looks(state: State, action: Json) -> tuple[str, ...]:
    """Whose cards, reserve and money the rules look at; shape, phase and turn anybody may know."""
    player = action.get("player") if type(action) is dict else None
    if type(player) is not str or player not in state.players:
        return ()
    try:
        read_action(action, tracked=state.tracked)
    except GameError:
        return ()
    return () if VERBS[action["type"]].is_open else (player,)


def veiled(action: Json, refused: GameError) -> GameError:
    """The refusal itself, or the same words for everything that hangs on hidden cards."""
    kind = action.get("type") if type(action) is dict else None
    if kind == "attack":
        against = refused.path == "counter" and isinstance(refused, IllegalAction)
        dice = any(_under(refused.path, key) for key in OTHERS) and _given(action, refused.path)
        if not against and not dice:
            return refused
        return InvalidInput("rolls", ANSWER) if action["counter"] else InvalidInput("rolls.defense", TARGET)
    if kind == "attack_cache" and _under(refused.path, "rolls.explosions") and _given(action, refused.path):
        return InvalidInput("rolls.explosions", CHAIN)
    if kind == "barrage" and refused.path.startswith("rolls."):
        return InvalidInput("rolls", SHOTS)
    return refused


def _under(path: str, key: str) -> bool:
    return path == key or path.startswith(f"{key}.")


def _given(action: dict[str, object], path: str) -> bool:
    """Whether those dice are there at all; that a key is missing anybody may know."""
    rolls = action.get("rolls")
    return type(rolls) is dict and path.split(".")[1] in rolls
