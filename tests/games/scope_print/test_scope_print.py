"""SCOPE on paper: cards, sheets, and what is printed of a live table."""

from collections import Counter
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from companion.engine.errors import GameError, InvalidInput
from companion.engine.game import Scene, Sight
from companion.engine.option import chosen
from companion.games.scope import data
from companion.games.scope.data import CARD_NAMES, PLANS, SIDES
from companion.games.scope.deeds.secrets import turned_up
from companion.games.scope.front import Bulletin
from companion.games.scope.game import GAME
from companion.games.scope.printables import PRINTABLES
from companion.games.scope.printables.aid import QR, SLIP
from companion.games.scope.printables.battlefield import GAP, OWN, own_rows
from companion.games.scope.printables.look import DRESS, SAFE
from companion.games.scope.printables.record import turns
from companion.games.scope.rules.setting_up import Seal, starter_scenarios
from companion.press.document import Document
from companion.press.face import Box, Face, Stamp, Text
from companion.press.look import qr_code
from companion.press.page import FORMATS, PAPERS, Size
from companion.press.sheet import behind, grid
from companion.press.text import DoesNotFit
from companion.tables.lines import Passage
from tests.games.scarper_print.test_scarper_cards import SEES
from tests.games.scope.player import STAY, Player, deed, duel, play
from tests.games.scope.test_turn import told
from tests.games.scope.twin_tables import OTHERWISE, SALTS
from tests.games.verraeter_print.test_verraeter_print import lines, sizes
from tests.press.measuring import MM, TOLERANCE, fonts, operators, pages, rectangles, smallest_type


@cache
def recorded() -> tuple[Passage, ...]:
    """The lines of the recorded game, setup first."""
    setup, actions = GAME.demo()  # type: ignore[misc]
    lines = [Passage(1, setup, None, GAME.open(setup).state)]
    for number, action in enumerate(actions, 2):
        before = lines[-1].after
        lines.append(Passage(number, action, before, GAME.apply(before, action).state))
    return tuple(lines)


def whole(seed: int, **setup: Any) -> tuple[Passage, ...]:
    """The lines of a game that was played at random to its end."""
    random = Random(seed)
    begun = GAME.shuffle({"scenario": "quick_duel", **setup}, random)
    lines = [Passage(1, begun, None, GAME.open(begun).state)]
    for before, action, after in play(begun, Player(random, 0), 4000):
        lines.append(Passage(len(lines) + 1, action, before, after))
    assert GAME.is_over(lines[-1].after)
    return tuple(lines)


def scene(lines: tuple[Passage, ...], *sees: str) -> Scene[Any]:
    """The table after the last of these lines, for a device that holds these seats."""
    held = frozenset(sees)
    sight, now = Sight(held, held), lines[-1].after
    told = [line._replace(action=GAME.redact_action(now, line.action, sight)) for line in lines]
    return Scene(now, sight, trail=[line.after for line in lines], passages=told)


def printed(name: str, live: Scene[Any] | None = None, **given: Any) -> Any:
    printable = PRINTABLES[name]
    return printable.make(chosen(printable.options, given), live and GAME.seen(live))


def words(face: Face) -> list[str]:
    own = [mark.text for mark in face.marks if isinstance(mark, Text)]
    return own + [each for mark in face.marks if isinstance(mark, Stamp) for each in words(mark.face)]


CARD, SHOT = FORMATS["card"], Size(88, 88)
SHORT = 2.2
"""Millimetres: where a card's ground ends inside its cut, without bleed."""


def fronts(document: Document) -> list[Face]:
    wanted = [page for page in document.pages if page.label.startswith("fronts")]
    return [s.face for page in wanted for s in page.stamps if s.face.name not in ("margin", "marks")]


def boxes(document: Document, page: int) -> dict[Box, str]:
    """What lies on a page by its box, also where it lies turned."""
    stamps = [s for s in document.pages[page].stamps if s.face.name not in ("margin", "marks")]
    sizes = [(s.face.width, s.face.height)[:: -1 if s.turn % 2 else 1] for s in stamps]
    return {_rounded(Box(s.x, s.y, *size)): s.face.name for s, size in zip(stamps, sizes, strict=True)}


