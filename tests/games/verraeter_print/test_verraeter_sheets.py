"""Score pad, phase aid and record: the live game on paper, and nothing that the table has not seen."""

from dataclasses import replace
from io import BytesIO

import pdfplumber
import pytest

from companion.engine.errors import InvalidInput
from companion.games.verraeter.data import ACTION_NAMES, HOUSES
from companion.games.verraeter.game import GAME
from companion.games.verraeter.printables import PRINTABLES
from companion.games.verraeter.printables.aid import phases
from companion.games.verraeter.printables.record import conflicts, corrections
from companion.games.verraeter.state import Draft, Options, State, spoken
from companion.press.document import Document
from companion.press.face import Face, Stamp, Text
from companion.printing import find, make
from tests.games.verraeter_print.scenes import printed, scene, trail, whole
from tests.press.measuring import MM, fonts, operators

NOW = trail()[-1]
GAMES = [(3, 1, 0.0), (4, 2, 0.0), (4, 3, 1.0)]
"""Players, seed, and whether the action cards are drafted at the table."""


def words(face: Face) -> list[str]:
    own = [mark.text for mark in face.marks if isinstance(mark, Text)]
    return own + [each for mark in face.marks if isinstance(mark, Stamp) for each in words(mark.face)]


def told(document: Document) -> list[str]:
    """Each page's words as they are set, in the order of drawing."""
    return [" ".join(each for stamp in page.stamps for each in words(stamp.face)) for page in document.pages]


def read(pdf: bytes) -> list[str]:
    """Each page's words as a reader finds them."""
    with pdfplumber.open(BytesIO(pdf)) as file:
        return [" ".join((page.extract_text() or "").split()) for page in file.pages]


def test_the_record_tells_every_conflict_that_was_fought() -> None:
    [page] = told(printed("record", scene(trail())))
    fought = conflicts(trail())
    assert [each.round for each in fought] == list(range(1, NOW.round))
    assert f"Round {NOW.round} of {NOW.rounds}" in page
    for each in fought:
        for house in HOUSES:
            land = NOW.words.landscapes[each.lands[house].type]
            assert f"{land} taken {each.totals[house]}" in page or f"{land} {each.totals[house]}" in page
        for deed in each.deeds.values():
            assert ACTION_NAMES[deed.card or ""] in page
    for player in NOW.players:
        assert spoken(player.id) in page


@pytest.mark.parametrize(("players", "seed", "offline"), GAMES)
def test_conflicts_and_corrections_add_up_to_the_points(players: int, seed: int, offline: float) -> None:
    states = whole(players, seed, offline)
    fought = conflicts(states)
    assert len(fought) == states[-1].round
    by_hand = list(corrections(states))
    for player in states[-1].players:
        gained = sum(each.deeds[player.id].points for each in fought)
        assert gained + sum(each.by for each in by_hand if each.player == player.id) == player.vp
    for each in fought:
        cards = [deed.card for deed in each.deeds.values() if deed.card]
        assert len(cards) == len(set(cards))
        assert cards or offline
        supply = sum(sum(deed.supply) for deed in each.deeds.values())
        bases = sum(states[-1].cards.landscapes[land.type].conflict for land in each.lands.values())
        assert 0 <= sum(each.totals.values()) - supply - bases <= 7


@pytest.mark.parametrize(("players", "seed", "offline"), GAMES)
def test_a_game_that_is_over_is_one_page_with_its_winner(players: int, seed: int, offline: float) -> None:
    states = whole(players, seed, offline)
    document = printed("record", scene(states), paper="letter", ink="grey")
    [page] = told(document)
    result = states[-1].result
    assert all(spoken(who)[:5] in page for who in result["winners"])
    assert ("share the victory" in page) == (len(result["winners"]) > 1)
    for row in result["scores"]:
        sum_ = f"{row['vp']} and {row['offices']} × {row['counted']} for offices; rank {row['rank']}"
        assert sum_ in page


def test_the_longest_game_and_the_longest_names_fit_one_page() -> None:
    states = whole(4, 5, 0.0, long=True)
    document = printed("record", scene(states), paper="letter", ink="grey")
    pdf = document.pdf()
    with pdfplumber.open(BytesIO(pdf)) as file:
        [page] = file.pages
        assert max(char["bottom"] for char in page.chars) * MM <= float(page.height) * MM - 4
        assert max(char["x1"] for char in page.chars) * MM <= float(page.width) * MM - 5
        assert min(round(char["size"], 2) for char in page.chars) >= 7
    assert all(fonts(pdf).values())
    assert not operators(pdf)["rg"]
    assert len(printed("record", scene(states), ink="saver").pages) == 1


