"""A line is corrected: what would change is shown first; what stands after is what its lines lead to."""

from urllib.parse import parse_qs, urlsplit

import pytest

from campaigns.books.proof import wrong
from companion import shelf
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.shape import write as shown
from companion.engine.wire import Json
from companion.tables import play
from companion.tables.comparing import Change, foresee
from companion.tables.correcting import Fix, corrected
from companion.tables.devices import HOUSE
from companion.tables.journal import write
from companion.tables.lines import dice_of
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Entry, Request, Table, writing_at
from companion.tables.position import forget, position
from tests.tables.conftest import Person, new_table, sat_down
from tests.tables.test_play import snapshot

NAMED = {"type": "name_card", "side": "red"}


def add(side: str, count: int) -> Json:
    return {"type": "add", "side": side, "count": count}


def done(table: Table, who: Person, *actions: Json) -> None:
    for action in actions:
        table.refresh_from_db()
        play.act(table, who.device, action, table.version, f"act-{table.version}")
    table.refresh_from_db()


def amend(table: Table, who: Person, to: Json, action: Json, key: str = "fix") -> play.Answer:
    table.refresh_from_db()
    answer = play.amend(table, who.device, Fix(to, action), table.version, key)
    table.refresh_from_db()
    return answer


def total(table: Table) -> int:
    held = position(table).state.total
    forget(table)
    assert position(table).state.total == held, "what is remembered is what the journal says"
    return held


def test_a_corrected_line_counts_in_its_place_and_the_lines_after_it_follow(
    table: Table, alice: Person
) -> None:
    done(table, alice, add("red", 3), add("red", 4), add("red", 5))
    answer = amend(table, alice, 3, add("red", 9))
    assert (answer.version, total(table)) == (5, 17)
    assert position(table).numbers == (1, 2, 5, 4)
    assert Entry.objects.get(table=table, number=3).action == add("red", 4), "nothing is overwritten"
    done(table, alice, add("red", 1))
    assert total(table) == 18


def test_a_line_struck_out_was_never_done_and_a_redo_takes_that_back(table: Table, alice: Person) -> None:
    done(table, alice, add("red", 3), add("red", 4))
    amend(table, alice, 2, None)
    assert total(table) == 4
    play.redo(table, alice.device, table.version, "back")
    table.refresh_from_db()
    assert total(table) == 7
    play.undo(table, alice.device, 2, table.version, "undo")
    table.refresh_from_db()
    assert total(table) == 3


def test_a_corrected_line_can_be_corrected_and_undone_like_any_other(table: Table, alice: Person) -> None:
    done(table, alice, add("red", 3), add("red", 4), add("red", 5))
    amend(table, alice, 2, add("red", 8), "one")
    amend(table, alice, 5, add("red", 9), "two")
    assert position(table).numbers == (1, 6, 3, 4)
    assert total(table) == 18
    play.undo(table, alice.device, 6, table.version, "undo")
    table.refresh_from_db()
    assert total(table) == 9
    done(table, alice, add("red", 1))
    assert position(table).numbers == (1, 6, 8)


def test_what_cannot_follow_falls_out_and_is_told_before(transactional_db: None) -> None:
    """Blue, whose cards they are, at a table where it may tap for Red."""
    table = new_table("open")
    alice = sat_down(table, "blue")
    one, two, _ = position(table).state.hands["blue"]
    done(table, alice, {**NAMED, "card": one}, {**NAMED, "card": two}, add("red", 4))
    before = snapshot(table)
    fix = Fix(2, {**NAMED, "card": two})
    [fallen] = foresee(table, alice.device, fix).dropped
    assert (fallen.number, fallen.why) == (3, "blue does not hold that card.")
    assert foresee(table, alice.device, Fix(4, add("red", 5))).changes == (Change("total", 4, 5),)
    assert snapshot(table) == before
    amend(table, alice, 2, fix.action)
    assert position(table).numbers == (1, 5, 4)
    assert position(table).state.hands["blue"][0] == one
    play.redo(table, alice.device, table.version, "back")
    table.refresh_from_db()
    assert position(table).numbers == (1, 2, 3, 4)


