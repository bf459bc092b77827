"""Who may see what: unit cards, reserves, sheets and reports are their owner's (R35, R61)."""

from collections.abc import Collection

from companion.engine.game import Sight
from companion.engine.wire import Json
from companion.games.parabellum.data import RESOURCES
from companion.games.parabellum.rules.legal import Entry, legal_at_table
from companion.games.parabellum.state.json_form import (
    SYSTEM,
    chosen_json,
    ground_json,
    player_json,
    public_json,
    report_json,
    unit_json,
    whole_unit_json,
)
from companion.games.parabellum.state.lines import line_json
from companion.games.parabellum.state.options import options_json
from companion.games.parabellum.state.pieces import Unit
from companion.games.parabellum.state.table import State

ON_MAP = ("where", "square", "position", "flag", "entrench", "bridge")
IN_REAR = ("where", "flag")


def view_of(state: State, viewer: str) -> Json:
    """What one player sees (specification 6.1)."""
    return {"viewer": viewer, **seen(state, (viewer,))}


def seen(state: State, sees: Collection[str]) -> dict[str, Json]:
    """What these players together see."""
    return {
        **public_json(state),
        "supply": state.supply._asdict(),
        "players": {player: _player(state, player, player in sees) for player in state.players},
        "units": {
            unit: shown
            for unit, each in state.units.items()
            if (shown := _unit(state, unit, each, each.owner in sees)) is not None
        },
        "reports": {unit: report_json(state.reports[unit]) for unit in _told(state, sees)},
        "ledger": [line_json(line) for line in state.ledger if line.player in sees],
        **chosen_json(state),
    }


def _player(state: State, player: str, own: bool) -> Json:
    whole = player_json(state.players[player])
    return whole if own else {**whole, "credits": None, "reserve": None}


def _unit(state: State, unit: str, each: Unit, own: bool) -> Json:
    if own:
        return whole_unit_json(state, each)
    if each.where in ("reserve", "aboard"):
        return None
    whole = unit_json(each)
    keys = ON_MAP if each.where == "map" else IN_REAR
    kind = {"owner": each.owner, "class": state.card(unit).unit_class}
    said = ground_json(each) if not state.tracked and each.where == "map" else {}
    return {**kind, **{key: whole[key] for key in keys}, **said}


def _told(state: State, sees: Collection[str]) -> list[str]:
    """The reports that these players have been told."""
    everything = state.options.recon_public or state.active in sees
    return [unit for unit in state.reports if everything or state.units[unit].owner in sees]


def redact_state(state: State, sight: Sight) -> Json:
    """The state as a sight has it: what its seats see, and what the campaign is played with."""
    head = {"system": SYSTEM, "binder": state.binder.given, "options": options_json(state.options)}
    return {**head, **seen(state, sight.sees)}


def seen_legal(state: State, sight: Sight) -> list[Entry]:
    """The entries of `legal` for what a sight may do, without what only others may know."""
    entries = [entry for entry in legal_at_table(state) if _may(entry, sight)]
    return [_shown(state, entry, sight) for entry in entries]


def _may(entry: Entry, sight: Sight) -> bool:
    """Who acts for another's seat is not told what its hidden cards allow, only what all see done."""
    if "player" not in entry:
        return bool(sight.acts)
    return entry["player"] in sight.acts and (entry["player"] in sight.sees or entry["type"] in OPEN)


def _shown(state: State, entry: Entry, sight: Sight) -> Entry:
    """Whether a target could hit back is its owner's to know."""
    if entry["type"] != "attack":
        return entry
    answers = {
        target: could if state.units[target].owner in sight.sees else None
        for target, could in entry["targets"].items()
    }
    return {**entry, "targets": answers}


OPEN = ("turn_order", "objective", "end_scenario", "end_phase", "done", "choose", "abstain", "withdraw")
"""What the whole table sees done, and why not."""

HIDDEN: dict[str, tuple[str, ...]] = {
    "stow": ("fuel", "ammunition"),
    "unstow": ("fuel", "ammunition"),
    "transfer": ("fuel", "ammunition"),
    "board": ("transport",),
    "resupply": ("from",),
    "adjust": ("credits", "personnel", "fuel", "ammunition"),
}
"""What an entry of another player does not tell. Dice are thrown in the open, and stay."""


def redact_action(state: State, action: Json, sight: Sight) -> Json:
    """An action as a sight may read it in the journal: tokens, cards and cargo of others left out."""
    if type(action) is not dict:
        return action
    player = action.get("player")
    if type(player) is str and player in sight.sees:
        return action
    kind = action.get("type")
    if kind == "purchase":
        return _purchase(state, action)
    hidden = HIDDEN.get(kind, ()) if type(kind) is str else ()
    return {key: value for key, value in action.items() if key not in hidden}


def _purchase(state: State, action: Entry) -> Entry:
    """How many tokens is told where the shared supply shows it to everybody anyway."""
    resource = action.get("resource")
    shared = resource in RESOURCES and getattr(state.supply, str(resource)) is not None
    hidden = () if shared else ("items", "quantity", "deal")
    return {key: value for key, value in action.items() if key not in hidden}


def is_irrevocable(state: State, action: Json, rolled: bool) -> bool:
    """Whether an action showed somebody what an undo cannot hide again: a report, or the app's dice.

    The numbers that cards are dealt say nothing, so there is nothing to hide again.
    """
    kind = action.get("type") if type(action) is dict else None
    return kind == "recon" or (rolled and kind != "purchase")
