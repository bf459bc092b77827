"""The desk: sheets in a file, fields out of records, answers as they are read, dice left to the app."""

import json
import pickle
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal, NamedTuple

import pytest

from companion.engine.desk import Answer, Procedure, Sheets, on_desk, rolling
from companion.engine.form import LEFT_OUT, Area, Checks, Choice, Field, Number, Pick, Several, Text
from companion.engine.form.rows import Group, Keyed, Limit, Rows
from companion.engine.game import Outcome, Resolution, Step
from companion.engine.shape import (
    Between,
    ByHand,
    Distinct,
    Every,
    Known,
    Matching,
    Named,
    OneOf,
    Sized,
    Unsaid,
    describe,
)
from companion.engine.step import Called, named
from companion.engine.step import Several as StepSeveral
from companion.engine.summary import Heading, Line, Script, Table, Voice, summary
from companion.engine.wire import Json

type Colour = Literal["red", "blue_grey"]
type Places = Annotated[tuple[Colour, ...], Distinct("“{given}” stands here twice.")]


class Seat(NamedTuple):
    """Who sits there."""

    id: Annotated[str, Matching("[a-z]+", "small letters")]
    colour: Colour
    source: Annotated[int, Between(1, 6), Named("from")] = 2


@dataclass(frozen=True, slots=True)
class Asked:
    """A question."""

    seats: Annotated[tuple[Seat, ...], Sized(1, 4)]
    score: Annotated[Mapping[str, Annotated[int, Between(0, 9)]], Every(("north", "south"))]
    costs: Mapping[str, Annotated[int, Between(1, 99)]]
    places: Places
    card: Annotated[str, Known("cards")]
    most: Annotated[int, Between(1, 30)] | None
    colour: Colour | None = None
    late: bool = False
    limit: Annotated[int, Between(0, 5)] = 3
    tags: tuple[str, ...] = ()
    own: Annotated[Json, ByHand(lambda value, path: value)] = None
    names: Annotated[str, Unsaid] = ""


WORDS = {
    "words": {
        "own": "Your own file",
        "who": "Who",
        "who.id": "Player",
        "who.colour": {"label": "Colour", "form": "list"},
    },
    "question": {
        "example": "one",
        "files": ["own"],
        "asks": {
            "seats": {"like": "who", "help": "By seat."},
            "seats.from": {"label": "From", "begin": 4},
            "score": {"label": "Score", "form": "below"},
            "costs": "Costs",
            "costs.name": "What",
            "costs.cost": "So much",
            "places": "Places",
            "card": {"label": "Card", "form": "list"},
            "most": {"label": "At most", "form": "list", "names": {"null": "No end"}},
            "rarely": {"label": "Rarely", "form": "folded", "has": ["colour", "late", "limit", "tags"]},
            "colour": {"label": "Colour", "names": {"null": "Neither"}},
            "late": "Late",
            "limit": "Limit",
            "tags": {"as": "line", "label": "Tags"},
        },
    },
}
FIRST = {
    "seats": [{"id": "ada", "colour": "red"}],
    "score": {"north": 7},
    "costs": {"mud": 2},
    "places": ["red"],
    "card": "b",
    "most": 6,
}
CARDS = (Pick("a", "A"), Pick("b", "B"))


def sheets(tmp_path: Path, words: Json) -> Sheets:
    file = tmp_path / "desk.json"
    file.write_text(json.dumps(words), "utf-8")
    (tmp_path / "examples").mkdir()
    case = {"id": "one", "procedure": "question", "input": FIRST, "expect": {}}
    (tmp_path / "examples" / "worked.jsonl").write_text(json.dumps(case), "utf-8")
    names = {"blue_grey": "Blue-grey"}
    return Sheets(file=file, folder=tmp_path, names=names, picks={"cards": CARDS}, own={"line": Text})


def fields(tmp_path: Path) -> tuple[Field, ...]:
    return sheets(tmp_path, WORDS).fields("question", Asked)


COLOURS = (Pick("red", "Red"), Pick("blue_grey", "Blue-grey"))
COST = (Text(key="name", label="What"), Number(key="cost", label="So much", low=1, high=99))