def _rounded(box: Box) -> Box:
    return Box(*(round(each, 2) for each in box))


def test_the_box_holds_sixty_cards_of_two_sizes() -> None:
    found = fronts(printed("deck"))
    count = Counter(face.name for face in found)
    assert sum(count.values()) == 60
    for side in SIDES:
        assert {card: count[f"{card} {side}"] for card in data.CUSTOM_LIMITS} == {
            card: most for card, (_, most) in data.CUSTOM_LIMITS.items()
        }
        assert count[f"shot {side}"] == 1
    assert {(face.width, face.height) for face in found} == {tuple(CARD), tuple(SHOT)}
    assert len(fronts(printed("german-cards"))) == len(fronts(printed("soviet-cards"))) == 30


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_card_is_measured_in_its_place(paper: str) -> None:
    document = printed("soviet-cards", paper=paper, backs="none")
    counts: Counter[Size] = Counter()
    for number, page in enumerate(pages(document.pdf())):
        for box, name in boxes(document, number).items():
            leaves = rectangles(page, box.width - 2 * SHORT, box.height - 2 * SHORT, near=0.05)
            corners = [(leaf.x - SHORT, leaf.y - SHORT) for leaf in leaves]
            assert pytest.approx((box.x, box.y), abs=TOLERANCE / 10 + 0.005) in corners, name
            counts[SHOT if box.width == box.height else CARD] += 1
    assert document.pages[0].stamps[0].x == grid(PAPERS[paper], CARD).slots()[0].x
    # What is left of the cards shares the last sheet with the card that is shot with.
    assert counts == {CARD: 29, SHOT: 1}


def test_a_print_house_has_three_millimetres_beyond_each_cut() -> None:
    document = printed("soviet-cards", house=True, only="sniper soviet, shot soviet")
    found = [(page.width * MM, page.height * MM) for page in pages(document.pdf())]
    assert found == [pytest.approx((size.width + 6, size.height + 6), abs=0.01)
                     for size in (CARD,) * 6 + (SHOT,) * 2]  # fmt: skip
    for page in pages(document.pdf()):
        ground = rectangles(page, page.width * MM, page.height * MM, near=0.05)
        assert (ground[0].x, ground[0].y) == pytest.approx((0, 0), abs=0.01)


@pytest.mark.parametrize("edge", ["long", "short"])
def test_behind_every_card_is_its_own_sides_house(edge: str) -> None:
    document, seen = printed("deck", backs=edge), 0
    for number in range(0, len(document.pages), 2):
        front, reverse = boxes(document, number), boxes(document, number + 1)
        for box, name in front.items():
            kind = "shot back" if name.startswith("shot") else "back"
            assert reverse[_rounded(behind(box, PAPERS["a4"], edge))] == f"{kind} {name.split()[-1]}"
            seen += 1
    assert seen == 60


def test_a_back_tells_nothing_but_its_side() -> None:
    document = printed("deck")
    backs = [s.face for page in document.pages if page.side == "back" for s in page.stamps]
    for side in SIDES:
        assert len({face for face in backs if face.name == f"back {side}"}) == 1
    assert not [each for face in backs if face.name != "margin" for each in words(face)]


def test_a_front_tells_its_kind_its_points_and_what_it_does() -> None:
    faces = {face.name: words(face) for face in fronts(printed("deck"))}
    assert {"SNIPER", "2"} <= set(faces["sniper german"])
    assert {"MACHINE GUN", "1"} <= set(faces["machine_gun soviet"])
    for nothing in ("decoy", "empty"):
        assert not [each for each in faces[f"{nothing} german"] if each.isdigit()]
    page = pages(printed("soviet-cards", only="officer soviet", backs="none").pdf())[0]
    read = page.extract_words()
    kind = next(word for word in read if word["text"] == "OFFICER")
    points = next(word for word in read if word["text"] == "2")
    assert points["x0"] > kind["x0"]
    assert points["bottom"] < kind["top"]


