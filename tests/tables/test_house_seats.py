"""The house at a table: it sits down and leaves, plays, answers, thinks on after a stop, hurts no table."""

import json
import signal
from datetime import timedelta
from hashlib import sha256
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from companion.engine.errors import IllegalAction
from companion.engine.player import Thought, Weighed
from companion.engine.scene import Sight
from companion.tables import house, journal, play, seating
from companion.tables.devices import COOKIE, Device, device, new_secret
from companion.tables.house import review
from companion.tables.lobby import Opening, begin, open_table
from companion.tables.models import Entry, HouseSeat, Request, Table, Token, Why, beside
from companion.tables.position import forget, position
from companion.thinking import Job, Lost, Mind, answered, read_thought, thought_of

pytestmark = pytest.mark.django_db(transaction=True)


def opened(system: str = "scarper", *, waits: bool = False) -> tuple[Table, str]:
    """A table of which somebody hosts and holds the first seat; her secret."""
    table = open_table(Opening(system=system, title="Thursday", waits=waits))
    secret = new_secret()
    seating.host(table, secret)
    first = beside(table).seats[0]
    seating.sit(table, secret, first.chair, "iPad", "Alice")
    return fresh(table), secret


def fresh(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


SECRET: dict[str, str] = {}
"""Alice's, by table."""


def housed(system: str = "scarper", strength: str = "plays_along") -> tuple[Table, Device]:
    """The same, with the house at all other seats."""
    table, secret = opened(system)
    SECRET[table.code] = secret
    alice = device(table, secret)
    for seat in beside(table).seats[1:]:
        house.sit(table, alice, seat.chair, strength)
    return fresh(table), device(fresh(table), secret)


def due(table: Table) -> house.Turn | None:
    """What the house does next, its pause passed."""
    turn = house.turn(fresh(table))
    if turn is None or isinstance(turn, house.Turn):
        return turn
    with pytest.MonkeyPatch.context() as clock:
        clock.setattr(timezone, "now", lambda: turn + timedelta(seconds=1))
        later = house.turn(fresh(table))
    assert isinstance(later, house.Turn)
    return later


def on(table: Table) -> bool:
    """One turn of the house, if it has one."""
    turn = due(table)
    if turn is not None:
        house.step(fresh(table), turn, thought_of)
    return turn is not None


def tap(table: Table, who: Device, action: object, key: str) -> None:
    play.act(fresh(table), who, action, fresh(table).version, key)


def alices(table: Table, who: Device, key: str) -> bool:
    """Alice does anything that is open to her, or to the table; whether she has something to do."""
    current = position(fresh(table))
    game, state = current.game, current.state
    if game.is_over(state):
        return False
    seat = who.holds[0]
    assert game.player
    for asked in beside(fresh(table)).open:
        if asked.kind == "question" and asked.seat == seat:
            assert game.player.reply
            reply = game.player.reply(state, seat, asked.body["ask"], Random(1))
            play.reply(fresh(table), who, asked.pk, reply)
            return True
        if asked.kind == "question":
            return False  # The house answers what her deed asks of it; tapped again, it would be asked anew.
    table = fresh(table)
    common = journal.due(table, current)
    actors = common or game.actors(state)
    if actors and seat not in actors:
        return False
    if actors:
        turn = house.Turn(HouseSeat(seed=key, strength="plays_along"), seat, table.version)
        action = thought_of(house.job_at(table, turn, state)).action
        if common and game.sealed and game.sealed.ends(state, action):
            play.mark(table, who, journal.Word(seat, (), ready=True), table.version, key)
        else:
            tap(table, who, action, key)
    else:
        tap(table, who, game.player.moves(state, "", Random(1))[0].action, key)
    return True


def test_the_house_sits_down_and_leaves() -> None:
    table, secret = opened(waits=True)
    alice = device(table, secret)
    house.sit(table, alice, "german", "thinks")
    assert [seat.player for seat in beside(fresh(table)).seats] == ["Alice", "The house"]
    house.sit(fresh(table), alice, "german", "plays_along")
    assert beside(fresh(table)).minds == {"german": "plays_along"}
    house.leave(fresh(table), alice, "german")
    assert not beside(fresh(table)).minds
    assert [seat.player for seat in beside(fresh(table)).seats] == ["Alice", ""]


def test_only_host_and_holder_say_where_the_house_plays() -> None:
    table, _ = opened()
    other = new_secret()
    seating.watch(table, other)
    for who in (device(table, other), Device()):
        with pytest.raises(IllegalAction, match="Who hosts"):
            house.sit(table, who, "german", "thinks")
    seating.sit(table, other, "german")
    house.sit(fresh(table), device(fresh(table), other), "german", "thinks")
    with pytest.raises(IllegalAction, match="none of it"):
        house.sit(fresh(table), device(fresh(table), other), "german", "well")
    with pytest.raises(IllegalAction, match="no such seat"):
        house.sit(fresh(table), play.HOUSE, "russian", "thinks")


def test_where_it_sees_no_cards_it_is_not_offered() -> None:
    table = open_table(Opening(system="scarper", title="Ours", setup={"options": {"cards": "table"}}))
    assert "your own lie on the table" in house.barred(table)
    with pytest.raises(IllegalAction, match="sees none"):
        house.sit(table, play.HOUSE, "german", "thinks")


@pytest.mark.parametrize("system", ["scarper", "verraeter", "scope", "proelii"])
def test_one_person_plays_a_whole_game_against_it(system: str, capsys: pytest.CaptureFixture[str]) -> None:
    table, alice = housed(system)
    for n in range(600):
        if not alices(table, alice, f"tap-{n}") and not on(table):
            break
    current = position(fresh(table))
    assert current.game.is_over(current.state)
    whys = house.reasons(fresh(table), current)
    assert whys
    assert all(
        house.seal(row) == each.seal == sha256(each.seed.encode()).hexdigest()
        for row, each in zip(house.seats(fresh(table)).values(), house.sealed(fresh(table)), strict=True)
    )
    call_command("play", "--prove", table.code)
    assert "DIFFERS" not in capsys.readouterr().out
    assert all(each.percent <= 100 and each.words for why in whys.values() for each in why)


def test_what_it_does_is_a_line_like_anybodys() -> None:
    table, _ = housed()
    assert on(table)
    line = Entry.objects.filter(table=table).last()
    assert line
    assert (line.seat, line.by, line.as_host) == ("german", "german", False)
    assert Why.objects.get(table=table).key == line.key


def test_nothing_is_told_of_its_reasons_while_it_plays() -> None:
    table, _ = housed()
    on(table)
    assert [each.seed for each in house.sealed(fresh(table))] == [""]
    for code, why in ((table.code, "stays sealed"), ("QQQQQQ", "no table")):
        with pytest.raises(CommandError, match=why):
            call_command("play", "--prove", code)
    assert house.reasons(fresh(table), position(fresh(table))) == {}


def test_it_waits_a_moment_before_each_deed() -> None:
    table, alice = housed()
    assert not isinstance(house.turn(fresh(table)), house.Turn)
    house.hurry(fresh(table), alice, yes=True)
    at = house.turn(fresh(table))
    last = Entry.objects.get(table=table, number=fresh(table).version).at
    assert isinstance(at, house.Turn) or at == last + house.HASTE


def test_two_that_think_of_the_same_line_write_it_once() -> None:
    table, _ = housed()
    turn = due(table)
    assert turn
    assert house.claim(turn)
    assert not house.claim(turn)
    for _ in range(2):
        house.step(fresh(table), turn, thought_of)
    assert fresh(table).version == turn.version + 1


def test_a_stop_in_the_middle_of_a_thought_changes_nothing() -> None:
    """Nothing of a thought is kept: it is thought again, from the journal, and ends in the same deed."""
    table, _ = housed(strength="plays_along")
    turn = due(table)
    assert turn
    before = thought_of(house.job(fresh(table), turn))
    forget(table)
    again = due(table)
    assert again
    assert thought_of(house.job(fresh(table), again)) == before
    assert house.key_of(again) == house.key_of(turn)
    late = timezone.now() - 2 * house.CLAIM
    house.claim(turn)
    HouseSeat.objects.update(thinking_at=late)
    assert house.claim(again)


def test_it_agrees_to_an_undo_and_lets_nothing_hidden_go() -> None:
    table, alice = housed()
    on(table)
    answer = play.undo(fresh(table), alice, 1, fresh(table).version, "back")
    assert answer.waiting
    assert on(table)
    assert position(fresh(table)).numbers == (1,)
    alices(table, alice, "one")
    assert isinstance(play.branch(fresh(table), alice, 1), play.Answer)
    assert on(table)
    assert Request.objects.get(table=table, kind="branch").status == "refused"


def test_what_is_asked_while_it_thinks_is_answered_first_and_at_once() -> None:
    table, alice = housed()
    on(table)
    alices(table, alice, "one")
    turn = due(table)
    assert turn
    assert house.claim(turn)
    play.undo(fresh(table), alice, 1, turn.version, "back")
    house.step(fresh(table), turn, thought_of)
    assert fresh(table).version == turn.version
    asked = due(table)
    assert asked
    assert asked.request
    assert house.claim(asked)
    house.step(fresh(table), asked, thought_of)
    assert position(fresh(table)).numbers == (1,)


def test_a_deed_that_is_barred_gives_way_to_the_next_best() -> None:
    table, _ = housed()
    turn = due(table)
    assert turn

    def confused(job: Job) -> Thought:
        real = thought_of(job)
        return Thought((Weighed({"type": "resign_all"}, 0.9, 1), *real.weighed))

    house.step(fresh(table), turn, confused)
    assert fresh(table).version == turn.version + 1


def test_where_it_finds_nothing_to_do_the_table_is_told_and_the_seat_is_free() -> None:
    table, _ = housed()
    turn = due(table)
    assert turn

    def lost(job: Job) -> Thought:
        raise Lost("no idea")

    version = fresh(table).version
    house.step(fresh(table), turn, lost)
    assert fresh(table).version == version
    assert not beside(fresh(table)).minds
    assert any("found nothing to do" in words for words in seating.news(fresh(table)))
    seating.sit(fresh(table), new_secret(), "german")


def test_each_deed_is_proved_by_the_sealed_seed() -> None:
    table, _ = housed()
    on(table)
    (row,) = house.seats(fresh(table)).values()
    assert len(house.seal(row)) == 64
    assert [proof.holds for proof in house.proofs(fresh(table), thought_of)] == [True]
    holds = []
    for n in range(8):
        HouseSeat.objects.update(seed=f"another {n}")
        holds += [proof.holds for proof in house.proofs(fresh(table), thought_of)]
    assert not all(holds)


def test_what_an_earlier_edition_thought_is_no_fraud_where_this_one_thinks_otherwise(
    capsys: pytest.CaptureFixture[str],
) -> None:
    table, alice = housed()
    for n in range(600):
        if not alices(table, alice, f"tap-{n}") and not on(table):
            break
    first = Why.objects.filter(table=table).first()
    assert first
    changed = Why.objects.filter(pk=first.pk)
    changed.update(weighed=[[{"type": "end_commands"}, 1.0, 0]])
    with pytest.raises(CommandError, match="Not every deed"):
        call_command("play", "--prove", table.code)
    changed.update(mind="earlier")
    call_command("play", "--prove", table.code)
    assert "thought by another edition" in capsys.readouterr().out


def test_its_thoughts_know_nothing_of_the_other_hand() -> None:
    table, _ = housed()
    turn = due(table)
    assert turn
    sent = json.dumps(house.job(fresh(table), turn))
    state = position(fresh(table)).state
    assert not any(f'"{card}"' in sent for card in state.hands.allied.cards)
    assert all(f'"{card}"' in sent for card in state.hands.german.cards)


def test_the_process_that_thinks_answers_as_the_house_itself_would() -> None:
    table, _ = housed()
    turn = due(table)
    assert turn
    job = house.job(fresh(table), turn)
    mind = Mind()
    try:
        assert (
            read_thought(json.loads(json.dumps(mind.think(job).weighed)))
            == mind.think(job)
            == thought_of(job)
        )
        assert mind._process
        mind._process.send_signal(signal.SIGSTOP)
        with pytest.raises(Lost, match="too long"):
            mind.think(job, patience=0.2)
        assert mind.think(job) == thought_of(job)
    finally:
        mind.end()
    assert "lost" in json.loads(answered(json.dumps(job._replace(system="whist"))))


def test_a_seat_is_taken_over_and_given_back() -> None:
    table, secret = opened()
    alice = device(table, secret)
    house.sit(table, alice, "allied", "plays_along")
    table = fresh(table)
    assert beside(table).minds == {"allied": "plays_along"}
    assert device(table, secret).holds == ("allied",)
    assert [seat.player for seat in beside(table).seats] == ["Alice", ""]
    assert on(table)
    house.leave(fresh(table), alice, "allied")
    assert due(table) is None
    assert device(fresh(table), secret).holds == ("allied",)


def test_on_a_tablet_that_goes_round_its_hand_is_its_own() -> None:
    table = open_table(Opening(system="scarper", title="Round", kind="open", waits=True))
    secret = new_secret()
    seating.host(table, secret)
    for side in ("allied", "german"):
        seating.sit(table, secret, side)
    house.sit(fresh(table), device(fresh(table), secret), "german", "thinks")
    assert device(fresh(table), secret).holds == ("allied",)
    begin(fresh(table), device(fresh(table), secret))
    assert fresh(table).version == 1


def test_the_api_opens_a_table_with_the_house_at_a_seat(client: Client) -> None:
    asked = {"system": "scarper", "title": "Programs", "seats": {"german": {"house": "plays_along"}}}
    answer = client.post("/api/tables", asked, content_type="application/json")
    assert answer.status_code == 201
    table = Table.objects.get(code=answer.json()["code"])
    assert isinstance(house.turn(table), house.Turn)
    for seats, path in (
        ({"german": {"house": "well"}}, "seats.german.house"),
        ({"blue": {"house": "thinks"}}, "seats.blue.seat"),
    ):
        refused = client.post("/api/tables", {**asked, "seats": seats}, content_type="application/json")
        assert (refused.status_code, refused.json()["error"]["path"]) == (422, path)
    assert Table.objects.count() == 1


def test_one_tap_opens_a_game_against_it(client: Client) -> None:
    answer = client.post("/games/scarper/alone/")
    assert answer.status_code == 302
    table = Table.objects.get()
    assert beside(table).minds == {"german": "thinks"}
    assert client.get(answer.headers["Location"]).status_code == 200
    assert client.post("/games/parabellum/alone/").status_code in (302, 404)


def test_lobby_and_seats_offer_it(client: Client) -> None:
    table, secret = opened(waits=True)
    client.cookies["companion_device"] = secret
    page = client.get(f"/t/{table.code}/lobby/").content.decode()
    assert "house:thinks" in page
    client.post(f"/t/{table.code}/sit/", {"seat": "german", "deed": "house:thinks"})
    page = client.get(f"/t/{table.code}/lobby/").content.decode()
    assert "plays along" in page
    assert "house_leaves" in page
    client.post(f"/t/{table.code}/sit/", {"deed": "begin"})
    assert fresh(table).version == 1
    page = client.get(f"/t/{table.code}/seats/").content.decode()
    assert "Take German back" in page
    assert "The house plays" in page
    client.post(f"/t/{table.code}/house/", {"deed": "hurry"})
    assert HouseSeat.objects.get().haste
    client.post(f"/t/{table.code}/house/", {"deed": "house_leaves", "seat": "german"})
    assert not beside(fresh(table)).minds
    refused = client.post(f"/t/{table.code}/house/", {"deed": "house", "seat": "german", "strength": "well"})
    assert refused.status_code == 422


def test_who_plays_alone_may_ask_what_it_would_do() -> None:
    table, alice = housed()
    weighed = house.advice(fresh(table), alice, thought_of)
    assert 0 < len(weighed) <= house.ADVICE
    assert all("mission" in each.words for each in weighed)
    assert len({each.words for each in weighed}) == len(weighed)
    assert house.advice(fresh(table), alice, thought_of) == weighed


@pytest.mark.parametrize(("system", "chances"), [("scope", house.ADVICE), ("proelii", 0)])
def test_what_alone_is_open_has_no_chances(system: str, chances: int) -> None:
    """Behind Proelii's screen one is ready, and that is all."""
    table, secret = opened(system)
    _, *others = beside(table).seats
    for each in others:
        house.sit(fresh(table), device(fresh(table), secret), each.chair, "plays_along")
    browser = Client()
    browser.cookies[COOKIE] = secret
    answer = browser.get(f"/t/{table.code}/advice/").content.decode()
    assert answer.count("number") == chances
    assert ("nothing else to do" in answer) == (chances == 0)


def test_among_people_nobody_asks_it() -> None:
    table, secret = opened("verraeter")
    alice = device(table, secret)
    house.sit(table, alice, beside(table).seats[1].chair, "plays_along")
    seating.sit(fresh(table), new_secret(), beside(fresh(table)).seats[2].chair)
    with pytest.raises(IllegalAction, match="plays alone"):
        house.advice(fresh(table), alice, thought_of)


def test_where_all_agreed_before_it_began_everybody_may_ask_it() -> None:
    table, secret = opened("scarper", waits=True)
    bert = new_secret()
    seating.sit(fresh(table), bert, "german")
    alice, other = device(fresh(table), secret), device(fresh(table), bert)
    house.agree(fresh(table), alice, yes=True)
    assert not beside(fresh(table)).may_ask, "one of two"
    house.agree(fresh(table), other, yes=True)
    with pytest.raises(IllegalAction, match="Sit down first"):
        house.agree(fresh(table), Device(), yes=True)
    begin(fresh(table), alice)
    with pytest.raises(IllegalAction, match="before the game begins"):
        house.agree(fresh(table), alice, yes=False)
    assert house.advice(fresh(table), alice, thought_of)
    assert "advice/" in page(table, secret)
    assert "advice/" not in page(table, "")


def page(table: Table, secret: str) -> str:
    browser = Client()
    browser.cookies[COOKIE] = secret
    return str(browser.get(f"/t/{table.code}/").content.decode())


@pytest.mark.parametrize("strength", ["thinks", "thinks_long"])
def test_while_it_thinks_long_every_screen_shows_it(strength: str) -> None:
    table, secret = opened()
    house.sit(table, device(table, secret), "german", strength)
    assert ("s-thinks" in page(table, secret)) == (strength == "thinks_long")


def test_nobody_is_asked_to_wait_for_the_house_to_be_ready() -> None:
    table, _ = housed()
    assert beside(table).housed == {"german"}
    assert Token.objects.filter(giver="house").count() == 1


def test_behind_the_screen_it_lays_out_an_army_and_says_that_it_is_ready() -> None:
    """Its marks lie under the seal: nobody sees them, and the battle begins with the last word."""
    table, alice = housed("proelii")
    before = fresh(table).version
    assert on(table)
    assert not on(table)
    now = fresh(table)
    assert (now.version, journal.said(now)) == (before, frozenset(["black"]))
    seen = journal.hands(now, alice, position(now), Sight(frozenset(["white"]), frozenset(["white"])))
    assert "black" not in seen.marks
    play.mark(now, alice, journal.Word("white", (), ready=True), now.version, "ready")
    assert position(fresh(table)).state.step == "march"


def test_what_is_thrown_after_its_word_makes_it_say_it_anew() -> None:
    table, alice = housed("proelii")
    fought = None
    for n in range(300):
        current = position(fresh(table))
        fought = current.state if current.state.step == "roll" else None
        if fought and journal.due(fresh(table), current) == ("white",):
            break
        on(table) or alices(table, alice, f"tap-{n}")
    assert fought
    rolls = [unit for unit in fought.units.values() if unit.side == "black" and unit.roll]
    assert rolls
    assert not on(table)
    alices(table, alice, "thrown")
    assert "black" in journal.due(fresh(table), position(fresh(table)))
    assert on(table)
    assert journal.due(fresh(table), position(fresh(table))) == ("white",)


def test_after_the_game_it_tells_what_cost_most_and_plays_on_from_there(client: Client) -> None:
    table, alice = housed("scope")
    for n in range(600):
        if not alices(table, alice, f"tap-{n}") and not on(table):
            break

    def hurried(job: Job) -> Thought:
        """Two deeds in each game: one that is much better, and what was done."""
        return Thought(
            (Weighed({"type": "resign", "seat": job.view.seat}, 0.9, 4), Weighed(job.done, 0.3, 4))
        )

    looked = 0
    while (look := review.due(fresh(table))) and looked < 4:
        assert look.chair == alice.holds[0]
        mind = thought_of if looked == 0 else hurried
        review.step(fresh(table), look, mind)
        looked += 1
    told = review.told(fresh(table), position(fresh(table)))
    assert told
    assert told.looked == looked <= told.of
    # A duel may be over after two deeds of hers.
    assert [each.percent for each in told.costs].count(60) == min(3, looked - 1) > 0
    assert all(each.words != each.better for each in told.costs)
    assert not any(proof.line == told.costs[0].number for proof in house.proofs(fresh(table), thought_of))
    client.cookies["companion_device"] = SECRET[table.code]
    page = client.get(f"/t/{table.code}/film/").content.decode()
    assert "What cost most" in page
    assert (f"{looked} of {told.of} looked at" if looked < told.of else "as the house plays") in page
    assert f"/t/{table.code}/branch/{told.costs[0].before}/" in page
    seats = house.seats(fresh(table))
    branch = play.branch(fresh(table), alice, told.costs[0].before)
    assert isinstance(branch, Table)
    assert house.seats(branch).keys() == seats.keys()
    assert {row.seed for row in house.seats(branch).values()}.isdisjoint(row.seed for row in seats.values())
    assert not position(branch).game.is_over(position(branch).state)
    assert alices(branch, device(branch, SECRET[table.code]), "anew") or on(branch)


def test_a_deed_is_weighed_beside_the_best_whatever_a_quick_hand_thinks_of_it() -> None:
    table, _ = housed()
    turn = due(table)
    assert turn
    job = house.job(fresh(table), turn)._replace(strength="thinks")
    (*_, worst) = thought_of(job._replace(strength="plays_along")).weighed
    weighed = thought_of(job._replace(done={**worst.action, "dice": [6]})).weighed
    own = next(each for each in weighed if each.action == worst.action)
    assert own.tries == weighed[0].tries
