"""Whole games, how they are told and what a season takes of them; the rulebook's examples."""

import json
import os
from collections import Counter
from random import Random
from typing import Any

import pytest
from django.test import Client

from campaigns.books import proof
from companion.engine.errors import GameError
from companion.engine.game import Sight
from companion.engine.rulebook import rulebook
from companion.games.verraeter.data import ACTION_CARDS, CIRCLE, FOLDER, LANDSCAPES, PHASES
from companion.games.verraeter.deeds import TYPES, legal
from companion.games.verraeter.game import GAME
from companion.games.verraeter.screens.conflict import Conflict
from companion.games.verraeter.state import HOUSE_RULES, State, state_json
from companion.tables import journal, seating
from companion.tables.devices import COOKIE, new_secret
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Entry, Table
from companion.tables.position import position
from tests.games.verraeter.drawn import ESTATES, PATCHWORK, PICKS, PLAYERS, deed
from tests.games.verraeter.player import Player, play
from tests.games.verraeter.test_screens import LAID, on, sat, seen
from tests.games.verraeter.test_secrets import _act
from tests.staged import survives_json

GAMES = int(os.environ.get("VERRAETER_GAMES", "40"))
LONGEST = 400
SUPPLIES = (
    {str(v): 4 for v in range(2, 7)},
    {"3": 4, "4": 4, "5": 4},
    {"1": 9, "3": 5, "4": 5, "5": 5, "9": 9},
)


def table(random: Random) -> dict[str, Any]:
    """Any table's setup; one in three plays by the book."""
    players = ["anna", "bert", "cleo", "dora"][: random.choice([3, 4])]
    if random.random() < 0.3:
        return {"players": players}
    options: dict[str, Any] = {
        rule.key: random.choice(rule.choices)[0] for rule in HOUSE_RULES if rule.choices
    }
    options["hand_limit"] = random.randint(3, 9)
    options["office_card_cap"] = random.choice([None, 0, 3, 9])
    options["rounds_per_player"] = random.choice([None, 1, 2, 5])
    cards = {} if random.random() < 0.6 else {"cards": {"supply": random.choice(SUPPLIES)}}
    return {"players": players, "options": options, **cards}


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_random_game_keeps_its_invariants_to_its_end(seed: int) -> None:
    random = Random(seed)
    setup = GAME.shuffle(table(random), random)
    lines = list(play(setup, Player(random), LONGEST))
    for before, action, after in lines:
        holds_together(after)
        points_come_from_the_reveal_alone(before, action, after)
    before, action, last = lines[random.randrange(len(lines))]
    survives_json(GAME, before, legal(before))
    assert GAME.apply(before, action).state == last
    ended = lines[-1][2]
    assert ended.phase == "finished"
    assert ended.round == ended.rounds or ended.one_house()
    replayed = GAME.procedure("replay").resolve({"setup": setup, "actions": [line[1] for line in lines]})
    assert replayed.result == {"state": state_json(ended)}


def holds_together(state: State) -> None:
    """The invariants of the specification's section 3."""
    cards_are_conserved(state)
    for player in state.players:
        lying = state.buildings(player.id)
        assert len(lying) + player.unplaced == 3
        assert len(state.buildings(player.id, "office")) <= 2
        if state.phase != "refill":
            assert len(player.hand) <= state.options.hand_limit
    kinds = Counter(each.type for each in state.circle)
    assert len(state.circle) == CIRCLE
    assert set(kinds.values()) == {2}
    assert (state.active is None) == (state.phase in ("reveal", "finished"))
    assert bool(state.refill) == (state.phase == "refill")
    assert (state.result is not None) == (state.phase == "finished") == (not legal(state))
    if state.site and state.phase in ("draft", "supply", "reveal"):
        i, j = state.site
        assert state.circle[i].house != state.circle[j].house


