"""Missions on the screens: choosing them, how near they are, and revealing them at the year's end."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.engine.game import Scene
from companion.engine.stage import (
    Choice,
    Choices,
    Deed,
    Edge,
    Field,
    Fields,
    Icon,
    Lead,
    Piece,
    Question,
    Queue,
    Tick,
    Ticks,
    Turned,
    Words,
    said,
)
from companion.engine.wire import Json
from companion.engine.wording import count, tap
from companion.games.scarper.data import SIDES, Side
from companion.games.scarper.procedures.conditions import holds
from companion.games.scarper.procedures.position import figure, lead
from companion.games.scarper.screens.cards import mission_edge, mission_tick
from companion.games.scarper.screens.people import one
from companion.games.scarper.screens.start import to_hand
from companion.games.scarper.state import Mission, State
from companion.games.scarper.state.conditions import Ahead, AtLeast, AtMost, Claim, Judged
from companion.games.scarper.state.effects import side_of


def missions_question(scene: Scene[State], entries: Sequence[Json]) -> Question:
    """Phase C: each side keeps one or both of two missions."""
    options = scene.state.options
    due = {entry["side"]: entry for entry in entries}
    words = said(
        "Each side keeps one or both. One met gives its side {success} morale; "
        "one missed gives the enemy {failure}.",
        success=options.mission_success,
        failure=options.mission_failure,
    )
    queue = Queue(tuple(_chooser(scene.state, side) for side in SIDES))
    asked = Question(
        kind="missions",
        rule="mission",
        title="Choose missions",
        pieces=(Lead(words), queue),
        missing="Waiting",
    )
    own = next((side for side in due if may_show(scene, side)), None)
    if scene.state.options.cards == "table":
        return _counted(asked, [side for side in due if side in scene.sight.acts])
    if own:
        return _ticked(scene.state, asked, own, due[own]["from"] or ())
    ways = tuple(to_hand(scene, side) for side in due if side in scene.sight.acts)
    return replace(asked, main=ways[0] if ways else None, lesser=ways[1:])


def _chooser(state: State, side: Side) -> Turned:
    kept = state.missions[side].count
    words = said("keeps {missions}", missions=count(kept, "mission")) if kept else said("chooses")
    return Turned(one(side), "done" if kept else "now", words, side, Icon(side))


def _ticked(state: State, asked: Question, side: Side, drawn: Sequence[str]) -> Question:
    """One's own two, to tick those that are kept."""
    ticks = tuple(mission_tick(state.box.missions[each]) for each in drawn)
    deed = Deed(words="Keep the ticked missions", action=tap({"type": "choose_missions", "side": side}))
    cards = Ticks(label="Missions to keep", name="a.keep[]", ticks=ticks, shape="rows")
    return replace(asked, side=side, pieces=(*asked.pieces, cards), main=deed, secret=True)


def _counted(asked: Question, sides: Sequence[Side]) -> Question:
    """With cards on the table the app hears how many are kept."""
    choices = tuple(
        Choice(
            words=said("{who} keeps {missions}", who=one(side), missions=count(n, "mission")),
            icon=Icon(side),
            side=side,
            action=tap({"type": "choose_missions", "side": side, "keep": n}),
        )
        for side in sides
        for n in (1, 2)
    )
    kept = (Choices(label="Missions kept", choices=choices),) if choices else ()
    return replace(asked, pieces=(*asked.pieces, *kept), missing="Say how many are kept")


def may_show(scene: Scene[State], side: Side) -> bool:
    """Whether a side's secrets may lie open here."""
    return scene.own == side


def kept_missions(state: State, side: Side) -> list[Edge]:
    """A side's kept missions, each with how near the board comes to it now."""
    kept = [state.box.missions[each] for each in state.missions[side].kept or ()]
    return [mission_edge(each, side, _now(state, side, each)) for each in kept]


def _now(state: State, side: Side, mission: Mission) -> Words:
    if isinstance(mission.condition, Judged):
        return said("{text} The table judges it.", text=mission.text)
    met = "Met now." if holds(mission.condition, side, state) else "Not yet."
    return said(
        "{text} {met} {now}", text=mission.text, met=met, now=_progress(state, side, mission.condition)
    )


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


def reveal_question(scene: Scene[State], entry: Json) -> Question:
    """Phase E: turn the missions over; with physical cards say which they were."""
    state = scene.state
    by_hand = state.options.cards == "table"
    judged = _judged(state) if by_hand else entry["verdicts"]
    queue = Queue(tuple(_face_down(state, side) for side in SIDES))
    may = bool(scene.sight.acts)
    return Question(
        kind="reveal",
        rule="reveal_missions",
        title="Reveal the missions",
        icon=Icon("mission"),
        pieces=(
            Lead(said("All rounds of {year} are played.", year=state.year)),
            queue,
            *(_named(state, side) for side in SIDES if by_hand and may),
            *(_verdict(state.box.missions[each], by_hand) for each in judged if may),
        ),
        main=Deed(words="Reveal the missions", action=tap({"type": "reveal_missions"})) if may else None,
    )


def _face_down(state: State, side: Side) -> Turned:
    words = said("{missions} kept", missions=count(state.missions[side].count, "mission"))
    return Turned(one(side), "", words, side, Icon(side))


def _named(state: State, side: Side) -> Fields:
    """Which physical cards a side turned over."""
    seen = {each for record in state.history for each in record.revealed[side]}
    left = [state.box.missions[each] for each in state.box.missions_of(side) if each not in seen]
    cards = tuple((each.id, said("{title}: {text}", title=each.title, text=each.text)) for each in left)
    return Fields(
        tuple(
            Field(
                name=f"a.missions.{side}[]",
                words=said("{who}, mission {n}", who=one(side), n=n + 1),
                kind="select",
                options=(("", "Choose the mission"), *cards),
            )
            for n in range(state.missions[side].count)
        )
    )


def _verdict(mission: Mission, by_hand: bool) -> Piece:
    """A mission that only the table can judge."""
    ticks = [Tick(value="true", words="It succeeds"), Tick(value="false", words="It fails")]
    if by_hand:
        ticks.append(Tick(value="", words="Not among them", on=True))
    label = said("{title}: {text}", title=mission.title, text=mission.text)
    return Ticks(label=label, name=f"a.verdicts.{mission.id}", ticks=tuple(ticks), shape="rows", single=True)


def _judged(state: State) -> list[str]:
    """Missions that only the table can judge, any of which may come up."""
    judged = [each.id for each in state.box.missions.values() if isinstance(each.condition, Judged)]
    seen = {each for record in state.history for side in SIDES for each in record.revealed[side]}
    return [each for each in judged if each not in seen]


def verdicts(state: State, side: Side, revealed: Sequence[str]) -> Mapping[str, bool | None]:
    """Whether each revealed mission holds on the board as it stands; `None` where the table judged."""
    found: dict[str, bool | None] = {}
    for each in revealed:
        condition = state.box.missions[each].condition
        found[each] = None if isinstance(condition, Judged) else holds(condition, side, state)
    return found
