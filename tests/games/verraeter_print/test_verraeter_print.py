"""Verräter on paper: cards, sheets, and the pad that answers back."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pdfplumber
import pytest

from companion.engine.errors import InvalidInput
from companion.engine.game import Scene, Sight
from companion.engine.option import chosen
from companion.games.verraeter import data
from companion.games.verraeter.data import COLOURS, HOUSES
from companion.games.verraeter.game import GAME
from companion.games.verraeter.printables import PRINTABLES
from companion.games.verraeter.printables.aid import phases
from companion.games.verraeter.printables.look import SAFE
from companion.games.verraeter.printables.record import conflicts, corrections
from companion.games.verraeter.state import Draft, Options, State, spoken, starter_cards, starter_circles
from companion.press.document import Document
from companion.press.face import POINT, Box, Face, Path, Stamp, Text
from companion.press.page import FORMATS, PAPERS
from companion.press.sheet import behind, grid
from companion.press.text import DoesNotFit, MissingGlyph, measure
from companion.printing import find, make
from companion.shop.orders import Order, Seen
from companion.tables import paper, seating
from companion.tables.devices import HOUSE, device, new_secret
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Table
from companion.tables.paper import proposals
from companion.tables.position import position
from tests.games.scarper_print.test_scarper_cards import SEES
from tests.games.verraeter.player import Player, play
from tests.press.measuring import MM, TOLERANCE, fonts, operators, pages, rectangles, smallest_type
from tests.staged import filled, photographed, raster


@cache
def trail() -> tuple[State, ...]:
    """The states of the recorded game, setup first."""
    setup, actions = GAME.demo()  # type: ignore[misc]
    states = [GAME.open(setup).state]
    for action in actions:
        states.append(GAME.apply(states[-1], action).state)
    return tuple(states)


@cache
def whole(players: int, seed: int = 1, offline: float = 0.3, long: bool = False) -> tuple[State, ...]:
    """The states of a whole game, played at random."""
    names = ["wilhelmina_wwwww", "bert", "cleo", "maximilian_mmmmm"][:players]
    setup = {"players": names, "start_player": "bert", "circle": starter_circles()[0].circle}
    if long:
        setup["options"] = {"rounds_per_player": 5}
    lines = [*play(setup, Player(Random(seed), offline), most=900)]
    return (lines[0][0], *(after for _, _, after in lines))


def scene(states: tuple[State, ...], *sees: str) -> Scene[State]:
    """The table at the last of these states, for a device that holds these seats."""
    held = frozenset(sees)
    return Scene(states[-1], Sight(held, held), trail=states)


def printed(name: str, live: Scene[State] | None = None, **given: Any) -> Any:
    printable = PRINTABLES[name]
    return printable.make(chosen(printable.options, given), live and GAME.seen(live))


CARD = FORMATS["american"]
STARTER = json.loads((data.FOLDER / "starter" / "cards.json").read_text("utf-8"))
KINDS = ("landscapes", "action-cards", "player-cards", "table-cards")


def fronts(document: Document) -> list[Face]:
    wanted = [page for page in document.pages if page.label.startswith("fronts")]
    return [stamp.face for page in wanted for stamp in page.stamps if stamp.face.name != "margin"]


def cards(document: Document) -> list[Face]:
    return [face for face in fronts(document) if (face.width, face.height) == tuple(CARD)]


def placed(document: Document, page: int) -> dict[tuple[float, float], str]:
    stamps = [s for s in document.pages[page].stamps if s.face.height == CARD.height]
    return {(round(s.x, 2), round(s.y, 2)): s.face.name for s in stamps}


def sizes(face: Face, scale: float = 1.0) -> list[float]:
    own = [mark.size * scale for mark in face.marks if isinstance(mark, Text)]
    inner = [mark for mark in face.marks if isinstance(mark, Stamp)]
    return own + [size for mark in inner for size in sizes(mark.face, scale * mark.scale)]


def words(face: Face) -> list[str]:
    own = [mark.text for mark in face.marks if isinstance(mark, Text)]
    return own + [each for mark in face.marks if isinstance(mark, Stamp) for each in words(mark.face)]


def test_the_box_holds_sixty_six_cards() -> None:
    count = Counter(face.name for face in cards(printed("deck")))
    assert sum(count.values()) == 66
    assert [count[f"{kind} {house}"] for kind in data.LANDSCAPES for house in HOUSES] == [1] * 12
    assert {value: count[f"supply {value}"] for value in range(1, 10)} == {
        value: starter_cards().supply.get(value, 0) for value in range(1, 10)
    }
    assert [count[card] for card in data.ACTION_CARDS] == [1] * 6
    assert [count[card] for card in ("strategy", "conflict", "start")] == [1] * 3
    assert [(count[f"oath {each}"], count[f"estate {each}"]) for each in COLOURS] == [(1, 3)] * 4
    assert count["overview"] == 6


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_card_has_its_place_on_paper(paper: str) -> None:
    slots = grid(PAPERS[paper], CARD).slots()
    document = printed("player-cards", paper=paper, only="overview*2, estate green", backs="none")
    count = 0
    for page in pages(document.pdf()):
        leaves = rectangles(page, 47.8, 78.8, near=0.05)  # the paper of a card, 4.1 mm inside its cut
        for leaf, slot in zip(leaves, slots, strict=False):
            assert (leaf.x - 4.1, leaf.y - 4.1) == pytest.approx((slot.x, slot.y), abs=TOLERANCE / 10)
        count += len(leaves)
    assert count == 2 * 6 + 3


def reverse(front: str) -> str:
    """What lies behind a front."""
    kind, *rest = front.split()
    if kind in data.LANDSCAPES:
        return f"{kind} {data.OTHER[rest[0]]}"  # type: ignore[index]
    if kind == "estate":
        return f"office {rest[0]}"
    if kind == "overview":
        return "overview back"
    if kind == "oath":
        return f"{front} rose"
    return f"back {'supply' if kind == 'supply' else 'action' if kind in data.ACTION_CARDS else 'table'}"


@pytest.mark.parametrize("edge", ["long", "short"])
def test_the_other_side_of_every_card_is_behind_it(edge: str) -> None:
    document = printed("deck", backs=edge)
    raster = grid(PAPERS["a4"], CARD)
    seen = 0
    for number in range(0, len(document.pages), 2):
        backs = placed(document, number + 1)
        for (x, y), name in placed(document, number).items():
            slot = behind(raster.slots()[0]._replace(x=x, y=y), raster.paper, edge)
            assert backs[(round(slot.x, 2), round(slot.y, 2))] == reverse(name)
            seen += 1
    assert seen == 66


def test_a_back_tells_nothing_but_its_kind() -> None:
    document = printed("action-cards")
    backs = [s.face for page in document.pages if page.side == "back" for s in page.stamps]
    assert len({face for face in backs if face.name == "back supply"}) == 1
    assert len({face for face in backs if face.name == "back action"}) == 1
    assert {face.name for face in backs} == {"back supply", "back action", "margin"}


def test_every_landscape_tells_its_strength_and_the_points_of_its_winners() -> None:
    document = printed("landscapes")
    faces = cards(document)
    assert len(faces) == 12
    for face in faces:
        said, kind = words(face), face.name.split()[0]
        land = starter_cards().landscapes[kind]
        assert [each for each in said if each.isdigit()] == [str(each) for each in (land.conflict, *land.vp)]
        assert kind.title() in said
        assert "Starter table, not the printed one" not in said
    for page in document.pages:
        [note] = [
            text
            for s in page.stamps
            if s.face.name == "margin"
            for text in words(s.face)
            if "Starter" in text
        ]
        assert "Starter table, not the printed one" in note


def test_a_landscape_reads_on_paper_as_it_was_set() -> None:
    pdf = printed("landscapes", only="town rose", backs="none", marks="none").pdf()
    assert smallest_type(pdf) == 7.0
    [page] = pages(pdf)
    told = page.extract_text().split()
    assert {"15", "12", "6", "4", "3", "Town"} <= set(told)


def leaning(face: Face) -> float:
    """Which way the hatching of a card's ground runs: rising is positive."""
    [hatching, *_] = [m for m in face.marks if isinstance(m, Path) and len(m.runs) > 20]
    (x0, y0), (x1, y1) = hatching.runs[20]
    return -(x1 - x0) * (y1 - y0)


