"""What is set or decided by hand: every other seat is asked first, in words that say from what to what."""

import copy
import json
import re
from dataclasses import dataclass
from html import unescape
from random import Random
from typing import Any

import pytest
from django.test import Client

from companion import shelf
from companion.engine.errors import IllegalAction
from companion.engine.scene import NOBODY, Sight
from companion.engine.wire import Json
from companion.games.verraeter.rules.notebook import notebook
from companion.tables import play, seating
from companion.tables.correcting import Fix
from companion.tables.devices import COOKIE, HOUSE, Device, new_secret
from companion.tables.journal import MOST_BEATS, walk_on
from companion.tables.lines import LineShown, passages
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Entry, Request, Table
from companion.tables.pleas import open_requests
from companion.tables.position import position
from tests.games.verraeter.drawn import ESTATES, PATCHWORK, PLAYERS, deed
from tests.tables.conftest import Person, sat_down

WHY = "as it lies on the table"


@dataclass(frozen=True)
class Deed:
    """One deed by hand in a game's demo (with this `library`) after so many lines, and what its words say."""

    system: str
    lines: int
    action: Any
    words: tuple[str, ...]
    library: Json = None


def adjust(**more: Any) -> Json:
    return {"type": "adjust", "reason": WHY, **more}


def change(**one: Any) -> Json:
    return adjust(changes=[one])


def judged() -> Json:
    """Scarper's own library, in which the table judges what Germany's missions ask for."""
    library = json.loads((shelf.game("scarper").folder / "starter" / "library.json").read_text("utf-8"))
    for each in library["missions"]:
        each["condition"] = {"p": "table"} if each["side"] == "german" else each["condition"]
    return library


VERDICTS = {"german-road-to-paris": True, "german-hearts-and-minds": False}

TURNED: Json = {"type": "reveal", "picks": {
    "anna": "strategist", "bert": "traitor", "cleo": "diplomat_2", "dora": "diplomat_5",
}}  # fmt: skip

DEEDS = (
    Deed(
        "scarper", 17, {"type": "reveal_missions", "verdicts": VERDICTS}, ("” succeeds; “", "fails"), judged()
    ),
    Deed("scarper", 8, change(path="morale", value=15), ("morale", "→ +15")),
    Deed("scarper", 8, change(path="economy.german", value=7), ("German economy", "→ 7")),
    Deed("scope", 6, change(target="score", side="german", by=3), ("German points 1 → 4",)),
    Deed("proelii", 30, {"type": "stalemate"}, ("the centre decides",)),
    Deed("proelii", 30, adjust(side="white", set={"prestige": 9}), ("White: prestige", "→ 9")),
    Deed("verraeter", 6, change(target="vp", player="{0}", by=9), ("points 0 → 9",)),
    Deed("verraeter", 38, TURNED, ("turned over: ", "Anna, ", "; Dora, ")),
    Deed("parabellum", 40, adjust(player="{0}", feature={"square": "d4", "kind": "mine"}), ("D4", "→ mine")),
    Deed("parabellum", 40, adjust(player="{0}", credits=500), ("what only that company knows",)),
    Deed("parabellum", 40, {"type": "end_scenario", "reason": WHY}, ("ends the scenario",)),
)

every_deed = pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: f"{deed.system}-{deed.words[0]}")


def filled(action: Any, seats: list[str]) -> Any:
    """The action with the names of this table's seats."""
    if isinstance(action, dict):
        return {key: filled(value, seats) for key, value in action.items()}
    if isinstance(action, list):
        return [filled(each, seats) for each in action]
    return action.format(*seats) if isinstance(action, str) else action


def played(system: str, lines: int, kind: str = "seated", more: Json = None) -> Table:
    game = shelf.game(system)
    assert game.demo is not None
    setup, actions = game.demo()
    setup = {**setup, **({"library": more} if more else {})}
    table = open_table(Opening(system=system, title="Thursday", kind=kind, setup=setup))
    for number, action in enumerate(actions[:lines], 1):
        play.act(table, HOUSE, action, number, f"line-{number}")
    table.refresh_from_db()
    return table


