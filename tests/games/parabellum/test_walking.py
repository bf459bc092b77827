"""The end of a scenario is walked through on every screen at once; what did nothing has no beat."""

import pytest

from companion.engine.game import Scene, Sight
from companion.engine.stage import Stage
from companion.games.parabellum.game import GAME
from companion.games.parabellum.screens import view
from companion.games.parabellum.screens.course.ending import Walk, walk_of
from companion.games.parabellum.state import State
from tests.games.parabellum.drawn import act, load, table, unit
from tests.staged import rows

N, S = "north", "south"
LOOKS = [
    ("table", Sight(frozenset({N}), frozenset({N}), frozenset({N}))),
    ("hand", Sight(frozenset({S}), frozenset({S}), frozenset({S}))),
    ("tv", Sight()),
]


def ended() -> list[State]:
    """North withdraws and leaves a unit behind: South is the last on the field."""
    units = (unit(N, "squad", "a1", strength=3), unit(N, "squad"), unit(S, "squad", "f1"))
    before = table("movement", *units, caches={"c1": load(2, 3)}).changed(wrecks=35)
    before = before.with_tally(S, lost=2)
    return [before, act(before, "withdraw")]


def walk_at(beat: int) -> Walk:
    trail = ended()
    walk = walk_of(Scene(trail[-1], Sight(), "tv", {}, trail, walk=beat))
    assert walk
    return walk


def stage(beat: int | None, room: str, sight: Sight) -> Stage:
    trail = ended()
    shown = view(Scene(trail[-1], sight, room, {}, trail, walk=beat)).stage
    assert shown
    return shown


def test_objectives_sales_losses_and_the_ranking_have_a_beat_each_and_nothing_else_has() -> None:
    before, after = ended()
    beats = walk_at(0).beats
    names = [each.name for each in beats]
    assert {"Left behind", "Wrecks", "Losses", "The ranking"} <= set(names)
    assert "Out of the campaign" not in names
    paid = sum(sum(each.paid.values()) for each in beats)
    lines = after.ledger[len(before.ledger) :]
    assert paid == sum(line.amount for line in lines)
    assert all(each.paid for each in beats if each.name in ("Left behind", "Wrecks"))


@pytest.mark.parametrize(("room", "sight"), LOOKS)
def test_until_its_beat_nothing_is_told_on_any_screen(room: str, sight: Sight) -> None:
    beats = walk_at(0).beats
    for beat in range(len(beats) + 1):
        shown = stage(beat, room, sight)
        assert shown.walks
        assert (shown.hand, shown.cover, shown.changes, shown.moment) == (None, None, (), None)
        told = [row for row in rows(shown.ask) if row.cells[0] in [each.name for each in beats[beat:]]]
        assert all(set(row.cells[1:]) == {"·"} for row in told)
        assert shown.strip == stage(0, room, sight).strip
        assert shown.board == stage(0, room, sight).board
    assert "chooses" not in repr(stage(len(beats), "tv", Sight()).ask.title)
    assert not stage(len(beats) + 1, room, sight).walks
    assert not stage(None, room, sight).walks


def test_the_last_way_on_leads_to_who_chooses() -> None:
    last = len(walk_at(0).beats)
    main = stage(last, *LOOKS[0]).ask.main
    assert str(getattr(main, "words", "")) == "Next: who chooses"
    assert stage(last + 1, *LOOKS[0]).ask.kind == "choosing"
    assert stage(last, "tv", Sight()).ask.main is None


def test_any_other_line_is_no_walk() -> None:
    before, _ = ended()
    after = GAME.apply(before, {"type": "end_phase", "player": N}).state
    assert walk_of(Scene(after, Sight(), "tv", {}, [before, after], walk=0)) is None
