"""Nights that a game proposes, a war of battles, and branches that are played ahead."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from campaigns import foreseeing, series
from campaigns.carrying.parcel import pack, unpack
from campaigns.chronicle import chronicle_of
from campaigns.foreseeing import Branch, next_night
from campaigns.models import Campaign, Evening
from campaigns.series import plays, standings
from companion import shelf
from companion.engine.campaign import Foreseen
from companion.engine.errors import InvalidInput
from companion.games.proelii.state import State
from companion.games.scope.game import GAME
from companion.games.scope.state import State as ScopeState
from companion.shop import tasks
from companion.shop.models import Job
from companion.tables import play as tables_play
from companion.tables.devices import HOUSE
from companion.tables.models import Seat, Table
from companion.tables.position import position
from tests.campaigns.conftest import ALICE, BOB, WAR, War, fought, set_by_hand
from tests.games.scope.player import after, deed, opened, small


@pytest.fixture
def host(transactional_db: None) -> Client:
    """A browser that has begun a series of Proelii."""
    browser = Client()
    assert browser.post("/campaigns/series/proelii/", {"title": "The long war"}).status_code == 302
    return browser


def home() -> str:
    return f"/campaigns/{Campaign.objects.get().code}/"


def battle(browser: Client, asked: str = "?war=1", **changed: str) -> Table:
    """Open the war's next battle, or an evening of its own, as the form proposes it."""
    there = f"{home()}season/table/{asked}"
    form = browser.get(there).context["form"]
    said = {name: form[name].value() for name in form.fields if form[name].value() not in (None, [])}
    sent = browser.post(there, {**said, "way": "one", "on": "2026-01-05", **changed})
    assert sent.status_code == 302, sent.context["form"].errors
    return Table.objects.order_by("-pk")[0]


def state_of(table: Table) -> State:
    state: State = position(table).state
    return state


def act(host: Client, table: Table, action: dict[str, Any]) -> None:
    """One tap at the table, which lies before both."""
    table.refresh_from_db()
    tap = {"action": json.dumps(action), "seen": table.version, "key": f"{table.code}-{table.version}"}
    sent = host.post(f"/t/{table.code}/act/", tap)
    assert sent.status_code < 400, sent.content.decode()


def fallen(host: Client, table: Table, *units: str) -> None:
    """These units fall, and black gives up."""
    for unit in units:
        act(host, table, {"type": "adjust", "reason": "fell", "unit": unit, "set": {"at": "destroyed"}})
    act(host, table, {"type": "surrender", "side": "black"})


def begun(host: Client, table: Table) -> None:
    """Past the deployment, so that corrections may be made."""
    for _ in range(6):
        if state_of(table).phase == "start":
            act(host, table, {"type": "done"})


def types(table: Table, side: str) -> list[tuple[str, str]]:
    """Its units by type and experience."""
    return sorted(
        (unit.type, unit.experience) for unit in state_of(table).units.values() if unit.side == side
    )


def first_battle(host: Client) -> Table:
    table = battle(host, **{"o.scenario": "trebia", "p.white": "Ada", "p.black": "Boris"})
    begun(host, table)
    fallen(host, table, "w01", "w02", "b01")
    return table


def test_losses_go_on_and_the_next_battle_has_the_army_that_is_left(host: Client) -> None:
    table = first_battle(host)
    (one,) = series.fought(Campaign.objects.get())
    assert one.handed is not None
    white, black = one.handed.sides
    assert "Roman horse and Latin allies I: destroyed." in [step.text for step in white.changes]
    assert len(types(table, "white")) == 12
    second = battle(host, **{"o.scenario": "zama"})
    state = state_of(second)
    mine = [unit for unit in state.units.values() if unit.side == "white"]
    assert len(mine) == 3 * len(white.units)
    assert {unit.name.split(" ·")[0] for unit in mine} == {unit.name for unit in white.units}
    assert len([unit for unit in state.units.values() if unit.side == "black"]) == 3 * len(black.units)
    assert state.scenario == "zama"
    assert dict(Seat.objects.filter(table=second).values_list("chair", "player")) == {
        "white": "Ada",
        "black": "Boris",
    }