def disguised(state: State) -> State:
    """The same table to everybody, everything that is hidden otherwise."""
    players = tuple(
        replace(each, hand=tuple(9 for _ in each.hand), pick=each.pick and "farmer") for each in state.players
    )
    draft = Draft(state.draft.mode, "traitor", ("diplomat_2",) * len(state.draft.pool), ("farmer",))
    return replace(state, players=players, draw=tuple(1 for _ in state.draw), draft=draft)


def test_whoever_prints_the_record_reads_no_secret() -> None:
    """Tables that differ only in hands, picks, what was put aside and the draw pile print the same bytes."""
    states, hidden = trail(), 0
    for number, state in enumerate(states):
        if state.phase not in ("draft", "supply", "reveal"):
            continue
        if number % 3 and state.phase != "reveal":
            continue
        before, twin = states[: number + 1], (*states[:number], disguised(state))
        hidden += state.draft.removed is not None
        plain = printed("record", scene(before, *NOW.ids)).fingerprint()
        assert printed("record", scene(twin, *NOW.ids)).fingerprint() == plain
        assert printed("record", scene(before)).fingerprint() == plain
    assert hidden > 5


def test_hands_of_earlier_lines_are_not_on_the_record_either() -> None:
    hands = tuple(
        replace(s, players=tuple(replace(p, hand=tuple(7 for _ in p.hand)) for p in s.players))
        for s in trail()
    )
    assert printed("record", scene(tuple(hands))).pdf() == printed("record", scene(trail())).pdf()


def test_the_record_needs_a_table_and_says_what_was_set_by_hand() -> None:
    with pytest.raises(InvalidInput, match="name the table"):
        make(find("verraeter", "record"), {})
    change = {
        "type": "adjust",
        "reason": "miscounted",
        "changes": [{"target": "vp", "player": "bert", "by": -2}],
    }
    after = GAME.apply(NOW, change).state
    [page] = told(printed("record", scene((*trail(), after))))
    assert f"Set by hand: round {NOW.round}: Bert -2." in page.replace("−", "-")


@pytest.mark.parametrize(("players", "rounds"), [(4, 8), (3, 9)])
def test_the_score_pad_has_a_row_a_round_and_a_column_a_player(players: int, rounds: int) -> None:
    document = printed("score-pad", players=players)
    [face] = [stamp.face for stamp in document.pages[0].stamps if stamp.face.name == "score pad"]
    stamped = [mark.face.name for mark in face.marks if hasattr(mark, "face")]
    assert sum(name.endswith("shield") for name in stamped) == players
    assert stamped.count("eagle emblem") == rounds + 1  # one of them in the heading
    [page] = told(document)
    assert page.count("bonus") == players
    assert "…" not in page


def test_a_tables_score_pad_carries_its_players_and_its_rounds() -> None:
    states = whole(3, 1, 0.0)
    ticked, page = told(printed("score-pad", scene(states), large=True))
    assert "Wilhelmina" in page
    assert "Wilhelmina" in ticked
    assert "Points given back" in ticked
    assert page.count("bonus") == 3


@pytest.mark.parametrize(("paper", "large"), [("a4", False), ("letter", True), ("both", True)])
def test_the_phase_aid_is_one_page(paper: str, large: bool) -> None:
    document = printed("phase-aid", paper=paper, large=large)
    pdf = document.pdf()
    [page] = read(pdf)
    for phase in phases(Options()):
        assert f"{phase.number} {phase.name}" in page
    for card in ACTION_NAMES.values():
        assert card.split()[0] in page
    assert all(fonts(pdf).values())


def test_house_rules_are_in_the_phase_aid() -> None:
    rules = Options(bonus="winning_side", vp_mode="divide", hand_limit=7, office_card_cap=None)
    words = printed("phase-aid", scene((replace(NOW, options=rules),))).markup
    for part in ("if their side won", "divide", "Hand limit 7", "point, if your side wins"):
        assert part in words
    assert "at most" not in words.split("The end")[1].split("Most points")[0]


def test_every_printable_has_words_for_the_shelf() -> None:
    assert all(each.title and each.summary.endswith(".") for each in PRINTABLES.values())
    assert {name for name, each in PRINTABLES.items() if each.table == "must"} == {"record"}
