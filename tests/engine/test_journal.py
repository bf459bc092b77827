"""What stands in a journal that only grows: undo and redo are lines like any other."""

from hypothesis import given
from hypothesis import strategies as st

from companion.engine.journal import Line, Place, Standing, fold


@st.composite
def amendments(draw: st.DrawFn, number: int, standing: Standing) -> Line:
    """A correction of any line but the setup; some of the later ones cannot follow it."""
    place = draw(st.integers(1, len(standing.numbers) - 1))
    dropped = draw(st.sets(st.sampled_from(standing.numbers[place:])))
    to = standing.numbers[place]
    return Line(number, "amend", to, frozenset(dropped - {to}), draw(st.booleans()))


@st.composite
def journals(draw: st.DrawFn) -> list[Line]:
    """Journals as a table writes them: no undo beyond the setup, no redo of nothing."""
    lines = [Line(1, "setup")]
    standing = fold(lines)
    for number in range(2, draw(st.integers(2, 25))):
        kinds = ["action", "undo"] + (["redo"] if standing.undone else [])
        kinds += ["amend"] if len(standing.numbers) > 1 else []
        kind = draw(st.sampled_from(kinds))
        line = draw(amendments(number, standing)) if kind == "amend" else Line(number, kind)  # type: ignore[arg-type]
        if kind == "undo":
            line = Line(number, "undo", draw(st.sampled_from(standing.numbers)))
        lines.append(line)
        standing = standing.after(line)
    return lines


@given(journals())
def test_folding_in_two_parts_gives_the_same(lines: list[Line]) -> None:
    half = len(lines) // 2
    assert fold(lines[half:], fold(lines[:half])) == fold(lines)


@given(journals())
def test_what_stands_is_the_setup_and_actions_in_order(lines: list[Line]) -> None:
    standing = fold(lines)
    kinds = {line.number: line.kind for line in lines}
    assert standing.numbers[0] == 1
    assert len(set(standing.numbers)) == len(standing.numbers)
    assert all(kinds[number] in ("setup", "action", "amend") for number in standing.numbers)
    if "amend" not in kinds.values():
        assert list(standing.numbers) == sorted(standing.numbers)


@given(journals())
def test_where_the_same_place_stands_the_same_lines_stand_before_it(lines: list[Line]) -> None:
    seen: dict[Place, tuple[int, ...]] = {}
    standing = Standing()
    for line in lines:
        standing = standing.after(line)
        for at, place in enumerate(standing.places):
            before = standing.numbers[:at]
            assert seen.setdefault(place, before) == before


@given(journals())
def test_a_correction_stands_in_the_place_of_its_line_and_a_redo_takes_it_back(lines: list[Line]) -> None:
    before = fold(lines)
    number = lines[-1].number + 1
    for at, to in enumerate(before.numbers[1:], start=1):
        after = before.after(Line(number, "amend", to))
        assert after.numbers == (*before.numbers[:at], number, *before.numbers[at + 1 :])
        assert before.after(Line(number, "amend", to, struck=True)).numbers == tuple(
            each for each in before.numbers if each != to
        )
        assert after.after(Line(number + 1, "redo")) == before


@given(journals())
def test_a_redo_brings_back_what_the_last_undo_took(lines: list[Line]) -> None:
    before = fold(lines)
    number = lines[-1].number + 1
    undone = before.after(Line(number, "undo", 1))
    assert undone.numbers == (1,)
    assert undone.after(Line(number + 1, "redo")) == before


def test_nothing_stands_in_an_empty_journal() -> None:
    assert fold([]) == Standing()


def test_where_the_edition_moves_on_what_stood_is_past_and_nothing_of_it_is_redone() -> None:
    lines = [Line(1, "setup"), *(Line(n, "action") for n in (2, 3, 4)), Line(5, "undo", 3)]
    moved = fold([*lines, Line(6, "edition"), Line(7, "action"), Line(8, "undo", 6)])
    assert moved.numbers == (6,)
    assert [place.number for place in moved.past] == [1, 2, 3]
    assert fold([Line(9, "redo")], moved).numbers == (6, 7)
    assert not fold([*lines, Line(6, "edition")]).undone


def test_many_lines_at_once_stand_as_one_after_the_other() -> None:
    lines = [Line(1, "setup"), *(Line(n, "action") for n in range(2, 9)), Line(9, "amend", 4)]
    lines += [Line(n, "action") for n in range(10, 14)]
    standing = Standing()
    for line in lines:
        standing = standing.after(line)
    assert fold(lines) == standing


@given(journals())
def test_the_numbers_that_are_counted_on_are_those_of_the_lines_that_stand(lines: list[Line]) -> None:
    standing = Standing()
    for line in lines:
        assert standing.numbers == tuple(place.number for place in standing.places)
        standing = fold([line], standing)
    assert standing.numbers == fold(lines).numbers