@pytest.mark.parametrize("ink", ["grey", "saver"])
def test_the_houses_are_told_apart_without_colour(ink: str) -> None:
    for face in cards(printed("landscapes", ink=ink)):
        house = face.name.split()[1]
        assert leaning(face) * (1 if house == "eagle" else -1) > 0
        stamped = {mark.face.name for mark in face.marks if isinstance(mark, Stamp)}
        assert f"{house} emblem" in stamped
        assert f"{data.OTHER[house]} emblem" not in stamped  # type: ignore[index]


def test_players_have_a_shield_and_a_word_each() -> None:
    faces = {face.name: face for face in cards(printed("player-cards", ink="saver"))}
    for colour in COLOURS:
        for kind in ("oath", "estate"):
            face = faces[f"{kind} {colour}"]
            assert f"{colour} shield" in {mark.face.name for mark in face.marks if isinstance(mark, Stamp)}
            assert colour.title() in words(face)


@pytest.mark.parametrize("eyes", SEES)
def test_the_safe_colours_differ_for_colour_blind_eyes(eyes: str) -> None:
    def seen(what: str) -> list[float]:
        light = [part**2.2 for part in SAFE[what]]
        mixed = [sum(w * part for w, part in zip(row, light, strict=True)) for row in SEES[eyes]]
        return [max(0.0, part) ** (1 / 2.2) for part in mixed]

    for one, other in [HOUSES, *combinations(COLOURS, 2)]:
        apart = max(abs(a - b) for a, b in zip(seen(one), seen(other), strict=True))
        assert apart > 0.15, (one, other)