def test_nothing_is_told_before_where_it_would_tell_anothers_secret(
    table: Table, alice: Person, bob: Person
) -> None:
    bob.browser.get(f"/t/{table.code}/")
    one, two, _ = position(table).state.hands["blue"]
    done(table, alice, add("red", 4), {**NAMED, "card": one})
    for fix, counted in ((Fix(2, add("red", 5)), 5), (Fix(2, None), 0)):
        seen = foresee(table, alice.device, fix)
        assert (seen.secret, seen.hidden, seen.dropped) == (True, 1, ())
        assert seen.changes == (Change("total", 4, counted),), "as far as nobody's secret decides"
    assert not foresee(table, bob.device, Fix(2, None)).secret
    assert amend(table, alice, 2, add("red", 5)).waiting is not None
    home = f"/t/{table.code}/correct/2/"
    check = alice.browser.post(home + "act/", {"strike": "yes", "back": home})
    told = alice.browser.get(check.url).content.decode()
    assert "hangs on what others keep to themselves" in told
    assert one not in told
    assert two not in told


def test_who_is_asked_sees_what_it_does_before_his_yes_and_nobody_anothers_cards(
    table: Table, alice: Person, bob: Person
) -> None:
    bob.browser.get(f"/t/{table.code}/")
    one, two, three = position(table).state.hands["blue"]
    done(
        table,
        alice,
        add("red", 4),
        {**NAMED, "card": one},
        {"type": "roll", "side": "red", "rolls": {"d6": 2}},
    )
    answer = amend(table, alice, 2, add("red", 5))
    assert answer.waiting is not None
    at = f"/t/{table.code}/asked/{answer.waiting['request']}/"
    assert at in bob.browser.get(f"/t/{table.code}/").content.decode()
    asked = bob.browser.get(at).content.decode()
    for words in (
        "Red asks to set line 2 right",
        "nothing has changed yet",
        "<b>2</b> follow",
        "6 counted",
        "7 counted",
    ):
        assert words in asked
    assert 'value="yes"' in asked
    assert total(table) == 6
    mine = alice.browser.get(at).content.decode()
    assert 'value="withdraw"' in mine
    assert 'value="yes"' not in mine
    for card in (one, two, three):
        assert card not in mine
    watching = Person(table, sat_down(new_table(), "blue").secret)
    assert watching.browser.get(at).status_code == 302
    bob.browser.post(at, {"word": "yes"})
    table.refresh_from_db()
    assert total(table) == 7
    assert bob.browser.get(at)["Location"] == f"/t/{table.code}/", "it is settled"


def test_a_no_from_the_page_leaves_the_line_and_its_asker_may_withdraw(
    table: Table, alice: Person, bob: Person
) -> None:
    bob.browser.get(f"/t/{table.code}/")
    done(table, alice, add("red", 3), {"type": "roll", "side": "red"})
    before = total(table)
    for who, word, status in ((bob, "no", "refused"), (alice, "withdraw", "lapsed")):
        answer = amend(table, alice, 2, add("red", 5), word)
        assert answer.waiting is not None
        who.browser.post(f"/t/{table.code}/asked/{answer.waiting['request']}/", {"word": word})
        assert Request.objects.get(pk=answer.waiting["request"]).status == status
    assert total(table) == before


def test_every_page_of_a_correction_says_that_it_is_one(table: Table, alice: Person) -> None:
    done(table, alice, add("red", 3), add("red", 4))
    home = f"/t/{table.code}/correct/2/"
    check = alice.browser.post(home + "act/", {"strike": "yes", "back": home}).url
    for page in (home, f"{home}hand/?seat=red", check):
        assert 'id="band"' in alice.browser.get(page).content.decode(), page
    assert 'id="band"' not in alice.browser.get(f"/t/{table.code}/").content.decode()


