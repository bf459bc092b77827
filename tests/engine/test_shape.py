"""A record's annotations read it and write it, and tell what is wrong in the order of the specifications."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine import shape
from companion.engine.errors import IllegalAction, InvalidInput, join, under
from companion.engine.option import Rule, options_of
from companion.engine.shape import (
    AtLeast,
    Between,
    By,
    Distinct,
    DistinctBy,
    Every,
    InFull,
    Known,
    Learns,
    Matching,
    Named,
    Names,
    Only,
    Sized,
    Sorted,
    Then,
    Unsaid,
    Unusual,
)
from companion.engine.wire import boolean, dumps, integer, items, keyed, loads, name, parts, say, text

type Die = Annotated[int, Between(1, 6)]
type Seat = Annotated[str, Known("seats")]


class Load(NamedTuple):
    fuel: int
    shells: int = 0


class Move(NamedTuple):
    origin: Annotated[int, Named("from")]


class Marched(NamedTuple):
    first: Move
    more: tuple[Move, ...]


class Dig(NamedTuple):
    where: Literal["ypres", "somme"]


class Pass(NamedTuple):
    pass


@dataclass(frozen=True, slots=True)
class Player:
    id: Annotated[str, Matching("[a-z]+", "a name in small letters")]
    dice: Annotated[tuple[Die, ...], Sized(0, 3)] = ()


@dataclass(frozen=True, slots=True)
class Rules:
    limit: Annotated[Die | None, Rule("R1", "Limit", "How many.")] = None
    ties: Annotated[Literal["one", "both"], Rule("R2", "Ties", "Who.", ("One", "Both"), leading=True)] = "one"
    dice: Annotated[bool, Rule("R3", "Dice", "Whose.", ("Ours", "The app's"))] = False
    open: Annotated[bool, Rule("R4", "Hands", "Seen?", ("Open", "Hidden"))] = True


SEATED = Names("seats", by=lambda players: [player.id for player in players])


@dataclass(frozen=True, slots=True)
class Table:
    players: Annotated[
        tuple[Player, ...],
        Sized(1, 3),
        DistinctBy("id", "{given} again"),
        Names("seats", by=lambda p: [e.id for e in p]),
    ]
    active: Seat | None
    cards: Annotated[tuple[str, ...], Distinct("{given} twice")]
    points: Annotated[Mapping[str, int], Every("seats")]
    pile: Annotated[Mapping[int, Die], Every((1, 2), some=True)]
    pair: tuple[Die, Die]
    rules: Annotated[Rules, InFull()]
    load: Load | None = None
    note: Annotated[str, Unsaid] = field(default="shown only", compare=False)


TABLE: dict[str, Any] = {
    "players": [{"id": "ada", "dice": [1, 6]}, {"id": "bert", "dice": []}],
    "active": "ada",
    "cards": ["x", "y"],
    "points": {"ada": 3, "bert": -1},
    "pile": {"1": 5},
    "pair": [1, 2],
    "rules": {"limit": None, "ties": "both", "dice": True, "open": True},
    "load": {"fuel": 2, "shells": 0},
}
DEED = Annotated[Move | Dig | Pass, By("type", {"move": Move, "build": By("op", {"dig": Dig, "pass": Pass})})]


def fault(check: Callable[..., object], *args: Any, **kwargs: Any) -> tuple[str, str]:
    """The place and the words of a refusal."""
    try:
        check(*args, **kwargs)
    except InvalidInput as refused:
        return refused.path, refused.message
    return "nowhere", ""


def test_what_is_read_is_written_again_key_by_key() -> None:
    table = shape.read(Table, {**TABLE, "load": None})
    assert (table.pile, table.pair, table.note) == ({1: 5}, (1, 2), "shown only")
    assert shape.write(table) == {**TABLE, "load": None}
    assert list(shape.write(table)) == list(TABLE)


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"zeal": 1, "note": 2, "active": 3}, "note"),
        ({"players": 3}, "players"),
        ({"players": []}, "players"),
        ({"players": [{"id": "ada", "dice": [1, 1, 1, 9]}]}, "players.0.dice"),
        ({"players": [{"id": "ada", "dice": [1, 9]}]}, "players.0.dice.1"),
        ({"players": [{"id": "ada", "dice": [True]}]}, "players.0.dice.0"),
        ({"players": [{"id": "ada", "dice": [2.0]}]}, "players.0.dice.0"),
        ({"players": [{"id": "Ada"}]}, "players.0.id"),
        ({"players": [{"id": "ada\n"}]}, "players.0.id"),
        ({"players": [{"dice": 4}]}, "players.0.id"),
        ({"players": [{"id": 4, "sword": 1}]}, "players.0.sword"),
        ({"players": [["ada"]]}, "players.0"),
        ({"players": [{"id": "ada"}, {"id": "ada"}]}, "players.1.id"),
        ({"active": "carl"}, "active"),
        ({"cards": ["x", "x", 3]}, "cards.1"),
        ({"cards": ["x", 3, "x"]}, "cards.1"),
        ({"points": {"ada": 1, "zed": 1, "carl": 1}}, "points.carl"),
        ({"points": {"bert": "1"}}, "points.ada"),
        ({"points": {"bert": "1", "ada": 1}}, "points.bert"),
        ({"points": 3}, "points"),
        ({"pile": {"3": 1}}, "pile.3"),
        ({"pile": {"2": 9, "1": 8}}, "pile.1"),
        ({"pair": [1]}, "pair"),
        ({"pair": [1, 2, 3]}, "pair"),
        ({"rules": {"ties": "one", "dice": 1}}, "rules.limit"),
        ({"rules": {"limit": 7, "ties": "one", "dice": 1}}, "rules.limit"),
        ({"load": {"shells": 1}}, "load.fuel"),
        ({"load": [1, 2]}, "load"),
        ({"load": {"fuel": 1, "water": 1}}, "load.water"),
        ({"active": 3, "pair": 3, "cards": 3}, "active"),
    ],
)
def test_the_first_fault_counts(change: dict[str, Any], path: str) -> None:
    place, message = fault(shape.read, Table, {**TABLE, **change}, "state")
    assert (place, bool(message)) == (f"state.{path}", True)


@pytest.mark.parametrize("key", TABLE)
def test_a_missing_key_is_told_where_it_should_be(key: str) -> None:
    assert fault(
        shape.read, Table, {each: value for each, value in TABLE.items() if each != key and key != "load"}
    )[0] == ("players" if key == "load" else key)


@pytest.mark.parametrize("nothing", [None, 3, "x", [], True])
def test_what_is_no_object_is_refused_as_a_whole(nothing: object) -> None:
    for kind in (Table, Load, DEED):
        assert fault(shape.read, kind, nothing)[0] == ""


@pytest.mark.parametrize(
    ("deed", "path"),
    [
        ({"from": 3}, "type"),
        ({"type": "fly", "zz": 1}, "type"),
        ({"type": "build", "zz": 1}, "op"),
        ({"type": ["build"], "op": "dig"}, "type"),
        ({"type": "build", "op": "dig", "zz": 1}, "zz"),
        ({"type": "build", "op": "dig", "where": "rome"}, "where"),
        ({"type": "move", "origin": 3}, "origin"),
        ({"type": "move"}, "from"),
    ],
)
def test_a_deed_is_told_apart_before_it_is_read(deed: dict[str, Any], path: str) -> None:
    assert fault(shape.read, DEED, deed)[0] == path


def test_deeds_are_read_by_their_kind() -> None:
    assert shape.read(DEED, {"type": "move", "from": 4}) == Move(4)
    assert shape.read(DEED, {"type": "build", "op": "dig", "where": "somme"}) == Dig("somme")
    assert shape.read(DEED, {"op": "pass", "type": "build"}) == Pass()


def test_house_rules_are_said_beside_their_fields() -> None:
    limit, ties, dice, hands = options_of(Rules)
    assert (limit.low, limit.high, limit.may_be_none, limit.default) == (1, 6, True, None)
    assert (ties.choices, ties.leading, ties.ruling) == ((("one", "One"), ("both", "Both")), True, "R2")
    assert dice.choices == ((False, "Ours"), (True, "The app's"))
    assert hands.choices == ((True, "Open"), (False, "Hidden"))
    assert [rule.key for rule in options_of(Rules, ("dice", "limit"))] == ["dice", "limit"]


def test_a_question_takes_only_the_house_rules_that_it_needs() -> None:
    asked = Annotated[Rules, Only("ties", "dice")]
    assert shape.read(asked, {"ties": "both"}) == Rules(ties="both")
    assert fault(shape.read, asked, {"dice": 1, "limit": 3}, "options")[0] == "options.limit"
    assert shape.read(Rules, {"limit": 3}) == Rules(limit=3)


def _fitting(stack: "Stack", names: Mapping[str, Any]) -> "Stack":
    if stack.load.fuel > names["most"]:
        raise InvalidInput("load.fuel", "Too much.")
    return stack


@dataclass(frozen=True, slots=True)
class Stack:
    load: Annotated[Load, InFull()]
    marks: Annotated[frozenset[str], Sorted] = frozenset()
    ground: Annotated[str | None, Unusual] = None


@dataclass(frozen=True, slots=True)
class Depot:
    most: Annotated[int, AtLeast(1), Learns(lambda most, _: {"most": most})]
    stacks: tuple[Annotated[Stack, InFull(), Then(_fitting, "most")], ...]
    keeper: str


STACK: dict[str, Any] = {"load": {"fuel": 2, "shells": 0}, "marks": ["b", "a"]}
DEPOT: dict[str, Any] = {"most": 5, "stacks": [STACK, {**STACK, "ground": "mud"}], "keeper": "ada"}


def test_named_tuples_are_written_by_key_and_the_unusual_only_where_it_is_so() -> None:
    depot = shape.read(Depot, DEPOT)
    assert (depot.stacks[0].load, depot.stacks[0].ground, depot.stacks[1].ground) == (Load(2), None, "mud")
    again = {**STACK, "marks": ["a", "b"]}
    assert shape.write(depot) == {**DEPOT, "stacks": [again, {**again, "ground": "mud"}]}
    assert shape.write(Load(1, 2)) == {"fuel": 1, "shells": 2}
    assert shape.write(Move(3)) == {"from": 3}
    assert shape.write(Marched(Move(1), (Move(2),))) == {"first": {"from": 1}, "more": [{"from": 2}]}


@pytest.mark.parametrize(
    ("stack", "path"),
    [
        ({"load": {"fuel": 6, "shells": 0}, "marks": []}, "stacks.0.load.fuel"),
        ({"load": {"fuel": 1}, "marks": []}, "stacks.0.load.shells"),
        ({"load": {"fuel": 1, "shells": 0}}, "stacks.0.marks"),
        ({"load": 3}, "stacks.0.marks"),
        ({"load": 3, "zeal": 1}, "stacks.0.zeal"),
    ],
)
def test_missing_keys_come_first_everywhere_where_that_is_the_order(stack: dict[str, Any], path: str) -> None:
    for more in ({}, {"keeper": 3}):
        assert (
            fault(shape.read, Depot, {**DEPOT, "stacks": [stack], **more}, missing_first="everywhere")[0]
            == path
        )
    assert fault(shape.read, Depot, {"most": 0, "stacks": [stack]}, missing_first="everywhere")[0] == "keeper"
    assert (
        fault(shape.read, Depot, {**DEPOT, "most": 0, "stacks": [stack]}, missing_first="everywhere")[0]
        == "most"
    )


def test_a_text_that_is_too_long_is_told_how_long_it_may_be() -> None:
    with pytest.raises(InvalidInput, match="a text of 3 characters at most is wanted"):
        shape.read(Annotated[str, Sized(1, 3)], "Ypres")


def test_an_interface_is_described_by_the_same_annotations() -> None:
    described = shape.describe(Player)["properties"]
    assert described["id"]["type"] == "string"
    assert described["dice"]["maxItems"] == 3


def test_one_of_two_scalars_is_refused_in_its_own_place() -> None:
    assert shape.read(Mapping[str, str | int], {"who": "ada", "by": 3}) == {"who": "ada", "by": 3}
    with pytest.raises(InvalidInput, match="a text or a whole number is wanted; true was given") as refused:
        shape.read(Mapping[str, str | int], {"who": True}, "values")
    assert refused.value.path == "values.who"


type Shore = Literal["near", "far"]


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        (Shore | Literal["own"], "one of near, far, own is wanted"),
        (int | Literal["all"], "a whole number or one of all is wanted"),
        (Shore | Literal["own"] | None, "one of near, far, own is wanted"),
    ],
)
def test_a_choice_of_names_is_refused_in_its_own_place(kind: Any, wanted: str) -> None:
    with pytest.raises(InvalidInput, match=wanted) as refused:
        shape.read(Mapping[str, kind], {"shore": "nowhere"}, "values")
    assert refused.value.path == "values.shore"


@dataclass(frozen=True, kw_only=True)
class Bid:
    rules: Annotated[Mapping[str, int], Learns(lambda rules, _: {"most": rules["most"]}), shape.Last(1)]
    amount: Annotated[int, shape.Span(lambda names: (1, names["most"]), "most")]


def test_what_stands_last_is_read_where_it_is_needed_and_bounds_what_follows() -> None:
    assert shape.read(Bid, {"amount": 7, "rules": {"most": 7}}).amount == 7
    with pytest.raises(InvalidInput, match="Amount: a whole number from 1 to 7 is wanted; 8 was given"):
        shape.read(Bid, {"amount": 8, "rules": {"most": 7}})
    with pytest.raises(InvalidInput, match="only amount, rules"):
        shape.read(Bid, {"amount": 8, "rules": {"most": 7}, "odd": 1})
    with pytest.raises(InvalidInput, match="Rules: an object is wanted"):
        shape.read(Bid, {"amount": 8, "rules": 7})


plain = st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"]))
values = st.recursive(plain, lambda inner: st.lists(inner) | st.dictionaries(st.text('aé"\n'), inner))


@pytest.mark.parametrize("text", ["", "{", "NaN", '{"a": Infinity}', "[" * 100_000, b"\xff"])
def test_what_is_no_json_is_refused_whole(text: str | bytes) -> None:
    assert fault(loads, text)[0] == ""


@given(values)
def test_a_value_is_written_packed_and_in_order(value: object) -> None:
    assert dumps(value) == json.dumps(value, ensure_ascii=False, separators=(",", ":"))


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


def test_unknown_keys_come_first_in_string_order() -> None:
    place, message = fault(keyed, {"side": 3, "z": 1, "b": 2}, ("side",), "actions.2")
    assert place == "actions.2.b"
    assert "side" in message


@given(anything)
def test_only_an_object_is_read(value: object) -> None:
    if isinstance(value, dict):
        assert keyed(value, value) is value
        return
    assert fault(keyed, value, (), "here")[0] == "here"


@given(anything)
def test_a_wrong_value_is_refused_and_never_crashes(value: object) -> None:
    for read in (
        lambda: integer(value, "at", 1, 6),
        lambda: name(value, "at", ("allied", "german")),
        lambda: text(value, "at"),
        lambda: boolean(value, "at"),
        lambda: items(value, "at", 1),
    ):
        path, message = fault(read)
        assert path in ("nowhere", "at")
        message.encode()


def test_a_truth_value_is_no_number_and_a_number_no_text() -> None:
    for value in (True, 1.0, "1", None):
        with pytest.raises(InvalidInput):
            integer(value, "", 0, 5)
    with pytest.raises(InvalidInput):
        text(5, "")


@pytest.mark.parametrize("bad", ["", "a\0", "\ud800"])
def test_a_text_is_one_that_every_database_keeps(bad: str) -> None:
    with pytest.raises(InvalidInput):
        text(bad, "reason")


def test_a_missing_key_is_named() -> None:
    with pytest.raises(InvalidInput, match="Still to say: points") as refused:
        parts({"side": "german"}, "pushes.0", "points", some=("side",))
    assert refused.value.path == "pushes.0.points"


def test_given_values_are_cut_short_in_messages() -> None:
    assert len(say("x" * 500)) <= 60
    assert say(["a", 1]) == '["a", 1]'


def test_what_holds_itself_is_said_to_be_too_deep() -> None:
    ring: list[object] = []
    ring.append(ring)
    assert say(ring) == "something nested too deep"


def test_a_path_grows_from_the_outside_and_the_kind_stays() -> None:
    with pytest.raises(IllegalAction) as refused, under("actions", 3), under(""):
        raise IllegalAction("side", "It is the other side's turn.")
    assert refused.value.as_json() == {
        "error": {
            "code": "illegal_action",
            "path": "actions.3.side",
            "message": "It is the other side's turn.",
        }
    }


def test_a_refusal_of_the_whole_has_an_empty_path() -> None:
    with pytest.raises(InvalidInput) as refused, under("setup"):
        raise InvalidInput("", "This must be an object.")
    assert refused.value.path == "setup"
    assert str(InvalidInput("", "No JSON.")) == "No JSON."


def test_positions_are_part_of_a_path() -> None:
    assert join("a", 0, "", "b") == "a.0.b"


def test_a_refusal_can_always_be_written_down() -> None:
    refused = InvalidInput("odd.\ud800", "There is no key “\ud800” here.")
    assert json.dumps(refused.as_json(), ensure_ascii=False).encode()