@pytest.mark.parametrize(("large", "limit"), [(False, 7.0), (True, 9.0)])
def test_every_card_of_any_size_is_set_and_readable(large: bool, limit: float) -> None:
    for name, size in FORMATS.items():
        found = fronts(printed("german-cards", format=name, large=large, marks="none"))
        side = max(size)
        assert {(face.width, face.height) for face in found} == {tuple(size), (side, side)}
        assert min(each for face in found for each in sizes(face)) >= limit - 1e-6


@pytest.mark.parametrize("large", [False, True])
def test_nothing_leaves_the_safe_zone_of_a_card(large: bool) -> None:
    for face in fronts(printed("deck", large=large)):
        for box in lines(face):
            assert min(box.x, box.y) >= 3.99, face.name
            assert box.right <= face.width - 3.99, face.name
            assert box.bottom <= face.height - 3.99, face.name


def test_inks_keep_their_word_and_the_file_is_ours() -> None:
    grey = operators(printed("deck", ink="grey").pdf())
    assert not grey["rg"] + grey["RG"] + grey["k"] + grey["K"]
    saver = operators(printed("deck", ink="saver").pdf())
    assert not saver["rg"] + saver["RG"]
    pdf = printed("deck").pdf()
    assert all(fonts(pdf).values())
    assert smallest_type(pdf) >= 7
    assert pdf == printed("deck").pdf()


@pytest.mark.parametrize("eyes", SEES)
def test_the_sides_differ_for_colour_blind_eyes(eyes: str) -> None:
    def seen(what: str) -> list[float]:
        light = [part**2.2 for part in SAFE[what]]
        mixed = [sum(w * part for w, part in zip(row, light, strict=True)) for row in SEES[eyes]]
        return [max(0.0, part) ** (1 / 2.2) for part in mixed]

    for what in ("", " wall"):
        ours, theirs = seen(f"german{what}"), seen(f"soviet{what}")
        assert max(abs(a - b) for a, b in zip(ours, theirs, strict=True)) > 0.15


def box(**changes: Any) -> dict[str, Any]:
    points = {"infantry": 0, "machine_gun": 1, "mortar": 3, "officer": 2, "scout": 1, "sniper": 4}
    names = {"german": {"sniper": ["Anton", "Bertha", "Cäsar"]}, "soviet": {"officer": ["Клава"]}}
    return {"format": "scope-box/1", "name": "Ours", "points": points, "names": names, **changes}


def test_an_owners_points_and_names_are_on_his_cards() -> None:
    given = box(names={"german": {"sniper": ["Anton", "Bertha"]}})
    found = [face for face in fronts(printed("deck", box=given)) if face.name == "sniper german"]
    assert sorted({"Anton", "Bertha"} & set(words(face)) for face in found) == [set(), {"Anton"}, {"Bertha"}]
    assert all("4" in words(face) for face in found)
    assert "0" in [
        w for f in fronts(printed("deck", box=given)) if f.name == "infantry soviet" for w in words(f)
    ]


@pytest.mark.parametrize(
    ("given", "error", "path"),
    [
        (box(points={"sniper": 10}), InvalidInput, "box.points.sniper"),
        (box(format="scope-box/2"), InvalidInput, "box.format"),
        (box(names={"german": {"sniper": [""]}}), InvalidInput, "box.names.german.sniper.0"),
        (box(names={"german": {"sniper": ["W" * 40]}}), DoesNotFit, "box.names.german.sniper"),
    ],
)
def test_a_box_that_cannot_be_printed_is_refused_by_its_place(given: Any, error: type, path: str) -> None:
    with pytest.raises(error) as refused:
        printed("deck", box=given)
    assert refused.value.path == path


def test_only_some_cards_and_blank_ones() -> None:
    names = Counter(f.name for f in fronts(printed("deck", only="sniper german*2", blank=3)))
    assert names == {"sniper german": 6, "blank german": 3, "blank soviet": 3}


SHEETS = [name for name, each in PRINTABLES.items() if each.table != "must" and each.kind != "cards"]
LIVE = [name for name, each in PRINTABLES.items() if each.table != "no" and name != "seals"]


def read(pdf: bytes) -> list[str]:
    """Each page's words as a reader finds them."""
    return [" ".join((page.extract_text() or "").split()) for page in pages(pdf)]


