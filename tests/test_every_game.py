"""What every game promises, the next one too. A sixth game is held to all of this on its first day."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from copy import deepcopy
from functools import reduce
from html.parser import HTMLParser
from itertools import product
from operator import getitem
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from companion import games as rooms
from companion import shelf
from companion.engine.desk import examples, words
from companion.engine.errors import GameError
from companion.engine.form.rows import described
from companion.engine.game import Game, Procedure, Scene, Sight
from companion.engine.journal import Line, fold
from companion.engine.shape import describe
from companion.engine.wording import fill
from companion.tables import snapshots
from companion.tables.templatetags.tables import picture
from tests.twinned import agrees, cases, demo, keeps, played

EVERY = [pytest.param(shelf.game(slug), id=slug) for slug in shelf.slugs()]
every_game = pytest.mark.parametrize("game", EVERY)


@pytest.mark.parametrize(
    ("slug", "name"), [(slug, name) for slug, game in shelf.games().items() for name in game.procedures]
)
def test_an_example_gives_the_recorded_answer_to_the_last_key(slug: str, name: str) -> None:
    procedure = shelf.game(slug).procedures[name]
    assert not [
        case["id"] for case in cases(slug, name) if not agrees(answer(procedure, case), case["expect"])
    ]


def answer(procedure: Procedure, case: dict[str, Any]) -> dict[str, Any]:
    try:
        resolved = procedure.resolve(case["input"])
    except GameError as error:
        return error.as_json()
    assert resolved.steps, case["id"]
    assert all(step.rule and step.text.strip() and "{" not in step.text for step in resolved.steps), case[
        "id"
    ]
    return {"result": json.loads(json.dumps(resolved.result))}


@every_game
def test_every_procedure_has_an_example_and_words(game: Game[Any]) -> None:
    shown = {case["procedure"] for case in cases(game.slug)}
    lacking = ", ".join(sorted(shown ^ set(game.procedures)))
    keeps(not lacking, game.slug, f"examples/*.jsonl and the card's procedures differ in {lacking}")
    assert all(p.title and p.summary and p.name == name for name, p in game.procedures.items())


def shape_of(procedure: Procedure) -> Mapping[str, Any]:
    return describe(procedure.asks) if procedure.asks else described(procedure.fields)


KINDS: dict[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: type(value) is int,
    "number": lambda value: type(value) in (int, float),
    "boolean": lambda value: type(value) is bool,
    "null": lambda value: value is None,
}


def misfits(schema: Mapping[str, Any], value: Any, path: str = "") -> Iterator[str]:
    """Where a value is not what its schema says."""
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(KINDS[kind](value) for kind in kinds):
        yield f"{path}: {value!r:.40} is no {kinds}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{path}: {value!r:.40} is none of {schema['enum']}"
    if type(value) is int and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        yield f"{path}: {value} is too low or too high"
    some = schema.get("anyOf")
    if some and all([*misfits(each, value, path)] for each in some):
        yield f"{path}: {value!r:.40} is none of any"
    yield from misfits_within(schema, value, path)


def misfits_within(schema: Mapping[str, Any], value: Any, path: str) -> Iterator[str]:
    if isinstance(value, list):
        for n, each in enumerate(value):
            yield from misfits(schema.get("items", {}), each, f"{path}.{n}")
    if isinstance(value, dict):
        yield from (f"{path}.{key} is missing" for key in schema.get("required", ()) if key not in value)
        more = schema.get("additionalProperties", {})
        for key, each in value.items():
            inside = schema.get("properties", {}).get(key, more)
            yield from misfits(inside if isinstance(inside, dict) else {}, each, f"{path}.{key}")


@every_game
def test_what_describes_a_question_holds_for_every_example_that_is_answered(game: Game[Any]) -> None:
    for case in cases(game.slug):
        if "result" in case["expect"]:
            schema = shape_of(game.procedures[case["procedure"]])
            assert set(case["input"]) <= set(schema["properties"])
            assert [*misfits(schema, case["input"])] == [], case["id"]


def unsaid(schema: Mapping[str, Any], value: Any, path: str = "") -> Iterator[str]:
    """Keys of a value that its schema does not name."""
    if "anyOf" in schema:
        return
    if isinstance(value, list):
        for n, each in enumerate(value):
            yield from unsaid(schema.get("items", {}), each, f"{path}.{n}")
    elif isinstance(value, dict) and "properties" in schema:
        for key, each in value.items():
            yield from [] if key in schema["properties"] else [f"{path}.{key}"]
            yield from unsaid(schema["properties"].get(key, {}), each, f"{path}.{key}")


@every_game
def test_what_describes_an_answer_holds_for_every_example(game: Game[Any]) -> None:
    for case in cases(game.slug):
        kind = game.procedures[case["procedure"]].gives
        if kind and "result" in case["expect"]:
            schema, result = describe(kind), case["expect"]["result"]
            assert [*misfits(schema, result), *unsaid(schema, result)] == [], case["id"]


def required_places(schema: Mapping[str, Any], value: Any, path: tuple[Any, ...] = ()) -> Iterator[Any]:
    if isinstance(value, list):
        for n, each in enumerate(value):
            yield from required_places(schema.get("items", {}), each, (*path, n))
    if isinstance(value, dict):
        for key, each in value.items():
            if key in schema.get("required", ()):
                yield (*path, key)
            inside = schema.get("properties", {}).get(key, {})
            yield from required_places(inside, each, (*path, key))


@every_game
def test_what_a_form_is_said_to_require_its_question_is_refused_without(game: Game[Any]) -> None:
    for example in examples(game.folder):
        procedure = game.procedures[example.procedure]
        if procedure.asks or "result" not in example.expect:
            continue
        for *way, key in required_places(described(procedure.fields), example.input):
            question = deepcopy(example.input)
            inside = reduce(getitem, way, question)
            del inside[key]
            try:
                procedure.resolve(question)
            except GameError:
                continue
            pytest.fail(f"{example.id}: {[*way, key]} is not needed")


@every_game
def test_only_examples_that_end_in_an_answer_are_given_words(game: Game[Any]) -> None:
    answered = {each.id for each in examples(game.folder) if "result" in each.expect}
    assert set(words(game.folder)) <= answered


@every_game
def test_the_demo_is_a_game_in_mid_play_that_undoes_line_by_line(game: Game[Any]) -> None:
    setup, actions = demo(game.slug)
    states = [game.open(setup).state]
    for action in actions:
        states.append(game.apply(states[-1], action).state)
    assert not game.is_over(states[-1])
    again = game.open(setup).state
    for action, expected in zip(actions, states[1:], strict=True):
        again = game.apply(again, action).state
        assert game.state_json(again) == game.state_json(expected)


@every_game
def test_a_kept_step_says_its_text_again_from_its_sentence_and_values(game: Game[Any]) -> None:
    setup, actions = played(game)
    outcome, steps = game.open(setup), []
    for action in actions:
        steps += outcome.steps
        outcome = game.apply(outcome.state, action)
    kept = json.loads(json.dumps([step.as_kept() for step in steps]))
    assert [fill(each.get("template", each["text"]), each.get("values", {})) for each in kept] == [
        step.text for step in steps
    ]
    assert sum("template" in each for each in kept) >= len(kept) / 2


@every_game
def test_state_survives_json(game: Game[Any]) -> None:
    setup, actions = played(game)
    state = game.open(setup).state
    for action in [*actions[:40], None]:
        text = json.dumps(game.state_json(state))
        assert game.read_state(json.loads(text), "") == state
        assert json.dumps(game.state_json(game.read_state(json.loads(text), ""))) == text
        state = game.apply(state, action).state if action else state


@every_game
def test_a_state_is_whole_again_once_its_long_rows_were_kept_apart(
    game: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "FULL", 8)
    setup, actions = played(game)
    state, laid, held = game.open(setup).state, dict[str, snapshots.Laid](), dict[str, str]()
    known: dict[str, snapshots.Entries] = {}
    for action in [*actions[:40], None]:
        text, named, new = snapshots.cut(game, state, laid, held.keys())
        held |= new
        texts = {name: [held[each] for each in row] for name, row in named.items()}
        assert json.dumps(snapshots.joined(text, texts)) == json.dumps(game.state_json(state))
        assert snapshots.read(game, text, texts, known) == state
        state = game.apply(state, action).state if action else state


@every_game
def test_nobody_sees_a_secret_of_another_seat(game: Game[Any]) -> None:
    """Two games that differ only in what a spectator may not see look the same to him."""
    nobody, told_apart = Sight(), 0
    for one, two in twins(game):
        # A seal is salted: chance alone decides it.
        seen = [game.redact_state(each, nobody) | {"seals": None} for each in (one, two)]
        assert seen[0] == seen[1]
        assert game.legal(one, nobody) == game.legal(two, nobody)
        told_apart += game.state_json(one) != game.state_json(two)
    state = game.open(game.shuffle(demo(game.slug)[0], Random(1))).state
    hides_nothing = game.redact_state(state, nobody) == game.state_json(state)
    keeps(told_apart or hides_nothing, game.slug, "no line of its demo leaves a secret to the app")


def twins(game: Game[Any]) -> Iterator[tuple[Any, Any]]:
    """States whose last line reads the same to a spectator, although the app dealt differently in it."""
    setups = [game.shuffle({}, Random(seed)) for seed in (1, 2)]
    yield from look_alikes(game, setups, [game.open(setup).state for setup in setups])
    setup, actions = demo(game.slug)
    state = game.open(setup).state
    for action in actions:
        for key in action:
            left_open = {name: value for name, value in action.items() if name != key}
            dealt = [game.roll(state, left_open, Random(seed)) for seed in (1, 2)]
            with suppress(GameError):
                yield from look_alikes(game, dealt, [game.apply(state, each).state for each in dealt])
        for other in tampered_secrets(game, state, action):
            with suppress(GameError):
                outcomes = [game.apply(state, each).state for each in (action, other)]
                yield from look_alikes(game, [action, other], outcomes)
        state = game.apply(state, action).state


def tampered_secrets(game: Game[Any], state: Any, action: Any) -> Iterator[Any]:
    """The same line with another number or square in a place that a spectator is not shown."""
    shown = game.redact_action(state, action, Sight())
    for key, value in action.items():
        if key not in shown or shown[key] != value:
            yield from ({**action, key: other} for other in tampered(value))


def tampered(value: Any) -> Iterator[Any]:
    """A value with one number in it a little larger or smaller, or one square in it next to the other."""
    if type(value) is int:
        yield from (value + 1, value - 1)
    if type(value) is str and re.fullmatch("[a-z][0-9]", value):
        yield from (chr(ord(value[0]) + n) + value[1] for n in (1, -1))
    inside = enumerate(value) if type(value) is list else value.items() if type(value) is dict else ()
    for place, each in inside:
        for other in tampered(each):
            changed = value.copy()
            changed[place] = other
            yield changed


def look_alikes(game: Game[Any], lines: list[Any], states: list[Any]) -> Iterator[tuple[Any, Any]]:
    """Two states, where a spectator reads the same of the two lines that led there."""
    read = [game.redact_action(state, line, Sight()) for line, state in zip(lines, states, strict=True)]
    if read[0] == read[1]:
        yield states[0], states[1]


@every_game
def test_every_seat_is_told_what_it_may_do(game: Game[Any]) -> None:
    setup = game.shuffle({}, Random(3))
    state = game.open(setup).state
    chairs = {chair.id for chair in game.setup_seats(setup)}
    assert game.legal(state, Sight(frozenset(chairs), frozenset(chairs)))
    assert not game.legal(state, Sight())
    assert set(game.actors(state)) <= chairs


@every_game
@pytest.mark.parametrize("action", [None, [], 3, {}, {"type": 3}, {"type": "no such deed"}, "x" * 1000])
def test_nonsense_is_refused_with_a_place(game: Game[Any], action: object) -> None:
    state = game.open(game.shuffle({}, Random(4))).state
    with pytest.raises(GameError) as refusal:
        game.apply(state, action)
    assert refusal.value.message


@pytest.mark.sampled("game")
@every_game
def test_every_printable_is_made(game: Game[Any]) -> None:
    for printable in game.printables.values():
        if printable.table == "must":
            continue
        choices = {option.key: option.default for option in printable.options}
        assert printable.make(choices, None).pdf().startswith(b"%PDF")


@every_game
def test_every_game_has_a_cover(game: Game[Any]) -> None:
    cover = game.folder / "static" / game.slug / "cover.svg"
    keeps(cover.is_file(), game.slug, f"this game has no cover: draw static/{game.slug}/cover.svg")


@every_game
def test_every_game_says_on_its_box_what_it_is_and_what_is_asked_most(game: Game[Any]) -> None:
    box = game.box
    keeps(
        box.about.count(".") == 2,
        game.slug,
        "this game's box is bare: say in `box` what it is, in two sentences",
    )
    assert len(box.about) <= 190
    assert 0 < len(box.span) <= 14
    assert box.sits
    assert box.lasts
    assert len({each.procedure for each in box.asks}) == min(5, len(game.procedures))
    assert {each.procedure for each in box.asks} <= game.procedures.keys()
    assert all(len(each.words) <= 24 and each.words.endswith("?") for each in box.asks)


@every_game
def test_the_bar_says_the_game_where_it_stands_and_who_acts_in_every_room(game: Game[Any]) -> None:
    setup, actions = played(game)
    trail = [game.open(setup).state]
    for action in actions:
        trail.append(game.apply(trail[-1], action).state)
    seats = [chair.id for chair in game.setup_seats(setup)]
    own = [Sight(frozenset([seat]), frozenset([seat]), frozenset([seat])) for seat in seats]
    for state, room, sight in product(trail[:: max(1, len(trail) // 12)], ("table", "hand", "tv"), own):
        bar = game.view(Scene(state, sight, room, {}, (state,))).bar
        assert (bar.title, bool(bar.plate), bool(bar.phase)) == (game.title, True, True)
        assert bar.turn is None or bar.turn.who
        assert bar.hand == (next(iter(sight.holds)) if room == "hand" else None)


class Board(HTMLParser):
    """What may be tapped on a drawn board: where its links lead, and what does more than lead."""

    def __init__(self, drawn: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.deeds: list[str] = []
        self.feed(drawn)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A form that posts and a button that sends one are deeds; a button that only shows is none."""
        has = dict(attrs)
        if {"hx-post", "hx-put", "hx-patch", "hx-delete", "formaction"} & has.keys() or (
            has.get("method", "get") == "post" or (tag == "button" and has.get("type") != "button")
        ):
            self.deeds.append(self.get_starttag_text() or tag)
        if tag == "a" and has.get("href"):
            self.links.append(str(has["href"]))