def chairs(table: Table) -> list[str]:
    return [seat.chair for seat in table.seats.all()]


def seated(table: Table) -> list[Person]:
    """A person with a device of his own in every seat."""
    people = [sat_down(table, chair, host=not n) for n, chair in enumerate(chairs(table))]
    assert all(person.device.holds for person in people)
    table.refresh_from_db()
    return people


def act(table: Table, who: Person, action: Json, key: str = "tap") -> play.Answer:
    table.refresh_from_db()
    answer = play.act(table, who.device, action, table.version, key)
    table.refresh_from_db()
    return answer


@pytest.mark.django_db(transaction=True)
@pytest.mark.sampled("deed")
@every_deed
def test_nothing_is_set_by_one_seat_alone(deed: Deed) -> None:
    table = played(deed.system, deed.lines, more=deed.library)
    one, *others = seated(table)
    before = table.version
    held = act(table, one, filled(deed.action, chairs(table)))
    assert held.waiting is not None
    assert held.waiting["kind"] == "deed"
    assert held.waiting["seats"] == chairs(table)[1:]
    assert table.version == before
    for n, other in enumerate(others, 1):
        (asked,) = open_requests(table, other.device, NOBODY)
        assert asked.may_say
        for words in deed.words:
            assert words in asked.deed
        assert "500" not in asked.deed, "what only its owner knows is not told by asking"
        play.agree(table, other.device, held.waiting["request"], yes=True)
        table.refresh_from_db()
        assert table.version == before + (n == len(others))
    line = Entry.objects.get(table=table, number=before + 1)
    assert (line.kind, line.key, line.action) == ("action", "tap", filled(deed.action, chairs(table)))
    assert play.act(table, one.device, line.action, before, "tap").version == table.version
    walk_on(table, table.version, MOST_BEATS)
    log = unescape(others[0].browser.get(f"/t/{table.code}/log/").content.decode())
    for words in deed.words:
        assert words in log, "the log says what was set"


@pytest.mark.django_db(transaction=True)
@pytest.mark.sampled("deed")
@every_deed
def test_one_no_leaves_all_as_it_is(deed: Deed) -> None:
    table = played(deed.system, deed.lines, more=deed.library)
    one, other, *_ = seated(table)
    before = position(table).state
    held = act(table, one, filled(deed.action, chairs(table)))
    assert held.waiting is not None
    play.agree(table, other.device, held.waiting["request"], yes=False)
    table.refresh_from_db()
    assert position(table).state == before
    assert Request.objects.get(table=table).status == "refused"


@pytest.mark.django_db(transaction=True)
@pytest.mark.sampled("deed")
@every_deed
def test_a_tablet_of_all_and_a_host_alone_ask_nobody(deed: Deed) -> None:
    table = played(deed.system, deed.lines, "open", deed.library)
    tablet = sat_down(table, chairs(table)[0], host=True)
    for chair in chairs(table)[1:]:
        seating.sit(table, tablet.secret, chair, "A tablet")
    answer = act(table, tablet, filled(deed.action, chairs(table)))
    assert answer.waiting is None
    table = played(deed.system, deed.lines, more=deed.library)
    answer = play.act(table, HOUSE, filled(deed.action, chairs(table)), table.version, "house")
    assert answer.waiting is None


@pytest.mark.django_db(transaction=True)
def test_who_tells_it_once_more_takes_back_what_he_told_before() -> None:
    table = played("scarper", 8)
    one, other = seated(table)
    act(table, one, change(path="morale", value=3), "three")
    act(table, one, change(path="morale", value=4), "four")
    (asked,) = open_requests(table, other.device, NOBODY)
    assert "→ +4" in asked.deed


@pytest.mark.django_db(transaction=True)
def test_a_row_of_deeds_by_hand_is_asked_for_as_one_and_written_as_one() -> None:
    """A photographed sheet asks for such a row."""
    table = played("scarper", 8)
    one, other = seated(table)
    before = table.version
    row = [change(path="morale", value=n) for n in (3, 4, 5)]
    held = play.act_in_a_row(table, one.device, row, before, "sheet")
    assert held.waiting is not None
    table.refresh_from_db()
    (asked,) = open_requests(table, other.device, NOBODY)
    assert "morale +3 → +4" in asked.deed
    assert table.version == before
    play.agree(table, other.device, held.waiting["request"], yes=True)
    table.refresh_from_db()
    assert table.version == before + 3
    assert position(table).state.morale == 5