def faces(document: Any) -> list[Any]:
    return [s.face for page in document.pages for s in page.stamps if s.face.name not in ("margin", "marks")]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_keeps_to_its_paper_in_our_own_type(name: str, paper: str) -> None:
    pdf = printed(name, paper=paper).pdf()
    assert all(fonts(pdf).values())
    assert smallest_type(pdf) >= 7
    for page in pages(pdf):
        assert min(char["x0"] for char in page.chars) * MM >= 5
        assert max(char["x1"] for char in page.chars) <= page.width - 5 / MM
        assert max(char["bottom"] for char in page.chars) <= page.height - 3 / MM
    grey, saver = (operators(printed(name, paper=paper, ink=ink).pdf()) for ink in ("grey", "saver"))
    assert not grey["rg"] + grey["RG"] + saver["rg"] + saver["RG"]


def test_the_scenario_sheet_has_every_number_of_every_scenario() -> None:
    [page] = faces(printed("scenarios"))
    told = words(page)
    for name, plan in PLANS.items():
        at = told.index(data.SCENARIO_NAMES[name])
        numbers = [each for each in told[at + 1 :] if each.isdigit() or each == "–"][:9]
        order = ("sniper", "officer", "scout", "mortar", "machine_gun", "infantry", "decoy", "empty")
        assert numbers == [*(str(plan.counts[card]) for card in order), str(plan.objective)]
    assert {each["name"] for each in starter_scenarios()} | set(data.THEME_NAMES.values()) <= set(told)
    assert "12 cards, 10 points in play" in told


def test_the_aid_tells_this_tables_points_and_house_rules() -> None:
    rules = {"points": {"sniper": 9}, "reinforce_points": "keep", "defensive_fire_scores": False}
    lines = whole(2, mode="advanced", options=rules)
    live, usual = (" ".join(words(faces(printed("aid", seen))[0])) for seen in (scene(lines), None))
    assert "Its points are kept." in live
    assert "Nobody scores it." in live
    assert " 9 " in live
    assert "Its points go back too." in usual
    for action in (
        "Deploy",
        "Recognition",
        "Howitzer",
        "Offensive fire",
        "Assault",
        "Defensive fire",
        "Reinforce",
    ):
        assert action in usual


@pytest.mark.sampled("scenario")
@pytest.mark.parametrize("scenario", [*PLANS, *OWN])
def test_a_plan_has_a_place_for_every_card_in_its_row_and_column(scenario: str) -> None:
    document = printed("front-plan", scenario=scenario)
    named = PLANS.get(scenario)
    columns, rows = (
        (named.columns, named.rows) if named else (OWN[scenario]["columns"], OWN[scenario]["rows"])
    )
    for side, page in zip(SIDES, pages(document.pdf()), strict=True):
        at = {w["text"]: (w["x0"], w["top"]) for w in page.extract_words()}
        grid = own_rows(side, columns, rows)
        for row in grid:
            assert [at[cell][0] for cell in row] == sorted(at[cell][0] for cell in row)
            assert len({round(at[cell][1], 1) for cell in row}) == 1
        assert [at[row[0]][1] for row in grid] == sorted(at[row[0]][1] for row in grid)


def test_the_places_of_a_plan_are_equal_and_as_far_apart_as_they_say() -> None:
    page = pages(printed("front-plan", scenario="quick_duel", side="german").pdf())[0]
    found = sorted(rectangles(page, 40.0, 51.5, near=1), key=lambda each: (round(each.y), each.x))
    assert len(found) == 12
    for one, other in pairwise(found):
        if round(one.y) == round(other.y):
            assert other.x - one.x - one.width == pytest.approx(GAP, abs=0.05)


def test_a_theme_and_an_owners_scenario_change_what_is_to_be_laid() -> None:
    aces = words(faces(printed("front-plan", theme="duel_of_aces", side="german"))[0])
    assert "× 5" in aces
    own = {**starter_scenarios()[0], "name": "Our yard"}
    assert "Our yard" in words(faces(printed("front-plan", custom=own, side="soviet"))[0])
    with pytest.raises(GameError) as refused:
        printed("front-plan", custom={**own, "columns": 9})
    assert refused.value.path == "custom.columns"