def test_what_is_chosen_after_a_battle_is_in_the_next_and_a_bad_choice_is_refused(host: Client) -> None:
    first_battle(host)
    there = f"{home()}season/1/war/"
    bad = host.post(there, {"w.white.w03": "0", "w.black.prestige": "77"})
    assert bad.status_code == 422
    told = bad.content.decode()
    assert "White: The groups must be of the same kinds" in told
    assert "Nothing was changed" in told
    kept = {field.name: field.value for _, asks in bad.context["choices"] for field in asks}
    assert (kept["white.w03"], kept["black.prestige"]) == ("0", "77")
    assert Evening.objects.get().handed == {}
    chosen = {"w.white.prestige": "40", "w.white.joins.1": "war_elephants", "w.white.level.1": "elite"}
    assert host.post(there, chosen).status_code == 302
    page = host.get(f"{home()}season/war/").content.decode()
    assert "40 prestige" in page
    assert "War elephants joins: recruit war elephants" in page
    assert "is elite now, by its people" in page
    second = battle(host, **{"o.scenario": "zama"})
    assert state_of(second).sides["white"].prestige == 40
    assert types(second, "white").count(("war_elephants", "recruit")) == 3
    assert [experience for _, experience in types(second, "white")].count("elite") == 3
    late = host.post(there, chosen)
    assert late.status_code == 422
    assert "Only after the last battle" in late.content.decode()


def test_a_war_goes_on_over_two_battles_with_its_histories_and_standings(host: Client) -> None:
    first_battle(host)
    second = battle(host, **{"o.scenario": "zama"})
    waits = host.get(f"{home()}season/table/?war=1")
    form = waits.context["form"]
    said = {name: form[name].value() for name in form.fields if form[name].value() not in (None, [])}
    refused = host.post(f"{home()}season/table/?war=1", {**said, "on": "2026-01-05"})
    assert refused.status_code == 422
    assert "is not over yet" in refused.content.decode()
    begun(host, second)
    lost = [f"w1_{n}" for n in (1, 2, 3)]
    fallen(host, second, *lost, "b1_1")
    page = host.get(f"{home()}season/war/")
    _, two = series.fought(Campaign.objects.get())
    assert two.handed is not None
    assert not two.parted
    assert len([line for line in two.handed.sides[0].units[0].past if "became" in line]) == 2
    (gone,) = two.handed.sides[0].gone
    assert gone.past[-1] == "Zama, 202 BC: gone"
    assert page.context["score"] == [("Rome", 2), ("Carthage", 0)]
    assert "The Trebia, 218 BC:" in page.content.decode()


def test_a_correction_moves_the_army_after_it_and_says_where_a_later_battle_began_otherwise(
    host: Client,
) -> None:
    table = first_battle(host)
    campaign = Campaign.objects.get()
    before = series.fought(campaign)[0].handed
    table.refresh_from_db()
    tables_play.undo(table, HOUSE, table.version - 1, table.version, "back")
    assert series.fought(campaign)[0].handed is None
    fallen(host, table, "w03", "w04", "w05")
    after = series.fought(campaign)[0].handed
    assert before is not None
    assert after is not None
    assert len(after.sides[0].units) < len(before.sides[0].units)
    battle(host, **{"o.scenario": "zama"})
    table.refresh_from_db()
    tables_play.undo(table, HOUSE, table.version - 1, table.version, "again")
    fallen(host, table, "w06", "w07", "w08")
    assert [each.parted for each in series.fought(campaign)] == [False, True]
    assert "was corrected after this one began" in host.get(f"{home()}season/war/").content.decode()


