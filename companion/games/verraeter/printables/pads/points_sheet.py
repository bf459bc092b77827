"""The score pad's page to tick and photograph: what each player won or gave back, and whose oath changed."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from companion.engine.errors import InvalidInput
from companion.engine.game import Scene
from companion.engine.option import Change, Option
from companion.engine.scene import Seen
from companion.engine.wire import Json
from companion.engine.wording import signed
from companion.games.verraeter.data import COLOURS, HOUSES
from companion.games.verraeter.printables.look import DRESS
from companion.games.verraeter.printables.player_cards import arms_of
from companion.games.verraeter.state import State
from companion.games.verraeter.state.naming import spoken
from companion.press.answered.form import Item, Origin, Section, Sheet, given_of
from companion.press.face import Face
from companion.press.page import Page, Tick

REASON = "Taken in from the score pad"
WON, LOST = (1, 1, 2, 2, 3, 5, 10), (1, 2, 5)


def points_pages(
    choices: Mapping[str, Json], scene: Scene[Any], options: Sequence[Option]
) -> list[tuple[Page, tuple[Tick, ...]]]:
    """One page with a live table's players; the boxes of a line are summed up."""
    state, look = scene.state, DRESS.look(choices)
    told = f"Round {state.round} of {state.rounds}, as it stood at line {scene.version}"
    sheet = Sheet(DRESS, look, choices["paper"], "Score pad", told)
    arms = {who: arms_of(COLOURS[n], look) for n, who in enumerate(state.ids)}
    origin = Origin("verraeter", "score-pad", scene, "-", given_of(choices, options))
    return sheet.pages(_sections(state, arms), origin)


def _sections(state: State, arms: Mapping[str, Face]) -> tuple[Section, ...]:
    won = [_lots(who, f"{state.player(who).vp} points now", "won", WON, arms[who]) for who in state.ids]
    lost = [_lots(who, "", "lost", LOST, arms[who]) for who in state.ids]
    oaths = [
        Item(spoken(who), f"now {state.player(who).allegiance}",
             [(f"oath.{who}.{house}", house) for house in HOUSES], arms[who])
        for who in state.ids
    ]  # fmt: skip
    return (
        Section("Points won", "What is ticked is summed up", won),
        Section("Points given back", "What is ticked is summed up", lost),
        Section("Oath to another house", "Only where it changed", oaths),
    )


def _lots(who: str, now: str, kind: str, lots: tuple[int, ...], arms: Face) -> Item:
    return Item(spoken(who), now, [(f"{kind}.{who}.{n}.{lot}", str(lot)) for n, lot in enumerate(lots)], arms)


def points(scene: Seen[Any], seat: str, ticks: Collection[str]) -> Iterator[Change]:
    """Points and oaths, a change each; `InvalidInput` for a box that the sheet has not."""
    state: State = scene.state
    said = {name: name.split(".") for name in ticks}
    if any(parts[1] not in state.ids for parts in said.values()):
        raise InvalidInput("ticks", "The sheet names somebody who does not play here.")
    for who in state.ids:
        own = {name: parts for name, parts in said.items() if parts[1] == who}
        counted = tuple(name for name, parts in own.items() if parts[0] != "oath")
        by = sum(int(own[name][3]) * (1 if own[name][0] == "won" else -1) for name in counted)
        if by:
            words = f"{spoken(who)}: {signed(by)} {'point' if abs(by) == 1 else 'points'}"
            yield Change(words, _adjust({"target": "vp", "player": who, "by": by}), counted)
        for name, parts in own.items():
            if parts[0] == "oath":
                change = {"target": "allegiance", "player": who, "house": parts[2]}
                yield Change(f"{spoken(who)} swears to the {parts[2]}", _adjust(change), (name,))


def _adjust(change: Mapping[str, Json]) -> Json:
    return {"type": "adjust", "reason": REASON, "changes": [change]}