def cards_are_conserved(state: State) -> None:
    """Every supply card is in one place; of a hand that nobody told, only the number is known."""
    places = [state.draw, state.discard, *(player.hand for player in state.players)]
    cards = [value for place in places for value in place]
    cards += [value for player in state.players for value in player.played or ()]
    assert len(cards) == len(state.cards.deck)
    known = Counter(value for value in cards if value)
    assert not known - Counter(state.cards.deck)
    if not state.options.counts_only:
        assert sorted(cards) == list(state.cards.deck)


def points_come_from_the_reveal_alone(before: State, action: Any, after: State) -> None:
    gained = {now.id: now.vp - then.vp for then, now in zip(before.players, after.players, strict=True)}
    if action["type"] != "reveal":
        assert not any(gained.values())
        return
    told = {who: points["total"] for who, points in after.last_conflict["vp"].items()}
    assert gained == told
    turned = [n for n in range(CIRCLE) if before.circle[n].house != after.circle[n].house]
    flipped = after.last_conflict["flipped"]
    assert turned == ([] if flipped is None else [flipped])
    assert flipped is None or flipped in (before.site or ())


@pytest.mark.parametrize("seed", range(6))
def test_what_legal_leaves_out_is_refused(seed: int) -> None:
    random = Random(seed)
    known: dict[str, Any] = {}
    for before, action, _ in play(GAME.shuffle(table(random), random), Player(random)):
        listed = {entry["type"] for entry in legal(before)}
        assert action["type"] in listed
        for kind, other in known.items():
            if kind not in listed:
                with pytest.raises(GameError):
                    GAME.apply(before, other)
        known[action["type"]] = action


@pytest.mark.parametrize("seed", range(6))
def test_the_farthest_that_legal_offers_can_be_done_and_no_more(seed: int) -> None:
    """`max_cards` is exact: that many can be picked up, one more cannot be had."""
    random = Random(seed)
    options = {"hand_limit": random.randint(3, 5), "surplus": random.choice(["before", "after"])}
    setup = GAME.shuffle({"options": options, "cards": {"supply": {"3": 4, "4": 4, "5": 4}}}, random)
    for before, action, _ in play(setup, Player(random, 0)):
        if action["type"] != "refill":
            continue
        entry = legal(before)[0]
        most = entry["max_cards"]
        hand = list(before.player(entry["player"]).hand)
        deed = {"type": "refill", "player": entry["player"]}
        if entry["discards"][most] <= len(hand):
            laid = hand[: entry["discards"][most]]
            drawn = GAME.roll(before, {**deed, "cards": most, "discard": laid}, random)
            assert len(drawn["cards"]) == most
            GAME.apply(before, drawn)
        with pytest.raises(GameError):
            GAME.apply(before, {**deed, "cards": [3] * (most + 1), "discard": [3] * 9})


@pytest.mark.parametrize("count", [3, 4])
def test_rounds_start_players_and_hands_turn_as_the_rulebook_says(count: int) -> None:
    random = Random(count)
    setup = GAME.shuffle(
        {"players": ["anna", "bert", "cleo", "dora"][:count], "start_player": "bert"}, random
    )
    starts = [after.start_player for before, _, after in play(setup, Player(random)) if after.phase == "site"]
    state = GAME.open(setup).state
    assert state.rounds == {3: 9, 4: 8}[count]
    assert state.strategy_holder == state.left_of("bert")
    assert starts[0] == "bert"
    assert starts[1] == state.left_of("bert")
    everything = Sight(frozenset(state.ids), frozenset(state.ids))
    assert GAME.legal(state, everything) == legal(state)


PAGES = ("", "tv/", "log/", "log/drawer/", "film/?n=99", "seats/", "correct/13/")
TELLS = ("betrays", "wins by", "turns over", "Landscape 4", "master builder", "build:", "points lie")
BEFORE = [
    *(deed("place_estate", who, landscape=n) for who, n in ESTATES),
    deed("choose_site", "bert", site=[4, 5]),
    deed("deal_actions", "anna", removed="farmer"),
    *(deed("pick_action", who, card=card) for who, card in PICKS.items()),
    *(deed("play_supply", who, cards=cards) for who, cards in LAID.items()),
]
REVEAL = {"type": "reveal"}