@pytest.mark.django_db(transaction=True)
def test_a_correction_does_not_smuggle_a_deed_by_hand_in() -> None:
    table = played("scarper", 8)
    one, other = seated(table)
    answer = act(table, one, change(path="morale", value=1), "first")
    assert answer.waiting is not None
    play.agree(table, other.device, answer.waiting["request"], yes=True)
    table.refresh_from_db()
    fix = Fix(table.version, change(path="morale", value=15))
    assert play.amend(table, one.device, fix, table.version, "fix").waiting is not None
    assert play.undo(table, one.device, table.version - 1, table.version, "back").waiting is not None, (
        "what others have agreed to is not taken back alone"
    )


@pytest.mark.django_db(transaction=True)
def test_what_is_asked_over_http_is_a_held_tap_that_the_other_reads_and_answers() -> None:
    table = played("scarper", 8)
    one, other = seated(table)
    table.refresh_from_db()
    home = f"/api/tables/{table.code}"
    by_one = {"headers": {"Authorization": f"Bearer {one.secret}"}, "content_type": "application/json"}
    by_other = {"headers": {"Authorization": f"Bearer {other.secret}"}, "content_type": "application/json"}
    body = {"action": change(path="morale", value=15), "seen": table.version, "key": "program"}
    held = one.browser.post(f"{home}/actions", body, **by_one)
    assert held.status_code == 202
    (asked,) = other.browser.get(f"{home}/requests", **by_other).json()["requests"]
    assert (asked["kind"], asked["may_say"]) == ("deed", True)
    assert "→ +15" in asked["deed"]
    said = other.browser.post(f"{home}/requests/{asked['id']}", {"agree": True}, **by_other)
    assert said.status_code == 201
    assert one.browser.post(f"{home}/actions", body, **by_one).status_code == 201


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", ["seated", "open"])
def test_only_its_owner_names_a_card_that_lies_face_down(kind: str) -> None:
    table = played("scope", 6, kind)
    german, soviet = seated(table)
    state = position(table).state
    mine = next(at for at, lying in state.grid.items() if state.front_of(at) == lying.side == "german")
    named = change(target="card", cell=mine, side="german", card="infantry")
    taken = change(target="card", cell=mine, side="soviet", card="infantry")
    for action in (named, taken):
        with pytest.raises(IllegalAction, match="German"):
            act(table, soviet, action)
    held = act(table, german, named)
    assert held.waiting is not None
    (asked,) = open_requests(table, soviet.device, NOBODY)
    assert "infantry" not in asked.deed
    assert mine in asked.deed
    page = soviet.browser.get(f"/t/{table.code}/?do=adjust&at={mine}").content.decode()
    assert "by its owner" in page


@pytest.mark.django_db(transaction=True)
def test_what_the_app_can_judge_is_overruled_by_name() -> None:
    table = played("parabellum", 40)
    one, other, *_ = seated(table)
    state = position(table).state
    seen = {True: 0, False: 0}
    for objective in state.booklet.objectives:
        judged = objective.kind != "manual"
        seen[judged] += 1
        complete = chairs(table)[0] not in state.objectives[objective.id].done
        action = {
            "type": "objective",
            "objective": objective.id,
            "complete": complete,
            "player": chairs(table)[0],
        }
        held = act(table, one, action, objective.id)
        assert held.waiting is not None
        (asked,) = open_requests(table, other.device, NOBODY)
        assert asked.deed.startswith("The app is overruled: ") == judged
        play.agree(table, other.device, held.waiting["request"], yes=False)
    assert seen[True]
    page = one.browser.get(f"/t/{table.code}/?do=objectives").content.decode()
    assert page.count("Overrule the app: ") >= 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("system", ["scope", "verraeter", "parabellum", "scarper"])
