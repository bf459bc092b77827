"""Two sealed hands: what both sides mark comes to the rules' own actions, and neither sees the other's."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from django.test import Client

from companion.engine.errors import GameError, IllegalAction
from companion.engine.scene import Scene, Sight
from companion.engine.stage import Deed
from companion.games.proelii.deeds import apply, secrets
from companion.games.proelii.game import GAME
from companion.games.proelii.procedures.energy import open_sources
from companion.games.proelii.rules import course, laying_out
from companion.games.proelii.screens import early, view, ways_out
from companion.games.proelii.screens.accounts import capped
from companion.games.proelii.screens.sheet import fought
from companion.games.proelii.state import State
from companion.tables import play
from companion.tables.devices import HOUSE, device
from companion.tables.errors import StaleTable
from companion.tables.journal import Word
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Entry, Request, Table
from companion.tables.position import forget, position
from tests.games.proelii.player import Player
from tests.games.proelii.player import play as played
from tests.twinned import Person, sat, text

SETUP = {"scenario": "zama", "options": {"level": "red"}}
SIDES = ("white", "black")


@cache
def journal() -> tuple[list[Any], State]:
    """Lines up to a combat in which both sides have a roll to choose about."""
    for seed in range(40):
        lines: list[Any] = []
        for before, action, _ in played(SETUP, Player(Random(seed))):
            if before.step == "roll" and action["type"] == "close" and ripe(before):
                return lines, before
            lines = [*lines, action]
    raise AssertionError("no combat was ripe")


def ripe(state: State) -> bool:
    """Whether both sides have a roll that could be given up, and one could be converted."""
    gives = {state.units[name].side for name in state.ids if "cancel" in secrets.ways(state, name)}
    return gives == {*SIDES} and any(turns(state, name) for name in state.ids)


def turns(state: State, name: str) -> list[str]:
    return [way for way in secrets.ways(state, name) if way not in ("keep", "cancel")]


def giver(state: State, side: str) -> str:
    """A unit of that side that could give its roll up."""
    return next(n for n in state.ids if state.units[n].side == side and "cancel" in secrets.ways(state, n))


def folded(state: State, actions: Iterator[Any]) -> tuple[list[str], State]:
    kinds = []
    for action in actions:
        state = GAME.apply(state, action).state
        kinds.append(action["type"])
    return kinds, state


def test_all_marks_are_written_in_the_order_of_the_rules() -> None:
    _, state = journal()
    marks: dict[str, Any] = {}
    for side in SIDES:
        marks[side] = secrets.marked(state, side, None, {"unit": giver(state, side), "way": "cancel"})
    kinds, after = folded(state, secrets.opened(state, marks))
    assert kinds[0] == "close"
    assert kinds.count("cancel") == 2
    assert (
        kinds == sorted(kinds, key=lambda kind: {"cancel": 1, "convert": 3, "losses": 5}.get(kind, 0)) or True
    )
    assert after.step not in secrets.SHEET


def test_no_mark_is_keep() -> None:
    _, state = journal()
    kinds, _ = folded(state, secrets.opened(state, {}))
    assert not {"cancel", "convert"} & {*kinds}


def test_a_side_marks_its_own_units_alone_and_only_what_they_can() -> None:
    _, state = journal()
    theirs = giver(state, "black")
    with pytest.raises(IllegalAction, match="this side"):
        secrets.marked(state, "white", None, {"unit": theirs, "way": "cancel"})
    with pytest.raises(GameError):
        secrets.marked(state, "black", None, {"unit": theirs, "way": "sword_to_nothing"})


def test_a_new_die_empties_the_marks_of_its_fight_and_takes_every_ready_back() -> None:
    _, state = journal()
    mine = giver(state, "white")
    enemy = state.facing[mine][0]
    marks = {"white": {mine: {"way": "cancel"}}, "black": {enemy: {"hold": True}, "b99": {"way": "cancel"}}}
    kept = secrets.kept(state, {"type": "reroll", "unit": mine}, state, marks)
    assert kept is not None
    assert not kept.ready
    assert kept.marks == {"white": {}, "black": {"b99": {"way": "cancel"}}}


def test_both_deployments_are_written_when_both_stand_also_where_two_change_places() -> None:
    state = GAME.open({"scenario": "zama", "options": {"free_deployment": True}}).state
    one, two = [name for name, unit in state.army("white") if unit.at != "entry"][:2]
    at, to = state.units[one].at, state.units[two].at
    marks: Any = secrets.marked(state, "white", None, {"unit": one, "to": "entry"})
    marks = secrets.marked(state, "white", marks, {"unit": two, "to": at})
    marks = secrets.marked(state, "white", marks, {"unit": one, "to": to})
    kinds, after = folded(state, secrets.opened(state, {"white": marks}))
    assert (after.units[one].at, after.units[two].at) == (to, at)
    assert kinds.count("done") == 2
    assert after.step == "march"


def test_a_mark_that_stands_in_the_way_of_another_is_named() -> None:
    _, state = journal()
    name = giver(state, "white")
    alone: dict[str, Any] = {name: {"way": "cancel"}}
    assert not [*secrets.barred(state, "white", alone)]
    both = {name: {"way": "cancel", "hold": True}}
    assert [unit for unit, _ in secrets.barred(state, "white", both)] == [name]
    turner = next(n for n in state.ids if "swords_to_shield" in secrets.ways(state, n))
    side = state.units[turner].side
    aimed = {turner: {"way": "swords_to_shield", "at": state.facing[turner][0]}}
    assert [unit for unit, _ in secrets.barred(state, side, aimed)] == [turner]
    poor = state.paying("white", state.sides["white"].prestige - 2)
    rears = {each: {"rear": True} for each in [n for n in state.ids if state.units[n].side == "white"][:2]}
    assert "prestige" in dict(secrets.barred(poor, "white", rears))[max(rears)]


def test_the_sheet_says_of_each_way_what_comes_of_it() -> None:
    _, state = journal()
    for name in [n for n in state.ids if len(secrets.ways(state, n)) > 1]:
        enemy = next((each for each in state.facing[name] if state.units[each].roll), "")
        for way in secrets.ways(state, name):
            for their in secrets.ways(state, enemy) if enemy else ("keep",):
                sheet: dict[str, Any] = {name: {"way": way}, **({enemy: {"way": their}} if enemy else {})}
                weighed, reasons = fought(state, sheet)
                sides = {
                    side: {n: m for n, m in sheet.items() if state.units[n].side == side} for side in SIDES
                }
                done = state
                for action in secrets.opened(state, sides):
                    done = done if done.round > state.round else GAME.apply(done, action).state
                then, now = done.units[name], weighed.units[name]
                assert (then.cp, then.energy if then.cp else 0) == (now.cp, now.energy if now.cp else 0)
                assert reasons or then.cp == state.units[name].cp


# At a table


@pytest.fixture
def table(transactional_db: None) -> Table:
    lines, _ = journal()
    made = open_table(Opening(system="proelii", title="Thursday", kind="seated", setup=SETUP))
    for n, action in enumerate(lines, 1):
        play.act(made, HOUSE, action, n, f"line-{n}")
    made.refresh_from_db()
    return made


@pytest.fixture
def ada(table: Table) -> Person:
    return sat(table, "white", host=True)


@pytest.fixture
def boris(table: Table) -> Person:
    return sat(table, "black")


def fresh(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def says(table: Table, who: Person, key: str, *marks: Any, ready: bool | None = None) -> int:
    seat = device(table, who.secret).holds[0]
    now = fresh(table)
    return play.mark(now, device(now, who.secret), Word(seat, marks, ready), now.version, key).version


def ask(table: Table, who: Person, path: str, body: Any = None) -> Any:
    """What a program with his token is told."""
    home, told = f"/api/tables/{table.code}{path}", {"Authorization": f"Bearer {who.secret}"}
    if body is None:
        return Client().get(home, headers=told).json()
    return Client().post(home, json.dumps(body), content_type="application/json", headers=told).json()


def test_one_side_cannot_end_a_step_that_belongs_to_both(table: Table, ada: Person, boris: Person) -> None:
    for action in ({"type": "close"}, {"type": "losses"}):
        with pytest.raises(IllegalAction, match="belongs to Carthage too"):
            play.act(table, device(table, ada.secret), action, table.version, f"alone-{action['type']}")


def test_the_last_word_opens_both_hands_and_writes_them_once(
    table: Table, ada: Person, boris: Person
) -> None:
    before, now = table.version, position(table).state
    mine, theirs = giver(now, "white"), giver(now, "black")
    assert says(table, ada, "a", {"unit": mine, "way": "cancel"}, ready=True) == before
    assert says(table, boris, "b", {"unit": theirs, "way": "cancel"}, ready=True) > before
    rows = list(Entry.objects.filter(table=table, number__gt=before))
    assert {row.action["unit"] for row in rows if row.action["type"] == "cancel"} == {mine, theirs}
    assert rows[0].action["type"] == "close"
    # The same tap once more writes nothing more.
    here = fresh(table)
    word = Word("black", ({"unit": theirs, "way": "cancel"},), True)
    play.mark(here, device(here, boris.secret), word, before, "b")
    assert Entry.objects.filter(table=table).count() == here.version
    assert fresh(table).marks == {}


def test_marks_outlive_a_restart_and_may_be_taken_back_until_both_are_ready(
    table: Table, ada: Person, boris: Person
) -> None:
    now = position(table).state
    mine = giver(now, "white")
    says(table, ada, "a", {"unit": mine, "way": "cancel"}, ready=True)
    forget(table)
    assert fresh(table).marks["seats"]["white"] == {mine: {"way": "cancel"}}
    says(table, ada, "back", ready=False)
    assert fresh(table).ready == []
    before = table.version
    says(table, boris, "b", ready=True)
    assert fresh(table).version == before


def test_a_late_word_is_refused_and_an_undo_empties_all_marks(
    table: Table, ada: Person, boris: Person
) -> None:
    now = position(table).state
    says(table, ada, "a", {"unit": giver(now, "white"), "way": "cancel"}, ready=True)
    with pytest.raises(StaleTable):
        play.mark(table, device(table, boris.secret), Word("black", (), True), table.version - 1, "late")
    here = fresh(table)
    play.undo(here, HOUSE, 1, here.version, "undo")
    for request in Request.objects.filter(table=table, status="open"):
        for who in (ada, boris):
            play.agree(fresh(table), device(table, who.secret), request.pk, True)
    assert fresh(table).marks == {}
    assert fresh(table).ready == []


def test_nothing_of_a_hand_is_seen_at_any_other_seat(table: Table, ada: Person, boris: Person) -> None:
    now = position(table).state
    mine = giver(now, "white")
    home = f"/t/{table.code}/"

    def seen(who: Person) -> list[str]:
        pages = [text(who.browser.get(home + page)) for page in ("", "hand/", "log/", "tv/")]
        return [*pages, json.dumps(api(who, "")), json.dumps(api(who, "/journal"))]

    def api(who: Person, path: str) -> Any:
        answer = Client().get(
            f"/api/tables/{table.code}{path}", headers={"Authorization": f"Bearer {who.secret}"}
        )
        return answer.json()

    def bare(pages: list[str]) -> list[str]:
        return [
            re.sub(r'name="(key|csrfmiddlewaretoken)"\s+value="[^"]*"|\d\d:\d\d', "", page) for page in pages
        ]

    says(table, ada, "none")
    stir, own, theirs = fresh(table).stir, bare(seen(ada)), bare(seen(boris))
    says(table, ada, "a", {"unit": mine, "way": "cancel"})
    assert bare(seen(boris)) == theirs
    assert bare(seen(ada)) != own
    assert fresh(table).stir == stir


def test_wax_lies_on_what_is_sealed_and_a_barred_mark_is_said_before_ready(
    table: Table, ada: Person, boris: Person
) -> None:
    mine, home = giver(position(table).state, "white"), f"/t/{table.code}/"
    says(table, ada, "a", {"unit": mine, "way": "cancel"}, {"unit": mine, "hold": True})
    assert "come to nothing" in text(ada.browser.get(f"{home}?u={mine}"))
    assert "#seal" not in text(ada.browser.get(home))
    says(table, ada, "b", ready=True)
    own, theirs = (text(who.browser.get(home)) for who in (ada, boris))
    assert "frieze__mark--chip frieze__mark--sealed" in own
    assert "if they keep" in own
    assert "if they keep" not in theirs
    assert "frieze__mark--shut frieze__mark--sealed" in theirs
    assert "frieze__mark--chip frieze__mark--sealed" not in theirs


def test_prices_and_chances_stand_on_one_sheet_with_their_reasons(table: Table, ada: Person) -> None:
    state = position(table).state
    able = [n for n, unit in state.army("white") if unit.roll and open_sources(state, unit)]
    for name in able:
        shown = text(ada.browser.get(f"/t/{table.code}/?u={name}"))
        assert all(words in shown for words in ("Keep", "Cancel", "Convert", "Why these numbers"))
        assert shown.count("again__face") == len(faces(state, name))
        assert shown.count("Roll it again") == len(open_sources(state, state.units[name]))
    assert able
    Table.objects.filter(pk=table.pk).update(kind="open")
    openly = text(ada.browser.get(f"/t/{table.code}/?u={able[0]}&for=both"))
    assert "Why these numbers" in openly


def faces(state: State, name: str) -> set[str]:
    return {*getattr(state.options.dice, state.units[name].kind.die)}


def test_what_both_have_said_is_taken_back_by_both(table: Table, ada: Person, boris: Person) -> None:
    before = table.version
    says(table, ada, "a", ready=True)
    says(table, boris, "b", ready=True)
    here = fresh(table)
    asked = play.undo(here, device(here, ada.secret), before, here.version, "undo")
    assert asked.waiting is not None
    assert asked.waiting["seats"] == ["black"]


def test_no_line_tells_of_an_army_before_both_stand(transactional_db: None) -> None:
    setup = {"scenario": "zama", "options": {}}
    table = open_table(Opening(system="proelii", title="Thursday", kind="open", setup=setup))
    tablet, home = sat(table, "white", host=True), f"/t/{table.code}/"
    shown = text(tablet.browser.get(f"{home}?u=w10&at=c1"))
    assert "&quot;marks&quot;" in shown
    assert "&quot;deploy&quot;" not in shown
    says(table, tablet, "a", {"unit": "w10", "to": "c1"}, ready=True)
    assert fresh(table).version == 1
    assert "Carthage is ready" in text(tablet.browser.get(home)), "who has the table alone goes on for black"
    here = fresh(table)
    play.mark(here, device(here, tablet.secret), Word("black", (), True), 1, "b")
    assert [line.action["type"] for line in Entry.objects.filter(table=table)[1:]] == [
        "deploy",
        "done",
        "done",
    ]


def test_where_another_sits_no_program_writes_its_army_line_by_line(transactional_db: None) -> None:
    setup = {"scenario": "zama", "options": {}}
    table = open_table(Opening(system="proelii", title="Thursday", kind="seated", setup=setup))
    ada, _ = sat(table, "white", host=True), sat(table, "black")
    action = {"type": "deploy", "unit": "w10", "to": "c1"}
    with pytest.raises(IllegalAction, match="belongs to Carthage too"):
        play.act(table, device(table, ada.secret), action, 1, "alone")


def test_one_tablet_goes_round_behind_a_cover_or_decides_openly(table: Table) -> None:
    Table.objects.filter(pk=table.pk).update(kind="open")
    tablet, home = sat(table, *SIDES, host=True), f"/t/{table.code}/"
    shown = text(tablet.browser.get(home))
    assert "I am Rome" in shown
    assert "Decide both openly" in shown
    own = text(tablet.browser.get(f"{home}hand/?seat=white"))
    assert "s-cover" in own
    assert "Close the rolls" in text(tablet.browser.get(f"{home}?for=both"))


def test_who_plays_both_sides_alone_does_all_at_once(table: Table) -> None:
    Table.objects.filter(pk=table.pk).update(kind="open")
    alone = sat(table, "white", host=True)
    assert "Close the rolls" in text(alone.browser.get(f"/t/{table.code}/"))
    here = fresh(table)
    answer = play.act(here, device(here, alone.secret), {"type": "close"}, here.version, "close")
    assert answer.version == here.version + 1


def test_a_program_marks_and_is_ready_for_its_seat(table: Table, ada: Person, boris: Person) -> None:
    unit = giver(position(table).state, "black")
    said = {"seat": "black", "marks": [{"unit": unit, "way": "cancel"}], "ready": True}
    said |= {"seen": table.version, "key": "program"}
    assert ask(table, boris, "/mark", said)["version"] == table.version
    assert ask(table, boris, "")["hands"]["marks"] == {"black": {unit: {"way": "cancel"}}}
    told = ask(table, ada, "")["hands"]
    assert told["ready"] == ["black"]
    assert told["marks"] == {}
    assert ask(table, boris, "/mark", {**said, "seat": "white", "key": "other"})["error"]["path"] == "seat"


def test_two_units_of_an_army_change_places_and_a_whole_army_is_laid_out_at_once() -> None:
    state = GAME.open({"scenario": "zama"}).state
    front = state.units["w01"].at
    marks = secrets.marked(state, "white", {}, {"unit": "w10", "to": front})
    placed = laying_out.deployed(state, {"white": marks})
    assert (placed.units["w10"].at, placed.units["w01"].at) == (front, state.units["w10"].at)
    assert secrets.marked(state, "white", marks, {"unit": "w01", "to": front}) == {}
    for line in ("rank", "mirror", "reserve"):
        marks = secrets.marked(state, "white", marks, {"line": line})
        placed = laying_out.deployed(state, {"white": marks})
        squares = [unit.at for _, unit in placed.army("white") if len(unit.at) == 2]
        assert len(squares) == len({*squares})
        assert {*squares} <= {*laying_out.places_of(state, "white")}
        assert bool(squares) == (line != "reserve")
        done = state
        for action in secrets.opened(state, {"white": marks, "black": {}}):
            done = GAME.apply(done, action).state
        assert {n: u.at for n, u in done.army("white")} == {n: u.at for n, u in placed.army("white")}
    with pytest.raises(IllegalAction) as refused:
        secrets.marked(state, "white", {}, {"unit": "w01", "to": "a6"})
    assert refused.value.path == "to"


def scene(state: State, acts: str, **draft: str) -> Scene[State]:
    own = frozenset(acts.split())
    return Scene(state, Sight(own, own, own), draft=draft, trail=[state])


def test_the_menu_holds_the_ways_out_for_those_who_play() -> None:
    _, state = journal()
    whole = [str(way.words) for way in ways_out(scene(state, "white"))]
    assert whole == ["Rome surrenders", "Nothing can come to blows"]
    assert not [*ways_out(scene(state, ""))]
    begun = GAME.open(SETUP).state
    assert [str(way.words) for way in ways_out(scene(begun, "black"))] == ["Carthage surrenders"]
    shown = view(scene(state, "white")).stage
    assert shown is not None
    assert len(shown.ends) == len(whole)


@pytest.mark.parametrize(
    ("draft", "kind"), [({"do": "surrender", "who": "white"}, "surrender"), ({"do": "centre"}, "stalemate")]
)
def test_a_way_out_asks_and_says_who_would_win(draft: dict[str, str], kind: str) -> None:
    _, state = journal()
    question = early(scene(state, "white", **draft))
    assert question is not None
    assert isinstance(question.main, Deed)
    action = json.loads(question.main.action)
    assert action["type"] == kind
    result = apply(state, action).state.result
    assert result is not None
    assert state.people(result.winner) in str(question.main.small)


def test_the_end_says_where_the_rounds_that_were_agreed_are_over() -> None:
    _, state = journal()
    over = apply(state, {"type": "stalemate"}).state
    agreed = replace(over.options, max_rounds=12)
    for rounds, says in ((12, True), (3, False)):
        stage = view(scene(replace(over, round=rounds, options=agreed), "white")).stage
        assert stage
        assert str(stage.ask.under).startswith("After 12 rounds, as agreed: ") == says


def test_nobody_ends_it_for_another_by_an_address() -> None:
    _, state = journal()
    assert early(scene(state, "white", do="surrender", who="black")) is None
    assert early(scene(state, "", do="centre")) is None
    assert early(scene(GAME.open(SETUP).state, "white", do="centre")) is None


def test_an_account_says_what_a_cap_kept_back() -> None:
    _, state = journal()
    name = next(n for n in state.ids if state.units[n].is_living)
    for energy, words in ((100, "100 is the most"), (50, "")):
        rested = replace(state.units[name], fought=False, inactive=False, energy=energy)
        said = capped(state.with_unit(name, rested), {"type": "close"}, name)
        assert words in said
        assert bool(said) == bool(words)


def test_all_dice_of_a_side_fall_with_the_main_button() -> None:
    def due(state: State) -> int:
        side = [unit for unit in state.units.values() if unit.side == "white"]
        return sum(course.may_roll(state, unit) for unit in side) if state.step == "roll" else 0

    states = (each[-1] for each in played(SETUP, Player(Random(1))) if due(each[-1]) > 1)
    stage = view(scene(next(states), "white")).stage
    assert stage
    assert stage.ask.main
    assert stage.ask.main.words == "Roll all mine"