def test_a_correction_tapped_twice_is_one_line(table: Table, alice: Person) -> None:
    done(table, alice, add("red", 3))
    first = play.amend(table, alice.device, Fix(2, add("red", 5)), 2, "k")
    assert play.amend(table, alice.device, Fix(2, add("red", 5)), 2, "k") == first
    table.refresh_from_db()
    assert table.version == 3


@pytest.mark.parametrize(
    ("to", "action", "path"),
    [
        (1, None, "to"),
        (4, None, "to"),
        ("2", None, "to"),
        (True, None, "to"),
        (2, {"type": "add", "side": "red", "count": 71}, "count"),
        (2, {"type": "fly"}, "type"),
        (2, [], "action"),
        (2, {"type": "roll", "side": "red"}, ""),
        (2, NAMED, ""),
    ],
)
def test_what_is_no_correction_changes_nothing(
    table: Table, alice: Person, to: Json, action: Json, path: str
) -> None:
    done(table, alice, add("red", 3), add("red", 4))
    before = snapshot(table)
    for refused in (
        lambda: amend(table, alice, to, action),
        lambda: foresee(table, alice.device, Fix(to, action)),
    ):
        with pytest.raises((IllegalAction, InvalidInput)) as told:
            refused()
        assert told.value.path == path
    assert snapshot(table) == before


def test_spectators_correct_nothing_and_nobody_another_seats_line(
    table: Table, alice: Person, bob: Person, charlie: Person
) -> None:
    done(table, alice, add("red", 3))
    for who in (bob, charlie):
        with pytest.raises(IllegalAction):
            amend(table, who, 2, add("red", 4))


def test_past_a_roll_the_others_are_asked_and_their_yes_writes_it(
    table: Table, alice: Person, bob: Person
) -> None:
    bob.browser.get(f"/t/{table.code}/")
    done(table, alice, add("red", 3), {"type": "roll", "side": "red"})
    rolled = total(table) - 3
    answer = amend(table, alice, 2, add("red", 5))
    assert answer.waiting is not None
    assert answer.waiting["kind"] == "amend"
    assert total(table) == 3 + rolled
    request = Request.objects.get(table=table)
    play.agree(table, bob.device, request.pk, True)
    table.refresh_from_db()
    assert total(table) == 5 + rolled
    assert Entry.objects.get(table=table, number=4).by.startswith("red")


def test_a_correction_that_waits_lapses_with_the_next_line(table: Table, alice: Person, bob: Person) -> None:
    bob.browser.get(f"/t/{table.code}/")
    done(table, alice, add("red", 3), {"type": "roll", "side": "red"})
    amend(table, alice, 2, add("red", 5))
    done(table, alice, add("red", 1))
    request = Request.objects.get(table=table)
    with pytest.raises(IllegalAction):
        play.agree(table, bob.device, request.pk, True)


def test_the_preview_tells_nobody_anothers_secret(table: Table, alice: Person, bob: Person) -> None:
    done(table, alice, add("red", 3))
    card = position(table).state.hands["blue"][0]
    done(table, alice, {**NAMED, "card": card})
    asked = Fix(3, None)
    assert card not in str(shown(foresee(table, alice.device, asked))), "red may not read blue's hand"
    assert card in str(shown(foresee(table, bob.device, asked)))


def test_the_log_explains_each_line_as_it_now_counts(table: Table, alice: Person) -> None:
    done(table, alice, add("red", 3), add("red", 4))
    amend(table, alice, 2, add("red", 9))
    page = alice.browser.get(f"/t/{table.code}/log/").content.decode()
    assert "Line 2 is corrected: add" in page
    assert page.count("struck") == 1