def test_the_fields_of_a_question_are_those_of_its_record(tmp_path: Path) -> None:
    seats, score, costs, places, card, most, rarely, own = fields(tmp_path)
    assert seats == Rows(
        key="seats",
        label="Who",
        help="By seat.",
        fields=(
            Text(key="id", label="Player"),
            Choice(key="colour", label="Colour", picks=COLOURS, default="red", form="list"),
            Number(key="from", label="From", low=1, high=6, default=4),
        ),
        lead="id",
        default=FIRST["seats"],
        most=4,
    )
    assert score == Group(
        key="score",
        label="Score",
        form="below",
        fields=(
            Number(key="north", label="North", low=0, high=9, default=7),
            Number(key="south", label="South", low=0, high=9),
        ),
    )
    rows = Rows(key="costs", label="Costs", fields=COST, lead="name", default={"mud": 2})
    assert costs == Keyed(rows=rows, value="cost")
    assert places == Checks(key="places", label="Places", picks=COLOURS, default=["red"])
    assert card == Choice(key="card", label="Card", picks=CARDS, default="b", form="list")
    assert isinstance(most, Choice)
    assert isinstance(most.picks, tuple)
    assert most.picks[:2] == (Pick(None, "No end"), Pick(1, "1"))
    assert len(most.picks) == 31
    assert isinstance(rarely, Group)
    assert own == Group(
        label="Own files", form="folded", fields=(Area(key="own", label="Your own file", default=LEFT_OUT),)
    )


def test_what_may_be_left_out_is_left_out_while_it_is_the_usual_one(tmp_path: Path) -> None:
    rarely = next(each for each in fields(tmp_path) if isinstance(each, Group) and each.label == "Rarely")
    picks = (Pick(None, "Neither"), *COLOURS)
    yes = (Pick(False, "No"), Pick(True, "Yes"))
    assert rarely.form == "folded"
    assert rarely.fields == (
        Choice(key="colour", label="Colour", picks=picks, default=None, quiet=True),
        Choice(key="late", label="Late", picks=yes, default=False, quiet=True),
        Number(key="limit", label="Limit", low=0, high=5, default=3, quiet=True),
        Text(key="tags", label="Tags"),
    )


def test_a_number_or_none_is_a_blank_where_no_word_stands_for_none(tmp_path: Path) -> None:
    words = {"question": {"asks": {"most": "At most", "tags": "Tags"}}}
    most, tags = sheets(tmp_path, words).fields("question", Asked)
    assert most == Limit(key="most", label="At most", low=1, high=30)
    assert tags == Several(key="tags", label="Tags", quiet=True)


@dataclass(frozen=True, slots=True)
class Thrown:
    """A die that a reader of its own takes, and two colours."""

    die: Annotated[int, ByHand(lambda value, path: value, says=Annotated[int, OneOf((4, 6, 8))])] | None
    pair: tuple[Annotated[str, Known("palette")], Annotated[str, Known("palette")]]


def test_a_sheet_orders_the_choices_that_it_names_and_may_begin_empty(tmp_path: Path) -> None:
    die = {"label": "Die", "names": {"8": "d8", "null": "None"}, "begin": 6}
    words = {"question": {"asks": {"die": die, "pair": {"label": "Pair", "blank": True}}}}
    asked, pair = sheets(tmp_path, words).fields("question", Thrown)
    picks = (Pick(8, "d8"), Pick(None, "None"), Pick(4, "4"), Pick(6, "6"))
    assert asked == Choice(key="die", label="Die", picks=picks, default=6)
    assert pair == Several(key="pair", label="Pair")


def test_a_record_is_described_as_json_says_it() -> None:
    told = describe(Asked)
    assert told["required"] == ["seats", "score", "costs", "places", "card", "most"]
    assert "names" not in told["properties"]
    seats = told["properties"]["seats"]
    assert (seats["minItems"], seats["maxItems"]) == (1, 4)
    assert seats["items"]["required"] == ["id", "colour"]
    assert seats["items"]["properties"]["id"] == {"type": "string", "pattern": "^(?:[a-z]+)$"}
    assert seats["items"]["properties"]["from"]["default"] == 2
    assert told["properties"]["score"]["required"] == ["north", "south"]
    assert told["properties"]["places"]["uniqueItems"]
    assert told["properties"]["own"] == {"default": None}
    assert "$ref" not in str(told)


def test_plain_words_are_lines_and_what_says_nothing_falls_away() -> None:
    table = Table(("What", "Paid"), [("Fuel", 3)])
    answer = summary(
        "12 credits", "", "The next one costs 4.", Table(("What",), []), None, Heading("Lots"), table
    )
    assert answer.parts == [Line("The next one costs 4."), Heading("Lots"), table]