@pytest.fixture
def drafted_table(transactional_db: None) -> Table:
    setup = {"players": PLAYERS, "start_player": "anna", "circle": PATCHWORK}
    drafted_table = open_table(Opening(system="verraeter", title="Thursday", kind="seated", setup=setup))
    for action in BEFORE:
        _act(drafted_table, action)
    return drafted_table


def ready(browser: Client, drafted_table: Table, word: str = "yes") -> int:
    form = {
        "seen": drafted_table.version,
        "key": f"{word}-{id(browser)}",
        "ready": word,
        "action": json.dumps(REVEAL),
    }
    form |= {"back": f"/t/{drafted_table.code}/"}
    return browser.post(f"/t/{drafted_table.code}/ready/", form, headers={"HX-Request": "true"}).status_code


def is_turned(drafted_table: Table) -> bool:
    return position(Table.objects.get(pk=drafted_table.pk)).state.phase != "reveal"


def test_the_cards_turn_once_everybody_who_sits_there_has_said_that_he_is_ready(drafted_table: Table) -> None:
    anna, bert, dora = (sat(drafted_table, seat) for seat in ("anna", "bert", "dora"))
    assert "I am ready" in seen(anna, drafted_table)
    assert ready(anna, drafted_table) == 201
    assert "Waiting for Bert and Dora" in seen(anna, drafted_table)
    assert "face down, ready" in seen(sat(drafted_table, ""), drafted_table, "tv/")
    assert ready(bert, drafted_table) == 201
    assert not is_turned(drafted_table)
    assert ready(bert, drafted_table) == 201, "once more is once"
    assert not is_turned(drafted_table)
    assert ready(dora, drafted_table) == 201
    assert is_turned(drafted_table)
    assert Entry.objects.filter(table=drafted_table, action__type="reveal").count() == 1
    assert "betrays" not in seen(anna, drafted_table)


def test_the_host_alone_goes_on_without_who_is_away(drafted_table: Table) -> None:
    host, bert = sat(drafted_table, "anna"), sat(drafted_table, "bert")
    ready(host, drafted_table)
    assert "Turn them now" in seen(host, drafted_table)
    assert "Turn them now" not in seen(bert, drafted_table)
    assert ready(bert, drafted_table, "now") == 422
    assert not is_turned(drafted_table)
    assert ready(host, drafted_table, "now") == 201
    assert is_turned(drafted_table)


def test_one_tablet_that_holds_all_seats_needs_one_tap(drafted_table: Table) -> None:
    browser, secret = Client(), new_secret()
    for who in PLAYERS:
        seating.sit(drafted_table, secret, who, "A tablet")
    browser.cookies[COOKIE] = secret
    assert "Turn the cards over" in seen(browser, drafted_table)
    assert "I am ready" not in seen(browser, drafted_table)


def everything(browser: Client, drafted_table: Table, program: str) -> str:
    """All that the house says of the table to one seat: its pages, the list of tables, the interface."""
    pages = [seen(browser, drafted_table, page) for page in PAGES]
    asked = {"headers": {"Authorization": f"Bearer {program}"}}
    told = [browser.get(f"/api/tables/{drafted_table.code}{part}", **asked) for part in ("", "/journal")]
    assert [each.status_code for each in told] == [200, 200]
    listed = browser.get("/").content.decode()
    return "\n".join([*pages, listed, *(each.content.decode() for each in told)])