@pytest.mark.parametrize(("large", "limit"), [(False, 7.0), (True, 9.0)])
def test_every_card_of_any_size_is_set_and_readable(large: bool, limit: float) -> None:
    for name in FORMATS:
        for kind in KINDS:
            found = fronts(printed(kind, format=name, large=large, marks="none"))
            assert {(face.width, face.height) for face in found} == {tuple(FORMATS[name])}
            assert min(size for face in found for size in sizes(face)) >= limit - 1e-6
            assert all(words(face) for face in found)


def lines(face: Face) -> Iterator[Box]:
    """Where each line of type stands, from its capitals' height to its baseline."""
    for mark in face.marks:
        if isinstance(mark, Text):
            high = 0.7 * mark.size * POINT
            for each in mark.lines():
                wide = measure(each.text, each.font, each.size, each.spacing)
                yield Box(each.x, each.y - high, wide, high)
        elif isinstance(mark, Stamp):
            wide, high = mark.face.width * mark.scale, mark.face.height * mark.scale
            for x, y, across, down in (tuple(part * mark.scale for part in box) for box in lines(mark.face)):
                left, top = (wide - x - across, high - y - down) if mark.turn == 2 else (x, y)
                yield Box(mark.x + left, mark.y + top, across, down)


@pytest.mark.parametrize("large", [False, True])
def test_nothing_leaves_the_safe_zone_of_a_card(large: bool) -> None:
    document = printed("deck", large=large)
    faces = {s.face for page in document.pages for s in page.stamps if s.face.height == CARD.height}
    assert len(faces) == 12 + 6 + 6 + 3 + 3 + 16 + 2
    for face in faces:
        for box in lines(face):
            assert min(box.x, box.y) >= 3.99, face.name
            assert box.right <= CARD.width - 3.99, face.name
            assert box.bottom <= CARD.height - 3.99, face.name