def test_a_game_whose_evenings_stand_alone_has_no_war(transactional_db: None) -> None:
    browser = Client()
    browser.post("/campaigns/series/scarper/", {"title": "Winter"})
    answer = browser.get(f"{home()}season/war/")
    assert answer.status_code == 422
    assert "stand each alone" in answer.content.decode()
    assert "War of battles" not in browser.get(home()).content.decode()


def test_a_war_goes_into_another_house_with_its_results_and_choices(host: Client) -> None:
    first_battle(host)
    assert host.post(f"{home()}season/1/war/", {"w.white.prestige": "40"}).status_code == 302
    campaign = Campaign.objects.get()
    (one,) = series.fought(campaign)
    there = unpack(pack(campaign), "a new house's host")
    (again,) = series.fought(there)
    assert again.handed == one.handed
    assert again.play.winners == ["Ada"]


def test_an_evening_that_is_no_battle_of_the_war_counts_for_the_season_alone(host: Client) -> None:
    table = battle(host, "", **{"p.white": "Ada", "p.black": "Boris"})
    begun(host, table)
    fallen(host, table, "w01")
    page = host.get(home())
    assert [(each["line"].name, each["victories"]) for each in page.context["lines"]] == [
        ("Ada", "1"),
        ("Boris", "0"),
    ]
    assert "the enemy surrendered" in page.content.decode()
    assert "Ada,Rome" in host.get(f"{home()}season/plays.csv").content.decode()
    (play,) = host.get(f"{home()}season/plays.json").json()["plays"]
    assert [score["winner"] for score in play["playerScores"]] == [True, False]
    assert Evening.objects.get().handed is None
    assert series.fought(Campaign.objects.get()) == []


def test_a_side_that_has_nobody_left_ends_the_war(host: Client) -> None:
    table = battle(host, **{"o.scenario": "trebia"})
    begun(host, table)
    names = [name for name, unit in state_of(table).units.items() if unit.side == "black"]
    for name in names:
        if not state_of(table).is_over:
            act(host, table, {"type": "adjust", "reason": "fell", "unit": name, "set": {"at": "destroyed"}})
    page = host.get(f"{home()}season/war/").content.decode()
    assert "Nobody is left" in page
    assert "Open the next" not in page
    there = f"{home()}season/table/?war=1"
    form = host.get(there).context["form"]
    said = {name: form[name].value() for name in form.fields if form[name].value() not in (None, [])}
    refused = host.post(there, {**said, "on": "2026-01-05"})
    assert "The war is over: Black has no unit left" in refused.content.decode()


@pytest.fixture
def nights_host(transactional_db: None) -> Client:
    """A browser that has begun a series of SCOPE."""
    browser = Client()
    assert browser.post("/campaigns/series/scope/", {"title": "Winter"}).status_code == 302
    return browser


def evening(browser: Client, night: int, **changed: str) -> Table:
    """Open the table of a night as its form proposes it."""
    page = browser.get(f"{home()}season/table/?night={night}")
    form = page.context["form"]
    said = {name: form[name].value() for name in form.fields if form[name].value() not in (None, [])}
    given = {**said, "on": "2026-01-05", **changed}
    answer = browser.post(f"{home()}season/table/?night={night}", given)
    assert answer.status_code == 302, answer.context["form"].errors
    return Table.objects.order_by("-pk")[0]


def test_the_nights_stand_on_the_seasons_page_and_the_next_is_proposed(nights_host: Client) -> None:
    page = nights_host.get(home()).content.decode()
    assert "Six Nights" in page
    for night in GAME.program.nights:  # type: ignore[union-attr]
        assert night.name in page
    assert page.count("data-main") == 1
    assert 'season/table/?night=1">Play night 1<' in " ".join(page.split())
    assert "is-next" in page