@pytest.mark.sampled("game")
@every_game
def test_what_is_tapped_on_a_board_is_chosen_and_never_done(game: Game[Any]) -> None:
    """From question to question of a demo, and over two taps on each board: the main button alone does it."""
    setup, actions = demo(game.slug)
    trail = [game.open(setup).state]
    for action in actions:
        trail.append(game.apply(trail[-1], action).state)
    random, tapped, drawn = Random(game.slug), 0, False
    for state, chair in product(trail[-1 :: -max(1, len(trail) // 10)], game.setup_seats(setup)):
        sight = Sight(*(frozenset([chair.id]),) * 3)
        if not game.legal(state, sight):
            continue
        drafts: list[dict[str, str]] = [{}]
        for draft in drafts:
            stage = game.view(Scene(state, sight, "hand", draft, (state,))).stage
            drawn = drawn or bool(stage and stage.board)
            board = Board(str(picture(stage.board)) if stage and stage.board else "")
            assert not board.deeds
            assert all(re.match(r"(hand/|tv/|\./)?\?", link) for link in board.links), board.links
            tapped += len(board.links)
            if len(drafts) < 9:
                some = random.sample(board.links, min(3, len(board.links)))
                drafts += [dict(parse_qsl(urlsplit(link).query)) for link in some]
    keeps(tapped or not drawn, game.slug, "nothing can be tapped on its board")


def questions_put(game: Game[Any], scene: Scene[Any]) -> Counter[int]:
    """How often the rules are asked what is legal while that picture is made, by the state asked of.

    Those states are kept until all are counted, so that none takes another's place in memory.
    """
    asked, states = Counter[int](), list[Any]()

    def watch(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        rooms = (f"/{game.slug}/rules", f"/{game.slug}/actions.py", f"/{game.slug}/deeds")
        if event == "call" and code.co_name == "legal" and any(room in code.co_filename for room in rooms):
            states.append(frame.f_locals["state"])
            asked[id(states[-1])] += 1

    sys.setprofile(watch)
    try:
        game.view(scene)
    finally:
        sys.setprofile(None)
    return asked


@every_game
def test_the_rules_are_asked_once_a_picture_what_may_be_done(game: Game[Any]) -> None:
    setup, actions = demo(game.slug)
    trail, asked_at_all = [game.open(setup).state], 0
    for action in actions:
        trail.append(game.apply(trail[-1], action).state)
    for state, chair in product(trail[:: max(1, len(trail) // 20)], game.setup_seats(setup)):
        sight = Sight(*(frozenset([chair.id]),) * 3)
        asked = questions_put(game, Scene(state, sight, "hand", {}, (state,)))
        assert max(asked.values(), default=0) <= 1
        asked_at_all += len(asked)
    keeps(asked_at_all, game.slug, "its screens never ask `legal`: offer what scene.once(legal, …) allows")


def test_undo_and_redo_are_lines_of_their_own() -> None:
    lines = [Line(1, "setup"), Line(2, "action"), Line(3, "action"), Line(4, "undo", 1), Line(5, "redo")]
    assert fold(lines[:4]).numbers == (1,)
    assert fold(lines).numbers == (1, 2, 3)


def test_a_sixth_game_is_one_new_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A copied folder is a playable game, with no other file touched."""
    original = shelf.game("scarper").folder
    shutil.copytree(original, tmp_path / "trench", ignore=shutil.ignore_patterns("__pycache__"))
    for module in (tmp_path / "trench").rglob("*.py"):
        module.write_text(module.read_text().replace("companion.games.scarper", "companion.games.trench"))
    monkeypatch.setattr(rooms, "__path__", [*rooms.__path__, str(tmp_path)])
    try:
        copy = shelf.game("trench")
        assert "trench" in shelf.slugs()
        assert copy.slug == "trench"
        case = next(c for c in cases("trench") if "result" in c["expect"])
        assert answer(copy.procedures[case["procedure"]], case) == case["expect"]
    finally:
        shelf.game.cache_clear()
        for name in [n for n in sys.modules if n.startswith("companion.games.trench")]:
            del sys.modules[name]


HOUSE = Path(__file__).resolve().parent.parent


def as_the_readme_says(house: Path) -> None:
    """Its commands, run there."""
    readme = (HOUSE / "README.md").read_text()
    commands = re.search(r"## Adding a game\n.*?```sh\n(.*?)```", readme, re.S)
    assert commands
    subprocess.run(["sh", "-ec", commands[1]], cwd=house, check=True)


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    smallest, games = "companion/smallest", tmp_path / "companion" / "games"
    shutil.copytree(HOUSE / smallest, tmp_path / smallest, ignore=shutil.ignore_patterns("__pycache__"))
    games.mkdir()
    as_the_readme_says(tmp_path)
    monkeypatch.setattr(rooms, "__path__", [*rooms.__path__, str(games)])
    yield games / "yours"
    shelf.game.cache_clear()
    for name in [name for name in sys.modules if name.startswith("companion.games.yours")]:
        del sys.modules[name]


def test_the_smallest_game_is_copied_and_played(copied: Path) -> None:
    assert "yours" in shelf.slugs()
    game = shelf.game("yours")
    assert (game.slug, game.folder) == ("yours", copied)
    setup = game.shuffle({}, Random(1))
    state = game.open(setup).state
    assert type(state).__module__ == "companion.games.yours.state"
    assert game.apply(state, {"type": "add", "side": "red", "count": 5}).state.total == 5
    assert game.legal(state, Sight(frozenset({"red"}), frozenset({"red"})))
    shown = game.view(Scene(state, Sight(frozenset({"red"}), frozenset({"red"})))).stage
    assert shown
    assert shown.ask.main
    assert not [path for path in copied.rglob("*.*") if path.is_file() and b"tally" in path.read_bytes()]


@pytest.fixture(scope="module")
def six(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house of its own, in which a stranger has followed the README and touched nothing else."""
    house, passed_over = tmp_path_factory.mktemp("six"), shutil.ignore_patterns("__pycache__")
    for room in ("companion", "tests"):
        shutil.copytree(HOUSE / room, house / room, ignore=passed_over)
    for beside in ("campaigns", "static", "templates", "pyproject.toml", "manage.py"):
        (house / beside).symlink_to(HOUSE / beside)
    as_the_readme_says(house)
    return house


def tried(house: Path, *words: str) -> str:
    """What pytest says there."""
    command = [sys.executable, "-m", "pytest", "-n", "0", "-q", "-p", "no:randomly", *words]
    around = {**os.environ, "COMPANION_HOME": str(house / "var")}
    return subprocess.run(command, cwd=house, env=around, capture_output=True, text=True).stdout


@pytest.mark.sampled
def test_a_copied_game_keeps_every_promise_but_those_that_it_names(six: Path) -> None:
    said = tried(six, "tests/test_every_game.py", "-k", "yours", "--tb=line")
    assert "yours: this game has no demo: add starter/demo.json" in said
    assert "yours: this game has no cover: draw static/yours/cover.svg" in said
    failed = re.findall(r"^FAILED \S+::(\w+)", said, re.M)
    assert "test_the_demo_is_a_game_in_mid_play_that_undoes_line_by_line" in failed
    assert len(failed) == len(re.findall(r"^yours: ", said, re.M)), f"each in its own words: {said}"
    assert int(re.findall(r"(\d+) passed", said)[0]) > 3 * len(failed)


@pytest.mark.sampled
def test_a_sixth_game_stops_no_test_of_the_others(six: Path) -> None:
    """What lists the games when it is read is read to its end, whatever one of them lacks."""
    at_once = re.compile(
        r"^(?! |def |class ).*shelf\.(slugs|games)\(\)|^    for .*shelf\.(slugs|games)\(\)", re.M
    )
    lists = [path for path in (six / "tests").rglob("test_*.py") if at_once.search(path.read_text())]
    files = [str(path.relative_to(six)) for path in lists]
    assert len(files) > 10
    said = tried(six, "--collect-only", *files)
    assert "error" not in said.splitlines()[-1], said[-3000:]


def test_no_house_has_it_on_its_shelf() -> None:
    assert "tally" not in shelf.slugs()