def test_inks_keep_their_word() -> None:
    grey = operators(printed("deck", ink="grey").pdf())
    assert grey["g"]
    assert not grey["rg"] + grey["RG"] + grey["k"] + grey["K"]
    saver = operators(printed("deck", ink="saver").pdf())
    assert not saver["rg"] + saver["RG"]
    for page in pages(printed("player-cards", ink="saver").pdf()):
        dark = [r for r in (*page.rects, *page.curves) if r["fill"] and r["width"] * MM > 9]
        assert not [r for r in dark if r["non_stroking_color"] not in ((1,), (1.0,), 1)]


def test_the_file_is_ours_and_the_same_twice() -> None:
    first = printed("deck").pdf()
    assert all(fonts(first).values())
    assert first == printed("deck").pdf()


def owned(**changes: Any) -> Any:
    town = {**STARTER["landscapes"]["town"], "conflict": 42, "vp": [31, 22, 13, 9], "name": "Stadt"}
    lands = {**STARTER["landscapes"], "town": {**town, **changes}}
    houses = {"eagle": "Adler", "rose": "Rosen & <b>Dornen</b>"}
    return {**STARTER, "name": "Our box", "houses": houses, "landscapes": lands, "supply": {"7": 3, "9": 1}}


def test_an_owners_values_and_words_are_on_his_cards() -> None:
    found = cards(printed("deck", cards=owned()))
    faces = {face.name: words(face) for face in found}
    assert Counter(face.name for face in found if face.name.startswith("supply")) == {
        "supply 7": 3,
        "supply 9": 1,
    }
    assert {"42", "31", "22", "13", "9", "Stadt"} <= set(faces["town rose"])
    assert "Adler" in faces["oath blue"]
    assert not [name for name, said in faces.items() if any("Starter" in each for each in said)]
    backs = [s.face for page in printed("player-cards", cards=owned()).pages for s in page.stamps]
    assert "Rosen & <b>Dornen</b>" in words(next(face for face in backs if face.name == "oath blue rose"))


@pytest.mark.parametrize(
    ("changes", "error", "path"),
    [
        ({"name": "x" * 400}, DoesNotFit, "cards.landscapes.town.name"),
        ({"name": "𓀀"}, MissingGlyph, "cards.landscapes.town.name"),
        ({"vp": [1, 2, 3]}, InvalidInput, "cards.landscapes.town.vp"),
        ({"conflict": 100}, InvalidInput, "cards.landscapes.town.conflict"),
    ],
)
def test_a_card_that_cannot_be_printed_is_named(changes: Any, error: type, path: str) -> None:
    with pytest.raises(error) as refused:
        printed("landscapes", cards=owned(**changes))
    assert refused.value.path == path


def test_a_table_prints_its_own_box_and_house_rules() -> None:
    live = scene(trail())
    assert printed("landscapes", live).fingerprint() == printed("landscapes").fingerprint()
    faces = {face.name: " ".join(words(face)) for face in cards(printed("deck", live))}
    assert "Take the strategy card" in faces["strategist"]


def test_only_some_cards_and_blank_ones() -> None:
    found = cards(printed("deck", only="town rose, supply 5*2", blank=2))
    names = Counter(face.name for face in found)
    assert names == {"town rose": 1, "supply 5": 10, "blank back supply": 2}


NOW = trail()[-1]
GAMES = [(3, 1, 0.0), (4, 2, 0.0), (4, 3, 1.0)]
"""Players, seed, and whether the action cards are drafted at the table."""


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
            assert data.ACTION_NAMES[deed.card or ""] in page
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


@pytest.mark.sampled
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


