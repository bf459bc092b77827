"""Questions to the desk by a program: every example, and every one bent, is answered or refused."""

import copy
import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import shelf
from companion.answer import answer, find, reply
from companion.engine.errors import GameError
from companion.engine.game import Game, Procedure
from companion.engine.scene import NOBODY, Scene, Sight
from tests.e2e.test_taps import whole_game
from tests.twinned import agrees, cases, demo

HOUSE = Path(__file__).resolve().parent.parent

FINAL = '{"year": 1918, "phase": "scoring", "morale": 1}'

FINE = {"over": True, "winner": "allied", "win_by": "attrition", "margin": 1}

QUESTIONS = [(slug, name) for slug, game in shelf.games().items() for name in game.procedures]

LONGEST = 9000

SHORT = [
    (slug, case) for slug in shelf.slugs() for case in cases(slug) if 2 < len(str(case["input"])) < LONGEST
]

"""What is asked in more characters is bent too slowly."""


def resolve(text: str | bytes, *words: str, monkeypatch: pytest.MonkeyPatch) -> tuple[list[Any], int]:
    """The command's answers, a line each, and its exit status."""
    raw = text.encode() if isinstance(text, str) else text
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
    out = io.StringIO()
    status = 0
    try:
        call_command("resolve", *words, stdout=out)
    except SystemExit as left:
        status = int(left.code or 0)
    return [json.loads(line) for line in out.getvalue().splitlines()], status