def test_correct_is_offered_where_it_can_lead_somewhere_and_else_the_line_says_why(system: str) -> None:
    table = played(system, 14)
    one, *_ = seated(table)
    page = one.browser.get(f"/t/{table.code}/log/").content.decode()
    offered = closed = 0
    for line in position(table).numbers[1:]:
        row = page.partition(f'id="line-{line}"')[2].partition('<li id="line-')[0]
        if f"/correct/{line}/" in row:
            offered += 1
            action = position(table).actions[line]
            home = f"/t/{table.code}/correct/{line}/hand/?seat={one.device.holds[0]}"
            struck = one.browser.post(f"/t/{table.code}/correct/{line}/act/", {"strike": "yes", "back": home})
            assert struck.status_code == 302, action
        else:
            closed += 1
            assert "set this right" in row or "set it right" in row, row
    assert offered
    assert closed or system == "scarper"


CHARGE_THEN_DISCARD = [{"kind": "charge", "side": "own"}, {"kind": "discard", "side": "enemy", "count": 1}]

OPENING = [
    {"type": "play_card", "side": "german", "card": "battle-of-tannenberg", "mode": "event"},
    {"type": "resolve_event", "side": "german", "choices": [None, None]},
    {"type": "play_card", "side": "allied", "card": "bef-lands", "mode": "event"},
]

EVENT = {"type": "resolve_event", "side": "allied", "choices": [{"battlefield": "ypres"}, None]}


def setup() -> dict[str, object]:
    library = copy.deepcopy(next(f for f in shelf.game("scarper").files if f.key == "library").sample())
    card = next(card for card in library["cards"] if card["id"] == "bef-lands")
    card["effects"] = CHARGE_THEN_DISCARD
    dealt = shelf.game("scarper").shuffle({"library": library}, Random(1))
    first = ["bef-lands", "battle-of-tannenberg"]
    dealt["decks"]["1914"] = first + [card for card in dealt["decks"]["1914"] if card not in first]
    return dealt


@pytest.fixture
def tapped(db: None) -> Table:
    tapped = open_table(Opening(system="scarper", title="Held", setup=setup()))
    state = shelf.game("scarper").open(setup()).state
    missions = [
        {"type": "choose_missions", "side": side, "keep": [state.missions[side].drawn[0]]}
        for side in ("allied", "german")
    ]
    for number, action in enumerate([*missions, *OPENING], 1):
        play.act(tapped, HOUSE, action, number, f"line-{number}")
    tapped.refresh_from_db()
    return tapped


def test_the_dice_are_rolled_before_the_other_seat_is_asked_and_kept(tapped: Table) -> None:
    held = play.act(tapped, HOUSE, EVENT, tapped.version, "event")
    assert held.waiting is not None
    question = Request.objects.get(table=tapped, kind="question")
    rolls = question.body["action"]["choices"][0]["rolls"]
    german = Device(holds=("german",), tokens=(1,))
    ask = question.body["ask"]
    said = {"type": "name_discards", "side": "german", "cards": [ask["from"][0]]}
    play.reply(tapped, german, question.pk, said)
    line = Entry.objects.filter(table=tapped).latest("number")
    assert line.action["choices"][0]["rolls"] == rolls
    assert line.rolled


PLAYED = 9


@pytest.fixture
def logged(transactional_db: None) -> Table:
    demo = shelf.game("scarper").demo
    assert demo is not None
    setup, actions = demo()
    players = {"allied": "Ada", "german": "Jo"}
    logged = open_table(Opening(system="scarper", title="Thursday", setup=setup, players=players))
    for number, action in enumerate(actions[:PLAYED], 1):
        play.act(logged, HOUSE, action, number, f"line-{number}")
    logged.refresh_from_db()
    return logged


@pytest.fixture
def browser(logged: Table) -> Client:
    secret, browser = new_secret(), Client()
    seating.watch(logged, secret, "The wall")
    browser.cookies[COOKIE] = secret
    return browser


def read(browser: Client, logged: Table, page: str, **headers: str) -> str:
    answer = browser.get(f"/t/{logged.code}/{page}", headers=headers)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