def test_no_route_tells_of_the_conflict_before_its_beat(drafted_table: Table) -> None:
    anna = sat(drafted_table, "anna")
    secret = anna.cookies[COOKIE].value
    state = position(drafted_table).state
    _act(drafted_table, REVEAL)
    order = Conflict(state, position(drafted_table).state).order
    for beat in range(len(order) + 1):
        if beat:
            on(anna, drafted_table, beat)
        drafted_table.refresh_from_db()
        text = everything(anna, drafted_table, secret)
        early = [words for words in TELLS if words in text]
        assert early == (["betrays"] if beat == len(order) else []), beat
        known = json.loads(anna.get(f"/api/tables/{drafted_table.code}", headers=bearer(secret)).content)
        assert known["walk"] == {"beat": beat, "of": len(order) + 1}
        assert known["legal"] == []
        assert [each["vp"] for each in known["state"]["players"]] == [0] * 4
        assert known["state"]["phase"] == "reveal"
        assert "turning the action cards over" in drafted_table.headline
        assert proof.wrong(drafted_table)[1] == []
    on(anna, drafted_table, len(order) + 1)
    drafted_table.refresh_from_db()
    text = everything(anna, drafted_table, secret)
    assert "turns over" in text
    assert "build" in drafted_table.headline
    assert "walk" not in json.loads(
        anna.get(f"/api/tables/{drafted_table.code}", headers=bearer(secret)).content
    )


def bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


def asked(client: Client, path: str, secret: str, body: Any) -> Any:
    answer = client.post(path, body, content_type="application/json", headers=bearer(secret))
    assert answer.status_code == 201, answer.content
    return answer.json()


def test_a_program_walks_on_or_plays_on_and_hears_why_only_then(drafted_table: Table) -> None:
    anna, secret = sat(drafted_table, "anna"), ""
    secret = anna.cookies[COOKIE].value
    path = f"/api/tables/{drafted_table.code}"
    tap = {"action": REVEAL, "seen": drafted_table.version, "key": "turn"}
    assert asked(anna, f"{path}/actions", secret, tap)["steps"] == []
    drafted_table.refresh_from_db()
    asked(anna, f"{path}/walk", secret, {"seen": drafted_table.version, "beat": 5})
    assert asked(anna, f"{path}/actions", secret, tap)["steps"], "the same tap hears all once all is told"
    assert anna.get(path, headers=bearer(secret)).json()["legal"] == []
    _act(drafted_table, deed("build", "dora", op="pass"))
    drafted_table.refresh_from_db()
    assert journal.beats(drafted_table, position(drafted_table)) == (0, 0)


def test_a_table_of_programs_alone_is_told_at_once(drafted_table: Table) -> None:
    _, tokens = seating.hand_out(drafted_table)
    path = f"/api/tables/{drafted_table.code}"
    tap = {"action": REVEAL, "seen": drafted_table.version, "key": "turn"}
    assert asked(Client(), f"{path}/actions", tokens["anna"], tap)["steps"]
    state = Client().get(path, headers=bearer(tokens["dora"])).json()
    assert state["state"]["phase"] == "build"
    assert state["legal"]


def test_nothing_covers_the_word_that_one_is_ready(drafted_table: Table) -> None:
    sat(drafted_table, "anna")
    page = seen(sat(drafted_table, "bert"), drafted_table, "hand/")
    assert "I am ready" in page
    assert 'id="cover"' not in page
    assert "Strategist" not in page, "what lies face down is on no open screen"


def test_a_game_tells_a_season_its_end_score() -> None:
    random = Random(7)
    setup = GAME.shuffle(
        {"players": ["blue", "green", "yellow"], "options": {"rounds_per_player": 1}}, random
    )
    lines = list(play(setup, Player(random)))
    assert not any(GAME.result(before) for before, _, _ in lines)
    ended = lines[-1][2]
    rows = GAME.result(ended)
    assert {row.seat: row.points for row in rows} == {
        score["player"]: score["total"] for score in ended.result["scores"]
    }
    assert sorted(row.seat for row in rows if row.rank == 1) == ended.result["winners"]
    assert len({row.words for row in rows}) == 1


def test_every_card_landscape_phase_and_deed_has_an_entry() -> None:
    phases = (f"phase-{phase}" for phase in PHASES)
    assert not {*ACTION_CARDS, *LANDSCAPES, *TYPES, *phases, "estate", "office"} - set(
        rulebook(FOLDER).entries
    )