@pytest.mark.parametrize(
    ("night", "columns", "mode", "theme"),
    [
        (1, 3, "basic", None), (2, 4, "basic", None), (3, 4, "basic", "duel_of_aces"),
        (4, 4, "basic", "break_the_chain"), (5, 5, "advanced", None), (6, 6, "advanced", None),
    ],
)  # fmt: skip
def test_each_night_is_opened_as_it_is_to_be_played(
    nights_host: Client, night: int, columns: int, mode: str, theme: str | None
) -> None:
    state = state_of(evening(nights_host, night))
    assert (state.columns, state.mode, state.theme) == (columns, mode, theme)
    rows = nights_host.get(home()).context["nights"]
    assert [bool(row.play) for row in rows] == [n == night for n in range(1, 7)]


def test_sides_change_every_night_and_the_winner_carries_a_point(nights_host: Client) -> None:
    people = {"p.german": "Ada", "p.soviet": "Boris"}
    first = evening(nights_host, 1, **people, **{"o.laying": "none"})
    resign = {"type": "resign", "seat": "german"}
    tables_play.act(first, HOUSE, resign, 1, "given up")
    season = plays(Campaign.objects.get())
    assert [(line.name, line.carried) for line in standings(season, carries=True)] == [
        ("Boris", 1),
        ("Ada", 0),
    ]
    second = evening(nights_host, 2)
    names = dict(Seat.objects.filter(table=second).values_list("chair", "player"))
    assert names == {"german": "Boris", "soviet": "Ada"}
    rows = nights_host.get(home()).context["nights"]
    assert [row.is_next for row in rows] == [False, False, True, False, False, False]
    told = nights_host.get(home()).text.partition('class="series__standings"')[2]
    heads = [head.split("<")[0] for head in told.split('scope="col">')[1:]]
    assert heads[:4] == ["Player", "Victories", "Carried", "Played"]


def test_a_night_without_a_table_is_known_by_its_name(nights_host: Client) -> None:
    form = {"date": "2026-01-05", "title": "Night 2: Quick Duel", "came": "", "notes": "",
            "player.0": "Ada", "points.0": "6", "player.1": "Boris", "points.1": "5"}  # fmt: skip
    assert nights_host.post(f"{home()}season/play/", form).status_code == 302
    rows = nights_host.get(home()).context["nights"]
    assert rows[1].play.evening == Evening.objects.get()
    assert rows[0].is_next


def ended(german: int) -> ScopeState:
    """A German side that shot first and lost by points, so many points short of the objective."""
    fronts: list[list[str]] = [["sniper", "officer"], ["scout", "empty"]]
    setup: dict[str, Any] = small(fronts, fronts)
    setup["custom"]["objective"] = 2
    score = {
        "type": "adjust",
        "reason": "so far",
        "changes": [{"target": "score", "side": "german", "by": german}],
    }
    state = after(GAME.open(setup).state, deed("move", quadrant="a1", order=[0, 1, 2, 3]))
    while state.slot != "soviet":
        state = after(state, deed("end_turn"))
    state = after(state, deed("search", "soviet", cell="b2"))
    return after(state, score, deed("shoot", "soviet", quadrant="a3"))


@pytest.mark.parametrize(("points", "carried"), [(1, 1), (0, 0)])
def test_who_lost_by_points_and_was_one_short_carries_one_too(points: int, carried: int) -> None:
    state = ended(points)
    assert state.reason == "points"
    results = {each.seat: each.carried for each in GAME.result(state)}  # type: ignore[misc]
    assert results == {"soviet": 1, "german": carried}


def test_who_gave_up_carries_nothing_however_near_he_was() -> None:
    state = after(opened(), deed("resign"))
    assert {each.seat: each.carried for each in GAME.result(state)} == {"soviet": 1, "german": 0}  # type: ignore[misc]


CHOOSING = next(n for n, action in enumerate(WAR["actions"]) if action["type"] == "choose")