CHARGE = {"title": "A charge", "summary": "Dice.", "group": "Attack", "button": "Charge"}
POINTS = {"number": "points", "label": "Points", "high": 6, "default": 2}
ANSWER = Answer(lambda question: Resolution(question, ()), lambda question, result: summary("Done"))


def desk(
    folder: Path, sheets: object, *names: str, ready: tuple[Procedure, ...] = ()
) -> tuple[Procedure, ...]:
    file = folder / "desk.json"
    file.write_text(json.dumps(sheets))
    few: dict[str, Any] = {"few": lambda **said: Number(low=1, high=3, **said)}
    return on_desk(file, dict.fromkeys(names, ANSWER), ready=ready, names=few)


def test_a_game_adds_kinds_of_field_of_its_own_and_rows_hold_them(tmp_path: Path) -> None:
    few = {"few": "count", "label": "How many"}
    rows = {"rows": "pushes", "label": "Pushes", "lead": "count", "fields": [few]}
    (push,) = desk(tmp_path, {"push": {**CHARGE, "fields": [rows]}}, "push")
    assert push.fields[0].fields[0].high == 3  # type: ignore[attr-defined]  # a row of one number


def test_the_file_says_where_a_procedure_stands_that_brings_its_own_words(tmp_path: Path) -> None:
    (charge,) = desk(tmp_path, {"charge": {**CHARGE, "fields": [POINTS]}}, "charge")
    sheets = {"push": {**CHARGE, "fields": [POINTS]}, "charge": {}}
    assert [each.name for each in desk(tmp_path, sheets, "push", ready=(charge,))] == ["push", "charge"]


def test_a_desk_whose_file_names_other_procedures_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"desk\.json"):
        desk(tmp_path, {"charge": {**CHARGE, "fields": []}}, "push")


def test_dice_are_rolled_only_where_a_question_leaves_them_out() -> None:
    complete = rolling(lambda random: {"d6": random.randint(4, 4)})
    assert complete({"points": 2}, Random(1)) == ({"points": 2, "rolls": {"d6": 4}}, {"d6": 4})
    assert complete({"rolls": {"d6": 1}}, Random(1)) == ({"rolls": {"d6": 1}}, None)
    assert complete(["rolls"], Random(1)) == (["rolls"], None)


def test_an_outcome_is_told_after_the_steps_that_led_to_it() -> None:
    before, later = Step("1", "Before."), Step("2", "Later.")
    assert Outcome("state", (later,)).after(before) == Outcome("state", (before, later))


def test_a_row_of_seats_is_the_same_once_it_has_been_kept_and_read_again() -> None:
    row = StepSeveral([Called("Yellow", "yellow"), Called("Blue", "blue")])
    again = pickle.loads(pickle.dumps(row))
    assert again == row == "Yellow and Blue"
    assert named(again, {"yellow": "Ada"}) == "Ada and Blue"
    one = pickle.loads(pickle.dumps(StepSeveral(["Kestrel 1 of 2"])))
    assert pickle.loads(pickle.dumps(one)) == "Kestrel 1 of 2"


def test_words_of_a_file_fit_the_answer_or_say_where_they_do_not() -> None:
    sheet: dict[str, Any] = {
        "in": "state",
        "verdict": {"by": "winner", "words": {"null": "Nobody yet", "": "{winner:upper} wins"}},
        "parts": [
            {"if": "lost", "say": "Lost: {lost:.name upper listed}."},
            {"when": "lost", "before": "In all", "strong": "{lost:.n sum;# card|# cards}"},
            {
                "each": "sides",
                "parts": [{"rows": "points", "title": "{key}", "columns": {"n": "it", "": "of.@key"}}],
            },
        ],
    }
    state: dict[str, Any] = {"winner": None, "lost": [], "sides": {"a": {"points": {"x": 3}}}, "of": {"x": 9}}
    quiet = Script(sheet, Voice())({}, {"state": state})
    assert (quiet.verdict, quiet.parts) == ("Nobody yet", [Table(["n", ""], [[3, 9]], "a")])
    lost = {"winner": "bo", "lost": [{"name": "king", "n": 1}], "sides": {}}
    told = Script(sheet, Voice())({}, {"state": state | lost})
    assert (told.verdict, told.parts) == ("BO wins", [Line("Lost: KING."), Line("In all", "1 card")])
    with pytest.raises(LookupError, match="nothing at winner"):
        Script({"verdict": "{winner.name}"}, Voice())({}, {"winner": "bo"})