def test_a_front_is_printed_for_the_eyes_that_laid_it_and_for_no_others() -> None:
    for sees, laid in ((("german",), [True, False]), (("soviet",), [False, True]), ((), [False, False])):
        found = [" ".join(words(face)) for face in faces(printed("front-plan", scene(recorded(), *sees)))]
        assert ["sniper" in told for told in found] == laid
    ended = printed("front-plan", scene(whole(1)))
    assert all("sniper" in " ".join(words(face)) for face in faces(ended))
    assert not any(
        "sniper" in " ".join(words(face))
        for face in faces(printed("front-plan", scene(whole(1)), filled=False))
    )


def test_slips_carry_the_seals_that_everybody_sees() -> None:
    pdf = printed("seals", scene(recorded())).pdf()
    [told] = read(pdf)
    seals = recorded()[-1].after.seals
    for side in SIDES:
        seal = Seal(seals[side])
        assert seal.code in told
        assert seal.digest in told.replace(" ", "")
        slip = next(
            face for face in faces(printed("seals", scene(recorded()))) if face.name == f"seal {side}"
        )
        [drawn] = [m for m in slip.marks if isinstance(m, Stamp) and m.face.name.startswith("code")]
        assert drawn.face is qr_code(seal.qr(side), QR)
    assert (SLIP.width, SLIP.height) == (slip.width, slip.height)
    for eyes in ("german", "soviet"):
        assert printed("seals", scene(recorded(), eyes)).pdf() == pdf


def test_a_slip_without_a_seal_leaves_eight_fields_to_write_in() -> None:
    document = printed("seals")
    assert not any(
        each.startswith("code")
        for face in faces(document)
        for each in [m.face.name for m in face.marks if isinstance(m, Stamp)]
    )
    slip = faces(document)[0]
    told = words(slip)
    assert "The whole seal (SHA-256)" in told


def test_the_position_is_a_public_page_and_the_front_of_who_prints_it() -> None:
    state = recorded()[-1].after
    for sees in ((), ("german",), ("soviet",)):
        found = faces(printed("position", scene(recorded(), *sees)))
        assert [face.name for face in found] == ["position", *(f"front {side}" for side in sees)]
        told = " ".join(words(found[0]))
        assert f"Turn {state.turn}: German side to act." in told
        assert "sniper" not in told
    own = words(faces(printed("position", scene(recorded(), "german")))[1])
    cards = [state.grid[at].card for at in state.front("german")]
    assert sorted(each for each in own if each in CARD_NAMES.values()) == sorted(CARD_NAMES[c] for c in cards)


def test_at_the_end_both_fronts_lie_open() -> None:
    state = whole(4)[-1].after
    [page] = faces(printed("position", scene(whole(4))))
    told = words(page)
    assert f"The {data.SIDE_NAMES[state.winner]} side has won" in " ".join(told)
    shown = [each for each in told if each in CARD_NAMES.values()]
    assert len(shown) == len(state.grid)


def test_the_record_has_every_turn_with_its_score() -> None:
    played = turns(scene(recorded()).passages, recorded()[-1].after)
    assert [turn.number for turn in played] == list(range(1, recorded()[-1].after.turn))
    assert played[0].deeds == "searches d4; shoots from quadrant a2"
    assert played[0].gained == 1
    deploys = "deploys, and moves the cards at c2, d2, c3 and d3"
    assert played[2].deeds == f"fires a machine gun at b3; holds; {deploys}"
    [told] = read(printed("record", scene(recorded())).pdf())
    assert "searches d4; shoots from quadrant a2 1 : 0" in told


def test_what_was_found_stands_there_when_the_game_is_over_or_the_app_remembers() -> None:
    assert not any(turn.finds for turn in turns(scene(recorded()).passages, recorded()[-1].after))
    ended = whole(4)
    found = [turn.finds for turn in turns(scene(ended).passages, ended[-1].after)]
    searched = [line for line in ended[1:] if line.action["type"] == "search"]
    assert sum(bool(each) for each in found) == len(searched)
    remembered = whole(4, options={"memory_aid": True})[:-1]
    assert any(turn.finds for turn in turns(scene(remembered).passages, remembered[-1].after))