@pytest.mark.parametrize("over", [False, True])
def test_a_tables_score_pad_is_filled_with_what_was_fought(over: bool) -> None:
    states = whole(3, 1, 0.0) if over else trail()
    document = printed("score-pad", scene(states))
    [pad] = [each.face for each in document.pages[-1].stamps if each.face.name == "score pad"]
    written = words(pad)
    for fought in conflicts(states):
        for house, land in fought.lands.items():
            assert f"{states[-1].words.landscapes[land.type]}, {fought.totals[house]}" in written
        assert all(str(deed.standing) in written for deed in fought.deeds.values())
    for row in (states[-1].result or {"scores": ()})["scores"]:
        assert f"{row['offices']} × {row['counted']}" in written


@pytest.mark.parametrize(("paper", "large"), [("a4", False), ("letter", True), ("both", True)])
def test_the_phase_aid_is_one_page(paper: str, large: bool) -> None:
    document = printed("phase-aid", paper=paper, large=large)
    pdf = document.pdf()
    [page] = read(pdf)
    for phase in phases(Options()):
        assert f"{phase.number} {phase.name}" in page
    for card in data.ACTION_NAMES.values():
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


@pytest.fixture
def sunday_table(transactional_db: None) -> Table:
    return open_table(Opening(system="verraeter", title="Sunday", kind="open", setup={}))


def photo(sunday_table: Table, *chosen: str) -> bytes:
    document = Order(find("verraeter", "score-pad"), {"ink": "grey"}, Seen(sunday_table)).drawn
    assert document is not None
    random = np.random.default_rng(8)
    drawn = filled(raster(document.pdf()), document.ticks[0], chosen, random, "pencil")
    return photographed(drawn, random, wide=2600)


def test_points_and_an_oath_are_taken_in_for_anybody_who_plays(sunday_table: Table) -> None:
    first, second = position(sunday_table).state.ids[:2]
    other = "rose" if position(sunday_table).state.player(second).allegiance == "eagle" else "eagle"
    ticks = (f"won.{first}.6.10", f"won.{first}.2.2", f"lost.{first}.0.1", f"oath.{second}.{other}")
    read = paper.read(sunday_table, HOUSE, photo(sunday_table, *ticks))
    assert sorted(read.ticked) == sorted(ticks)
    assert read.sheet.slip.given == (("ink", "grey"),)
    found = proposals(sunday_table, read.sheet, read.ticked)
    before = position(sunday_table).state.player(first).vp
    keys = [each.key for each in found if not each.why]
    paper.write(sunday_table, read.sheet, read.ticked, keys, paper.Tap(sunday_table.version, "once"))
    sunday_table.refresh_from_db()
    after = position(sunday_table).state
    assert after.player(first).vp == before + 11
    assert after.player(second).allegiance == other


def test_of_two_oaths_of_one_player_none_is_chosen_for_anybody(sunday_table: Table) -> None:
    first, second = position(sunday_table).state.ids[:2]
    sheet = paper.again(
        sunday_table, HOUSE, str(paper.read(sunday_table, HOUSE, photo(sunday_table)).sheet.slip)
    )
    ticks = (f"oath.{first}.eagle", f"oath.{first}.rose", f"won.{second}.6.10")
    told = {each.change.ticks: each.sure for each in proposals(sunday_table, sheet, ticks)}
    assert told == {ticks[:1]: False, ticks[1:2]: False, ticks[2:]: True}


@pytest.mark.sampled
def test_who_only_looks_on_is_told_so(sunday_table: Table) -> None:
    secret = new_secret()
    seating.watch(sunday_table, secret, "A phone")
    slip = paper.read(sunday_table, HOUSE, photo(sunday_table)).sheet.slip
    with pytest.raises(Exception, match="look on"):
        paper.again(sunday_table, device(sunday_table, secret), str(slip))
    with pytest.raises(InvalidInput, match="printed by another edition"):
        paper.again(sunday_table, HOUSE, str(slip._replace(check="00000000")))
    with pytest.raises(InvalidInput, match="printed at line"):
        paper.again(sunday_table, HOUSE, str(slip._replace(version=99)))
