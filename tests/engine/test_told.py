"""An answer as it is read: what says nothing falls away, the rest keeps its order."""

from companion.engine.told import Heading, Line, Table, told


def test_plain_words_are_lines_and_what_says_nothing_falls_away() -> None:
    table = Table(("What", "Paid"), [("Fuel", 3)])
    answer = told(
        "12 credits", "", "The next one costs 4.", Table(("What",), []), None, Heading("Lots"), table
    )
    assert answer.parts == [Line("The next one costs 4."), Heading("Lots"), table]