@pytest.mark.parametrize("page", ["log/", "log/drawer/"])
def test_a_line_says_who_did_it_by_his_name(logged: Table, browser: Client, page: str) -> None:
    shown = read(browser, logged, page)
    assert "Jo: plays <b" in shown
    assert "Race to the Sea</b> for its event" in shown
    assert "German: plays" not in shown


@pytest.mark.parametrize("page", ["log/", "log/drawer/"])
def test_a_line_shows_places_and_cards_as_plates_and_what_came_of_it(
    logged: Table, browser: Client, page: str
) -> None:
    shown = read(browser, logged, page)
    assert re.search(r'<b class="plated (german|neutral)"><i>\d</i>Race to the Sea</b>', shown)
    assert re.search(r"\w+ \+\d to the (Allies|Germans)", shown)


@pytest.mark.parametrize("page", ["log/", "log/drawer/"])
@pytest.mark.parametrize("asked", ["race+SEA", "jo+race", "1914+race"])
def test_every_word_that_is_asked_for_stands_in_a_line_or_over_it(
    logged: Table, browser: Client, page: str, asked: str
) -> None:
    shown = read(browser, logged, f"{page}?q={asked}")
    assert "Race to the Sea</b>" in shown
    assert "keeps both missions" not in shown


def test_found_lines_keep_their_headings_and_what_nobody_said_is_said(logged: Table, browser: Client) -> None:
    found = read(browser, logged, "log/drawer/?q=sea", **{"HX-Request": "true"})
    assert "1914" in found
    assert "<form" not in found
    assert "No line says that" in read(browser, logged, "log/drawer/?q=submarine")
    assert "No line says that" in read(browser, logged, "log/?q=submarine")


def test_what_a_seat_keeps_to_itself_is_found_by_nobody_else(logged: Table, browser: Client) -> None:
    kept = Entry.objects.get(table=logged, number=2).action["keep"][0]
    assert "No line says that" in read(browser, logged, f"log/?q={kept}")


LEADS = [
    *(deed("place_estate", who, landscape=n) for who, n in ESTATES),
    deed("choose_site", "bert", site=[4, 5]),
    deed("deal_actions", "anna", removed="farmer"),
    deed("pick_action", "anna", card="traitor"),
    deed("pick_action", "bert", card="strategist"),
]

BERT = Sight(frozenset({"bert"}), frozenset({"bert"}))


@pytest.fixture
def table(transactional_db: None) -> Table:
    setup = {"players": PLAYERS, "start_player": "anna", "circle": PATCHWORK}
    table = open_table(Opening(system="verraeter", title="Thursday", setup=setup))
    for action in LEADS:
        table.refresh_from_db()
        play.act(table, HOUSE, action, table.version, f"line-{table.version}")
    table.refresh_from_db()
    return table


def test_dice_are_shown_where_they_are_numbers_and_else_the_words_tell_them() -> None:
    dice = [{"unit": "b02", "face": "two_swords"}, {"d6": 3}]
    line = object.__new__(LineShown)
    object.__setattr__(line, "dice", dice)
    assert line.faces == [("d6", "3")]


def test_lines_come_with_the_states_around_them(table: Table) -> None:
    known = position(table)
    found = list(passages(known, BERT))
    assert [each.number for each in found] == list(known.numbers)
    assert found[0].before is None
    assert [each.before for each in found[1:]] == [each.after for each in found[:-1]]
    assert (found[-1].after, passages(known, BERT)[-2:]) == (known.state, found[-2:])
    assert [each.number for each in passages(known, BERT, before=3)] == [1, 2]


def test_what_was_done_is_told_as_the_sight_may_read_it(table: Table) -> None:
    known = position(table)
    assert [each.action.get("card") for each in passages(known, BERT)[-2:]] == ["hidden", "strategist"]
    assert [each.action.get("card") for each in passages(known, NOBODY)[-2:]] == ["hidden", "hidden"]


def test_a_notebook_is_made_of_them(table: Table) -> None:
    known = position(table)
    told = notebook(known.state, passages(known, BERT), "bert")
    assert told.round.unseen == ("farmer", "traitor")
    assert {hand.player: hand.values for hand in told.held} == dict.fromkeys(PLAYERS, (3, 4, 5))