@pytest.mark.parametrize("seed", range(3))
def test_the_longest_games_fit_their_pages(seed: int) -> None:
    lines = whole(seed, scenario="deep_battle", mode="advanced", players=4)
    pdf = printed("record", scene(lines), paper="letter").pdf()
    assert all(fonts(pdf).values())
    assert smallest_type(pdf) >= 7
    for page in pages(pdf):
        assert max(char["bottom"] for char in page.chars) <= page.height - 3 / MM
        assert max(char["x1"] for char in page.chars) <= page.width - 5 / MM
    last = lines[-1].after.turn
    assert any(word["text"] == str(last) for word in pages(pdf)[-1].extract_words())


def twins() -> list[Any]:
    """Two tables whose German fronts differ, and in secret moves; everybody has seen the same."""
    deeds = ([0, 1, 2, 3], [0, 1, 2, 3])
    found = []
    for german, order in zip((duel()["fronts"]["german"], OTHERWISE), deeds, strict=True):
        setup = duel(mode="advanced", salts=SALTS)
        setup = {**setup, "fronts": {**setup["fronts"], "german": german}}
        state = GAME.open(setup).state
        states, actions = [state], [deed("move", quadrant="a1", order=order), deed("end_turn"),
                                    deed("move", "soviet", quadrant="a4", order=STAY)]  # fmt: skip
        for action in actions:
            states.append(GAME.apply(states[-1], action).state)
        found.append((setup, actions, states))
    return found


@pytest.mark.parametrize("name", LIVE)
def test_tables_that_differ_in_a_secret_print_the_same_for_the_enemy(name: str) -> None:
    one, two = (printed(name, seen_by_the_soviet_seat(*each)).pdf() for each in twins())
    assert one == two


def seen_by_the_soviet_seat(setup: Any, actions: list[Any], states: list[Any]) -> Scene[Any]:
    sight = Sight(frozenset(["soviet"]), frozenset(["soviet"]))
    told = [GAME.redact_action(states[-1], action, sight) for action in (setup, *actions)]
    lines = [Passage(n + 1, action, states[n - 1] if n else None, states[n]) for n, action in enumerate(told)]
    return Scene(states[-1], sight, trail=states, passages=lines)


def test_where_real_cards_lie_on_the_table_no_front_is_printed_as_known() -> None:
    random = Random(5)
    setup = {"scenario": "quick_duel", "mode": "advanced"}
    true = GAME.shuffle(setup, random)
    state = GAME.open(GAME.shuffle({**setup, "laying": "table"}, random)).state
    lines = [Passage(1, {"scenario": "quick_duel"}, None, state)]
    for before, action, _ in play(true, Player(random, 0), 4000):
        after = GAME.apply(state, told(before, action)).state
        lines.append(Passage(len(lines) + 1, action, state, after))
        state = after
    for line in (lines[6], lines[-1]):
        live = scene(tuple(lines[: line.number]), "german", "soviet")
        [page] = faces(printed("position", live))
        shown = [each for each in words(page) if each in CARD_NAMES.values()]
        intruders = [at for at, each in line.after.grid.items() if line.after.front_of(at) != each.side]
        assert len(shown) == len(intruders) + len(turned_up(line.after))
        for plan in faces(printed("front-plan", live)):
            assert "sniper" not in words(plan)
        assert not any(turn.finds for turn in turns(live.passages, line.after))


def test_both_sides_print_the_same_public_page() -> None:
    pages_ = [printed("record", scene(recorded(), side)).pdf() for side in SIDES]
    assert pages_[0] == pages_[1]


def test_the_front_page_names_the_turn_in_which_a_card_fell_not_the_next() -> None:
    bulletin = Bulletin(scene(whole(4)), DRESS.look(chosen(GAME.printables["front-page"].options, {})))
    hits = [each for each in bulletin.turnings if each.gain]
    assert hits
    turns = {line.number: line.before.turn for line in whole(4)[1:]}
    assert [bulletin.values(each)["turn"] for each in hits] == [turns[each.number] for each in hits]