@pytest.fixture
def choosing(transactional_db: None) -> War:
    """The first scenario is over, and the next is to be chosen."""
    return fought(CHOOSING)


def ahead(war: War, when: str = "now") -> Any:
    return war.alice.post(f"/campaigns/{war.campaign.code}/tree/next/ahead/", {"when": when})


def shown(war: War, browser: Any = None) -> str:
    page = (browser or war.alice).get(f"/campaigns/{war.campaign.code}/tree/next/")
    return re.sub(r"\s+", " ", page.content.decode())


def done(plays: int) -> Job:
    """The job that was put down, played so often and kept."""
    job = Job.objects.get(kind="ahead", state="waiting")
    made = foreseeing.do({**job.order, "plays": plays}, lambda n: None, [])
    for key, value in {"state": "done", **made}.items():
        setattr(job, key, value)
    job.save()
    return Job.objects.get(pk=job.pk)


@pytest.mark.django_db(transaction=True, databases="__all__")
def test_each_branch_is_played_to_its_end_and_the_cards_show_what_came_of_it(choosing: War) -> None:
    before = shown(choosing)
    assert "by chances" in before
    assert ahead(choosing).status_code == 302
    assert "plays under way" in shown(choosing)
    assert 'hx-trigger="every 2s"' in shown(choosing)
    job = done(2)
    assert {scenario: len(plays) for scenario, plays in job.result.items()} == {"2a": 2, "2b": 2, "2c": 2}
    page = shown(choosing)
    assert "by plays" in page
    assert "The cards show what came of 6 plays" in page
    assert page.count("Purse then:") == 3
    assert "50 plays now" not in page
    assert "500 plays over night" in page


@pytest.mark.django_db(transaction=True, databases="__all__")
def test_who_is_somebody_else_sees_nothing_of_them_and_cannot_stop_them(choosing: War) -> None:
    ahead(choosing)
    job = Job.objects.get(kind="ahead")
    for page in (shown(choosing, choosing.bob), shown(choosing, choosing.bob)):
        assert "plays under way" not in page
        assert job.key not in page
    stop = f"/campaigns/{choosing.campaign.code}/tree/next/ahead/{job.key}/stop/"
    assert choosing.bob.post(stop).status_code == 404
    assert choosing.alice.post(stop).status_code == 302
    assert Job.objects.get(pk=job.pk).state == "cancelled"


@pytest.mark.django_db(transaction=True, databases="__all__")
def test_the_worker_is_handed_what_that_company_sees_and_no_more(choosing: War) -> None:
    ahead(choosing)
    job = Job.objects.get(kind="ahead")
    text = json.dumps(job.order)
    chronicle = chronicle_of(choosing.campaign)
    state: Any = chronicle.state
    for view in job.order["views"].values():
        assert view["players"][BOB]["credits"] is None
        assert view["players"][ALICE]["credits"] == state.players[ALICE].credits
        for unit in state.of(BOB):
            assert "type" not in view["units"].get(unit, {})
    assert choosing.secrets[ALICE] not in text


@pytest.mark.django_db(transaction=True, databases="__all__")
def test_stopped_plays_are_kept_and_the_same_seed_gives_the_same(choosing: War) -> None:
    ahead(choosing)
    job = Job.objects.get(kind="ahead")

    def told(n: int) -> None:
        if n == 4:
            raise tasks.Stopped

    made: Any = foreseeing.do(job.order, told, [])
    assert made["done"] == 4
    assert [len(plays) for plays in made["result"].values()] == [2, 1, 1]
    again: Any = foreseeing.do({**job.order, "plays": 1}, lambda n: None, [])
    assert [plays[0] for plays in again["result"].values()] == [plays[0] for plays in made["result"].values()]
    with pytest.raises(tasks.Stopped):
        foreseeing.do(job.order, lambda n: told(n + 4), [])


