"""Missions on the screens: choosing them, how near they are, and revealing them at the year's end."""

from collections.abc import Mapping, Sequence

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.engine.wording import Values, count, tap
from companion.games.scarper.data import SIDE_NAMES, SIDES, Side
from companion.games.scarper.procedures.conditions import holds
from companion.games.scarper.procedures.position import figure, lead
from companion.games.scarper.screens.cards import mission_card
from companion.games.scarper.state import State
from companion.games.scarper.state.conditions import Ahead, AtLeast, AtMost, Claim, Judged
from companion.games.scarper.state.effects import side_of


def choosing_panel(scene: Scene[State], entries: Sequence[Json]) -> Values:
    """Phase C: each side keeps one or both of two missions."""
    options = scene.state.options
    by_side = {entry["side"]: entry for entry in entries}
    return {
        "template": "scarper/turn/missions.html",
        "title": "Choose missions",
        "sides": [_chooser(scene, side, by_side.get(side)) for side in SIDES],
        "success": options.mission_success,
        "failure": options.mission_failure,
    }


def _chooser(scene: Scene[State], side: Side, entry: Json | None) -> Values:
    orders = scene.state.missions[side]
    chooser: Values = {"side": side, "name": SIDE_NAMES[side], "kept": orders.count, "how": "done"}
    if orders.count:
        return chooser | {"words": f"keeps {count(orders.count, 'mission')}"}
    if scene.state.options.cards == "table":
        return chooser | {"how": "count" if side in scene.sight.acts else "wait", "uses": _counts(side)}
    if entry is None or not entry["from"] or not may_show(scene, side):
        return chooser | {"how": "elsewhere"}
    cards = [mission_card(scene.state, each) for each in entry["from"]]
    return chooser | {
        "how": "cards",
        "cards": cards,
        "action": tap({"type": "choose_missions", "side": side}),
    }


def _counts(side: Side) -> list[Values]:
    choose = {"type": "choose_missions", "side": side}
    return [{"action": tap(choose | {"keep": n}), "button": f"Keep {count(n, 'mission')}"} for n in (1, 2)]


def may_show(scene: Scene[State], side: Side) -> bool:
    """Whether a side's secrets may lie open here."""
    return scene.own == side


def kept_missions(state: State, side: Side) -> list[Values]:
    """A side's kept missions, each with whether the board meets it now."""
    kept = state.missions[side].kept or ()
    return [
        mission_card(state, each) | _now(state, side, state.box.missions[each].condition) for each in kept
    ]


def _now(state: State, side: Side, condition: Claim | Judged) -> Values:
    if isinstance(condition, Judged):
        return {"met": None, "progress": "The table judges it at the year's end."}
    return {"met": holds(condition, side, state), "progress": _progress(state, side, condition)}


def _progress(state: State, side: Side, condition: Claim) -> str:
    """How far it is, where one figure tells it."""
    if isinstance(condition, AtLeast):
        bound = "at most" if isinstance(condition, AtMost) else "at least"
        now = figure(state, condition.what, side_of(condition.side, side), condition.battlefields)
        return f"Now {now}, {bound} {condition.value} needed"
    if isinstance(condition, Ahead):
        ahead = lead(state, condition.what, side, condition.battlefields)
        return f"Now {_ahead(ahead)}, {condition.margin} ahead needed"
    return ""


def _ahead(lead_: int) -> str:
    return "level" if not lead_ else f"{abs(lead_)} {'ahead' if lead_ > 0 else 'behind'}"


def reveal_panel(scene: Scene[State], entry: Json | None) -> Values:
    """Phase E: turn the missions over; with physical cards say which they were."""
    state = scene.state
    panel: Values = {
        "template": "scarper/turn/reveal.html",
        "title": "Reveal the missions",
        "kept": [
            {"name": SIDE_NAMES[side], "side": side, "slots": range(state.missions[side].count)}
            for side in SIDES
        ],
        "action": tap({"type": "reveal_missions"}),
        "by_hand": state.options.cards == "table",
    }
    if panel["by_hand"]:
        return panel | {
            "choices": [_named(state, side) for side in SIDES],
            "verdicts": _judged(state),
        }
    return panel | {"verdicts": [mission_card(state, each) for each in (entry or {}).get("verdicts", [])]}


def _named(state: State, side: Side) -> Values:
    slots = range(state.missions[side].count)
    return {"side": side, "name": SIDE_NAMES[side], "slots": slots, "cards": _unrevealed(state, side)}


def _unrevealed(state: State, side: Side) -> list[Values]:
    seen = {each for record in state.history for each in record.revealed[side]}
    return [mission_card(state, each) for each in state.box.missions_of(side) if each not in seen]


def _judged(state: State) -> list[Values]:
    """Missions that only the table can judge, any of which may come up."""
    judged = [each.id for each in state.box.missions.values() if isinstance(each.condition, Judged)]
    seen = {each for record in state.history for side in SIDES for each in record.revealed[side]}
    return [mission_card(state, each) for each in judged if each not in seen]


def verdicts(state: State, side: Side, revealed: Sequence[str]) -> Mapping[str, bool | None]:
    """Whether each revealed mission holds on the board as it stands; `None` where the table judged."""
    found: dict[str, bool | None] = {}
    for each in revealed:
        condition = state.box.missions[each].condition
        found[each] = None if isinstance(condition, Judged) else holds(condition, side, state)
    return found