@pytest.mark.parametrize(("slug", "name"), QUESTIONS)
def test_every_example_agrees_line_by_line(slug: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = [*cases(slug, name)]
    assert asked, "every procedure has an example"
    lines = "".join(json.dumps(case["input"]) + "\n" for case in asked)
    answers, status = resolve(lines, slug, name, "--lines", monkeypatch=monkeypatch)
    pairs = [*zip(asked, answers, strict=True)]
    assert not [case["id"] for case, answer in pairs if not agrees(answer, case["expect"])]
    assert status == (2 if any("error" in case["expect"] for case in asked) else 0)


@pytest.mark.parametrize(("slug", "name"), QUESTIONS)
def test_every_example_agrees_over_http(slug: str, name: str) -> None:
    browser, wrong = Client(), []
    for case in cases(slug, name):
        there = browser.post(f"/api/resolve/{slug}/{name}", case["input"], "application/json")
        status, answer = 422 if "error" in case["expect"] else 200, there.json()
        if there.status_code != status or not agrees(answer, case["expect"]) or "rolls" in answer:
            wrong.append(case["id"])
    assert not wrong


def test_dice_left_out_are_rolled_and_answered_for_a_replay() -> None:
    charge = next(case["input"] for case in cases("scarper") if case["id"] == "rulebook-charge-1")
    open_question = {key: value for key, value in charge.items() if key != "rolls"}
    said, fine = reply("scarper", "frontal-charge", json.dumps(open_question).encode())
    assert fine
    assert set(said) == {"result", "steps", "rolls"}
    again, _ = reply(
        "scarper", "frontal-charge", json.dumps({**open_question, "rolls": said["rolls"]}).encode()
    )
    assert again == {key: value for key, value in said.items() if key != "rolls"}


def test_a_shuffle_left_out_is_answered_for_a_replay() -> None:
    said, fine = reply("scarper", "setup", b"{}")
    assert fine
    assert set(said["rolls"]) == {"decks", "mission_decks"}
    again, _ = reply("scarper", "setup", json.dumps(said["rolls"]).encode())
    assert again["result"] == said["result"]


def test_a_program_lays_out_its_fronts_itself_and_only_a_form_leaves_them_to_the_app() -> None:
    duel = {"scenario": "quick_duel"}
    said, _ = reply("scope", "setup", json.dumps(duel).encode())
    assert said["error"] | {"message": ""} == {"code": "invalid_input", "path": "fronts", "message": ""}
    dealt = answer(find("scope", "setup"), duel, Random(1), form=True)
    assert dealt.rolls == {"fronts": dealt.question["fronts"]}


@pytest.mark.parametrize(("length", "path"), [(2, "received.1"), (5, "received.4"), (6, "received")])
def test_the_length_of_a_list_counts_before_what_stands_in_it_twice(length: int, path: str) -> None:
    begun = next(case["input"] for case in cases("verraeter") if case["id"] == "what-if-1")
    cards = ["farmer", "traitor", "diplomat_2", "strategist", "master_builder"]
    twice = [*cards[: length - 1], "farmer"]
    said, _ = reply("verraeter", "what-if", json.dumps({**begun, "received": twice}).encode())
    assert said["error"] | {"message": ""} == {"code": "invalid_input", "path": path, "message": ""}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   \n",
        "not json",
        "{",
        "[]",
        "3",
        "null",
        '"x"',
        '{"year": NaN}',
        '{"year": 1e999}',
        '{"year": -Infinity}',
        '{"a": "\\ud800"}',
        "[" * 100_000,
        '{"a":' * 100_000 + "1" + "}" * 100_000,
        "9" * 5_000,
        b"\xff\xfe{",
        b"\xc3\x28",
        b"\x00",
    ],
    ids=lambda text: repr(text[:20]),
)
def test_what_is_no_question_is_refused_at_the_top(
    text: str | bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    (said,), status = resolve(text, "scarper", "final-result", monkeypatch=monkeypatch)
    assert (said["error"]["code"], said["error"]["path"], status) == ("invalid_input", "", 2)
    assert said["error"]["message"]
    over_http = Client().post("/api/resolve/scarper/final-result", text, content_type="application/json")
    assert (over_http.status_code, over_http.json()) == (422, said)


def test_a_blank_line_keeps_its_place_and_the_last_ones_are_no_questions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = f"{FINAL}\n\nnonsense\n{FINAL}\n\n  \n"
    said, status = resolve(lines, "scarper", "final-result", "--lines", monkeypatch=monkeypatch)
    assert [one.get("result") for one in said] == [FINE, None, None, FINE]
    assert [one["error"]["path"] for one in said[1:3]] == ["", ""]
    assert status == 2


def test_no_lines_are_no_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    assert resolve("", "scarper", "final-result", "--lines", monkeypatch=monkeypatch) == ([], 0)


@pytest.mark.parametrize(
    ("system", "procedure", "path", "named"),
    [("chess", "castling", "system", "scarper"), ("scarper", "castling", "procedure", "frontal-charge-odds")],
)
def test_what_does_not_exist_is_told_with_what_does(
    system: str, procedure: str, path: str, named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (said,), status = resolve(FINAL, system, procedure, monkeypatch=monkeypatch)
    assert (said["error"]["code"], said["error"]["path"], status) == ("invalid_input", path, 2)
    assert named in said["error"]["message"]
    assert resolve("", system, procedure, "--lines", monkeypatch=monkeypatch) == ([], 2)
    there = Client().post(f"/api/resolve/{system}/{procedure}", FINAL, content_type="application/json")
    assert (there.status_code, there.json()) == (404, said)


def test_the_command_itself_streams_and_leaves_with_two() -> None:
    """As a program would use it: a pipe each way, an answer as soon as a line is in."""
    command = [sys.executable, "manage.py", "resolve", "scarper", "final-result", "--lines"]
    with subprocess.Popen(command, cwd=HOUSE, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdin
        assert running.stdout
        running.stdin.write(FINAL.encode() + b"\n")
        running.stdin.flush()
        assert json.loads(running.stdout.readline())["result"] == FINE
        running.stdin.write('{"“": 1}\n'.encode())
        running.stdin.close()
        last = running.stdout.read().decode("utf-8")
    assert json.loads(last)["error"]["path"] == "“"
    assert "“" in last, "letters are written as they are"
    assert running.returncode == 2


def test_a_reader_that_leaves_early_is_no_fault() -> None:
    command = [sys.executable, "manage.py", "resolve", "scarper", "final-result", "--lines"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, cwd=HOUSE, **pipes) as running:
        assert running.stdin
        assert running.stdout
        assert running.stderr
        running.stdin.write((FINAL + "\n").encode() * 50)
        running.stdin.flush()
        running.stdout.readline()
        running.stdout.close()
        with suppress(BrokenPipeError):
            running.stdin.write((FINAL + "\n").encode() * 2000)
            running.stdin.close()
        assert running.stderr.read() == b""
    assert running.returncode == 0


def test_a_question_too_long_is_refused_in_the_same_form() -> None:
    there = Client().post(
        "/api/resolve/scarper/final-result", " " * 11_000_000, content_type="application/json"
    )
    assert there.status_code == 422
    assert there.json()["error"]["code"] == "invalid_input"


def test_openapi_describes_every_procedure_with_examples_that_are_true() -> None:
    described = Client().get("/api/openapi.json").json()["paths"]
    for slug, name in QUESTIONS:
        post = described[f"/api/resolve/{slug}/{name}"]["post"]
        assert set(post["responses"]) == {"200", "422"}
        assert post["summary"]
        content = post["requestBody"]["content"]["application/json"]
        assert content["schema"]["properties"], f"{slug} {name} does not say what it takes"
        asked = content["examples"]
        told = post["responses"]["200"]["content"]["application/json"]["examples"]
        assert asked
        for example, question in asked.items():
            said = Client().post(f"/api/resolve/{slug}/{name}", question["value"], "application/json").json()
            assert said == told[example]["value"]


def test_openapi_says_what_a_question_takes_as_the_record_does_that_reads_it() -> None:
    described = Client().get("/api/openapi.json").json()["paths"]
    asked = described["/api/resolve/verraeter/supply-refill"]["post"]["requestBody"]
    schema = asked["content"]["application/json"]["schema"]
    assert schema["required"] == ["start_player", "players", "draw", "discard"]
    hand = schema["properties"]["players"]["items"]["properties"]["hand"]
    assert hand == {"type": "integer", "minimum": 0, "maximum": 9}


def test_openapi_says_what_an_answer_holds_as_the_record_does_that_is_answered() -> None:
    described = Client().get("/api/openapi.json").json()["paths"]
    answer = described["/api/resolve/verraeter/supply-refill"]["post"]["responses"]["200"]
    result = answer["content"]["application/json"]["schema"]["properties"]["result"]
    assert result["required"] == ["queue", "skipped", "total", "reshuffle_after", "short"]
    assert result["properties"]["queue"]["items"]["properties"]["must_discard"] == {"type": "integer"}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-20, 2000) | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@st.composite
def mutated(draw: st.DrawFn) -> tuple[str, str, Any]:
    """A worked question with one value, anywhere in it, replaced by something else, dropped or doubled."""
    slug, case = draw(st.sampled_from(SHORT))
    question = json.loads(json.dumps(case["input"]))
    place, key = draw(st.sampled_from(list(places(question))))
    how = draw(st.sampled_from(["replace", "drop", "add"]))
    if how == "drop":
        del place[key]
    elif how == "replace":
        place[key] = draw(JSON)
    elif isinstance(place, dict):
        place[draw(st.text(max_size=6))] = draw(JSON)
    else:
        place.append(draw(JSON))
    return slug, case["procedure"], question


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from places(value[key])


@settings(max_examples=400, deadline=None)
@given(mutated())
def test_a_question_bent_anywhere_is_answered_or_refused(asked: tuple[str, str, Any]) -> None:
    slug, name, question = asked
    try:
        text = json.dumps(question).encode()
    except UnicodeEncodeError:
        return
    said, fine = reply(slug, name, text)
    assert set(said) - {"rolls"} == ({"result", "steps"} if fine else {"error"})
    if not fine:
        assert set(said["error"]) == {"code", "path", "message"}
        assert said["error"]["code"] in {"invalid_input", "illegal_action"}
    assert reply(slug, name, text)[0].keys() == said.keys()


@pytest.mark.parametrize("slug", [slug for slug in shelf.slugs() if "replay" in shelf.game(slug).procedures])
def test_a_missing_setup_is_reported_where_it_should_stand(slug: str) -> None:
    said, _ = reply(slug, "replay", b'{"actions": []}')
    assert said["error"] | {"message": ""} == {"code": "invalid_input", "path": "setup", "message": ""}


@pytest.mark.parametrize("slug", [slug for slug, game in shelf.games().items() if game.at_table])
def test_every_deed_is_recalled_as_text_whoever_reads_it(slug: str) -> None:
    game = shelf.game(slug)
    setup, actions = whole_game(slug, seed=1)
    state = game.open(setup).state
    for action in actions:
        own = frozenset([action[game.seat_key]] if action.get(game.seat_key) else [])
        for sight in (NOBODY, Sight(own, own, own)):
            draft = game.recall(game.redact_action(state, action, sight))
            assert all(type(text) is str for pair in draft.items() for text in pair)
            assert game.view(Scene(state, sight, "table", dict(draft), (state,))).bar
        state = game.apply(state, action).state


MUTATIONS = int(os.environ.get("MUTATIONS", "4"))

JUNK: list[Any] = [
    *(None, True, False, 0, -1, 3, 7, 99, 10**30, 1.5),
    *("", "x", "\ud800", "0", "-4", "01", [], [[]], {}, {"1": 1}),
]

OWN_WORDS: Mapping[str, list[Any]] = {
    "scarper": ["ypres", "german", ["ypres"], {"p": "table"}, {"kind": "morale"}],
    "scope": [
        *("a1", "b3", "h8", "german", "sniper", "custom", "duel_of_aces"),
        *(["a1"], ["a1", "a1"], {"type": "move"}, {"weapon": "sniper"}),
    ],
    "verraeter": ["supply", "ada", [0, 0], ["farmer"], {"type": "build"}],
    "proelii": [
        *("c3", "entry", "distant", "white", "optimal", "cavalry", "sword", "zama"),
        *(["c3"], ["sword", "sword"], {"type": "move"}, {"faces": ["sword"], "rerolls": []}),
    ],
    "parabellum": ["a1", ["a1", "a1"], "tank", "red", {"fuel": 1}, {"type": "move"}],
}

KEYS = ("odd", "", "side", "seat", "5", "\ud800")

GAMES = shelf.games()

EVERY_QUESTION = [(slug, name) for slug, game in GAMES.items() for name in game.procedures]

"""What is asked in more characters is bent too slowly for every run."""

PLAYED = [pytest.param(game, id=slug) for slug, game in GAMES.items() if game.demo]


def spots(value: Any) -> list[tuple[Any, Any]]:
    """Every container in a question with each of its keys."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = [(value, key) for key, _ in pairs]
    return found + [spot for holder, key in found for spot in spots(holder[key])]


def bent(question: Any, random: Random, junk: list[Any]) -> Any:
    question = copy.deepcopy(question)
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        places = spots(question)
        if not places:
            return copy.deepcopy(random.choice(junk))
        holder, key = random.choice(places)
        bend(holder, key, random, junk)
    return question


def bend(holder: Any, key: Any, random: Random, junk: list[Any]) -> None:
    """One value dropped, joined by another, or replaced."""
    deed = random.randrange(4)
    if deed == 0:
        del holder[key]
    elif deed == 1 and isinstance(holder, dict):
        holder[random.choice(KEYS)] = copy.deepcopy(random.choice(junk))
    elif deed == 1:
        holder.append(copy.deepcopy(random.choice([*junk, holder[key]])))
    else:
        holder[key] = copy.deepcopy(random.choice(junk))


@pytest.mark.parametrize(("slug", "name"), EVERY_QUESTION)
def test_a_bent_question_is_answered_or_refused_and_never_crashes(slug: str, name: str) -> None:
    procedure, junk = GAMES[slug].procedures[name], JUNK + OWN_WORDS.get(slug, [])
    short = (case for case in cases(slug, name) if len(str(case["input"])) < LONGEST)
    for case, seed in product(short, range(MUTATIONS)):
        random = Random(f"{case['id']} {seed}")
        question = bent(case["input"], random, junk)
        try:
            tried(procedure, question, random)
        except Exception as error:
            error.add_note(f"{case['id']}, seed {seed}: {question!r:.2000}")
            raise


def tried(procedure: Procedure, question: Any, random: Random) -> None:
    """Answered in JSON and in letters, or refused; the question is left as it was."""
    before = copy.deepcopy(question)
    completed, rolls = procedure.complete(question, random)
    assert rolls is None or completed != question
    with suppress(GameError):
        resolved = procedure.resolve(completed)
        json.dumps(resolved.result, allow_nan=False)
        "".join(step.text for step in resolved.steps).encode()
    assert question == before


@pytest.mark.parametrize("seed", range(MUTATIONS))
@pytest.mark.parametrize("game", PLAYED)
def test_a_bent_action_leaves_the_table_as_it_was(game: Game[Any], seed: int) -> None:
    random, junk = Random(seed), JUNK + OWN_WORDS.get(game.slug, [])
    setup, actions = demo(game.slug)
    state = game.open(setup).state
    for action in actions:
        bad = game.roll(state, bent(action, random, junk), random)
        game.asks(state, bad)
        game.describe(bad).encode("utf-8", "backslashreplace")
        game.is_irrevocable(state, bad, False)
        before = game.state_json(state)
        with suppress(GameError):
            game.apply(state, bad)
        assert game.state_json(state) == before
        state = game.apply(state, action).state