@pytest.mark.django_db(transaction=True, databases="__all__")
def test_plays_that_were_broken_off_go_on_to_the_same_end(choosing: War) -> None:
    ahead(choosing, "night")
    order = Job.objects.get(kind="ahead").order | {"plays": 2}
    rows: tasks.Rows = []
    whole: Any = foreseeing.do(order, lambda n: None, rows)
    said: list[int] = []
    rest: Any = foreseeing.do(order, said.append, json.loads(json.dumps(rows[:4])))
    assert said == [4, 5], "what is kept is not played twice"
    assert json.dumps(rest) == json.dumps(whole)


@pytest.mark.django_db(transaction=True, databases="__all__")
def test_what_a_restart_broke_off_does_not_wait_for_the_next_night(choosing: War) -> None:
    ahead(choosing, "night")
    Job.objects.filter(kind="ahead").update(attempts=1, done=700)
    page = shown(choosing)
    assert "begins at" not in page
    assert "waits for its turn; 700 of 1500 are kept" in page


@pytest.mark.django_db(transaction=True, databases="__all__")
def test_what_was_played_of_another_moment_is_not_shown_as_of_now(choosing: War) -> None:
    ahead(choosing)
    done(1)
    assert "by plays" in shown(choosing)
    poorer = {"type": "adjust", "player": ALICE, "reason": "a fine", "credits": 3}
    set_by_hand(choosing.table, poorer, "poorer")
    page = shown(choosing)
    assert "by chances" in page
    assert "of another moment of the war" in page


@pytest.mark.django_db(transaction=True, databases="__all__")
def test_over_night_it_waits_for_the_night_and_is_not_taken_for_lost(choosing: War) -> None:
    ahead(choosing, "night")
    job = Job.objects.get(kind="ahead")
    assert job.total == 1500
    task = DBTaskResult.objects.get(pk=job.task)
    assert task.run_after == next_night()
    assert timedelta(0) < next_night() - timezone.now() <= timedelta(days=1)
    assert not DBTaskResult.objects.ready().filter(pk=job.task).exists()
    assert not tasks.recover()
    assert "begins at 02:00" in shown(choosing)
    ahead(choosing, "night")
    assert Job.objects.filter(kind="ahead").count() == 1


@pytest.mark.django_db(transaction=True, databases="__all__")
def test_what_is_asked_for_otherwise_is_refused(choosing: War) -> None:
    assert ahead(choosing, "never").status_code == 422
    assert not Job.objects.filter(kind="ahead").exists()
    with pytest.raises(InvalidInput):
        foreseeing.foresight_of("scarper")


@pytest.mark.django_db(transaction=True, databases="__all__")
def test_figures_of_plays_are_counted_rightly() -> None:
    plays = [Foreseen(10 * n, ("a",) if n < 5 else (), n % 2, ALICE if n else "", n == 0) for n in range(20)]
    branch = Branch(plays)
    assert branch.purse == (95, 20, 170)
    assert (branch.out, branch.lost) == (5, 0.5)
    assert branch.shares == ((ALICE, 95),)
    said = list(branch.words(["a", "b"]))
    assert said[1] == "Completed: a in 25 of 100 and b in 0 of 100."


@pytest.mark.django_db(transaction=True, databases="__all__")
def test_whoever_has_no_fuel_buys_a_carrier_and_moves_again() -> None:
    """The demo's veterans stand with empty counters: who only plays on, stands there for sixteen rounds."""
    game = shelf.game("parabellum")
    card: Any = game.campaign
    recording = card.demo()
    state: Any = game.open(recording.setup).state
    for evening in recording.evenings:
        for action in evening:
            state = game.apply(state, action).state
    seat = "kestrel_vaun"
    for view in card.branches.ahead.views(state, seat).values():
        one = card.branches.ahead.play(view, seat, 1)
        assert one.purse < state.players[seat].credits - 120, "a carrier and fuel were paid"
        assert one == card.branches.ahead.play(view, seat, 1)