def test_a_line_is_corrected_on_the_page_of_that_moment(table: Table, alice: Person) -> None:
    done(table, alice, add("red", 3), add("red", 4))
    browser, home = alice.browser, f"/t/{table.code}/correct/2/"
    then = browser.get(home).content.decode()
    assert "Line 2 is being corrected" in then
    assert '<span class="plate">0</span>' in then
    wrong = browser.post(
        home + "act/", {"action": '{"type": "add", "side": "red", "count": 71}', "back": home}
    )
    assert wrong.status_code == 422
    assert "refusal-words" in wrong.content.decode()
    check = browser.post(
        home + "act/", {"action": '{"type": "add", "side": "red", "count": 9}', "back": home}
    )
    told = browser.get(check.url).content.decode()
    assert "<b>1</b> follow" in told
    assert table.version == 3
    chosen = parse_qs(urlsplit(check.url).query)["chosen"][0]
    late = {"chosen": chosen, "seen": "2", "key": "k", "back": check.url}
    assert browser.post(home + "amend/", late).status_code == 409
    browser.post(home + "amend/", {**late, "seen": "3"})
    table.refresh_from_db()
    assert total(table) == 13


@pytest.mark.parametrize("chosen", ["", "nonsense", "abc:def:ghi"])
def test_a_correction_that_was_tampered_with_is_refused(table: Table, alice: Person, chosen: str) -> None:
    done(table, alice, add("red", 3))
    browser, home = alice.browser, f"/t/{table.code}/correct/2/"
    assert browser.get(home + "check/", {"chosen": chosen}).status_code == 422
    assert browser.post(home + "amend/", {"chosen": chosen, "seen": "2", "key": "k"}).status_code == 422
    table.refresh_from_db()
    assert table.version == 2


@pytest.mark.parametrize("line", [0, 1, 3, 99])
def test_a_line_that_does_not_stand_leads_back_to_the_log(table: Table, alice: Person, line: int) -> None:
    done(table, alice, add("red", 3))
    answer = alice.browser.get(f"/t/{table.code}/correct/{line}/")
    assert (answer.status_code, answer.url) == (302, f"/t/{table.code}/log/")


MANY = 60


def recorded(slug: str) -> Table:
    """The first lines of its demo, straight in the journal."""
    game = shelf.game(slug)
    assert game.demo is not None
    setup, actions = game.demo()
    table = open_table(Opening(system=slug, title="Recorded", kind="open", setup=setup))
    state, rows = game.open(setup).state, []
    for number, action in enumerate(actions[:MANY], 2):
        outcome = game.apply(state, action)
        state, steps = outcome.state, [step.as_kept() for step in outcome.steps]
        rows.append(Entry(table=table, number=number, kind="action", action=action, dice=dice_of(action),
                          steps=steps, key=f"k{number}", edition=game.edition))  # fmt: skip
    Entry.objects.bulk_create(rows)
    headline = game.headline(state)[:200]
    Table.objects.filter(pk=table.pk).update(version=len(rows) + 1, headline=headline)
    return Table.objects.get(pk=table.pk)


@pytest.mark.sampled
@pytest.mark.parametrize("slug", [game.slug for game in shelf.games().values() if game.demo])
@pytest.mark.parametrize("place", [3, 9, 20])
def test_a_struck_line_leaves_a_journal_that_the_rules_follow(
    transactional_db: None, slug: str, place: int
) -> None:
    table = recorded(slug)
    with writing_at(table) as now:
        known = position(now)
        done = corrected(known, now, HOUSE, Fix(place, None))
        write(now, known, done.entry(key="fix", asked="", by="house"))
    table.refresh_from_db()
    game, known = shelf.game(slug), position(table)
    state = known.before(1)
    for number in known.numbers[1:]:
        repair = known.actions.repair(number)
        state = repair.ready(state, game.apply) if repair else state
        state = game.apply(state, known.actions[number]).state
    forget(table)
    folded = game.state_json(position(table).state)
    assert game.state_json(state) == folded == game.state_json(done.state)
    assert wrong(table)[1] == []
