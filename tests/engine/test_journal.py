"""What stands in a journal that only grows: undo and redo are lines like any other."""

from hypothesis import given
from hypothesis import strategies as st

from companion.engine.journal import Line, Standing, fold


@st.composite
def journals(draw: st.DrawFn) -> list[Line]:
    """Journals as a table writes them: no undo beyond the setup, no redo of nothing."""
    lines = [Line(1, "setup")]
    standing = fold(lines)
    for number in range(2, draw(st.integers(2, 25))):
        kinds = ["action", "undo"] + (["redo"] if standing.undone else [])
        kind = draw(st.sampled_from(kinds))
        to = draw(st.sampled_from(standing.numbers)) if kind == "undo" else None
        line = Line(number, kind, to)  # type: ignore[arg-type]
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
    assert list(standing.numbers) == sorted(set(standing.numbers))
    assert all(kinds[number] in ("setup", "action") for number in standing.numbers)


@given(journals())
def test_a_redo_brings_back_what_the_last_undo_took(lines: list[Line]) -> None:
    before = fold(lines)
    number = lines[-1].number + 1
    undone = before.after(Line(number, "undo", 1))
    assert undone.numbers == (1,)
    assert undone.after(Line(number + 1, "redo")) == before


def test_nothing_stands_in_an_empty_journal() -> None:
    assert fold([]) == Standing()
