"""What the games say reads as people write it: numbers agree with their words."""

import copy
import json
import re
from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from random import Random
from typing import Any
from urllib.parse import quote

import pikepdf
import pypdfium2
import pytest
from django.test import Client

from campaigns.models import Campaign
from companion import shelf
from companion.answer import answer, find
from companion.engine.errors import GameError
from companion.engine.form.rows import called, in_file
from companion.engine.game import Game
from companion.press.text import BODY, missing
from companion.tables import seating
from companion.tables.devices import COOKIE
from companion.tables.lobby import Opening, open_table
from companion.tables.models import Seat
from companion.workshop.keeping import latest
from companion.workshop.models import CardSet
from tests.foreign import Foreigners, bare

ONE_OF_MANY = re.compile(
    r"(?<!round )(?<!this )(?<!scenario )(?<!white )(?<!black )(?<![\w.,/:−-])"
    r"(?:1|one) (?!is|was|has|goes|gives|stops)"
    r"(?:[a-z]*[a-rt-z]s|trenches|people|are)\b",
    re.IGNORECASE,
)
OVER_ONE = re.compile(r"\d/1\b")


def told(game: Game) -> Iterator[str]:
    """Every line of every example's explanation, and every line of the journals among them."""
    for name in ("worked", "practice"):
        for line in (game.folder / "examples" / f"{name}.jsonl").read_text().splitlines():
            case = json.loads(line)
            try:
                found = answer(find(game.slug, case["procedure"]), case["input"], Random(1))
            except GameError:
                continue
            yield from (step.text for step in found.resolution.steps)
            yield from map(game.describe, case["input"].get("actions", ()))


@pytest.mark.parametrize("slug", shelf.slugs())
def test_numbers_agree_with_their_words_in_all_that_is_told(slug: str) -> None:
    wrong = {text for text in told(shelf.game(slug)) if ONE_OF_MANY.search(text) or OVER_ONE.search(text)}
    assert not wrong


CODE = re.compile(
    r"[a-z]+_[a-z]|\b(?:keys?|objects?|null|None|JSON|id|ids)\b|\b[a-z]+\.[a-z#\d]+\b|\ue000|\{[a-z]"
)
OFTEN = 3
LONG = 3000
"""Letters of a question beyond which it is a file, and not a form."""
JUNK: list[Any] = [None, 0, 99, -1, True, "nobody", [], {}, ["x"], 10**9]


def bent(action: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The action with one thing left out or wrong, at every place in it."""
    for path in places(action):
        for junk in (..., *JUNK):
            yield changed(action, path, junk)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in inside:
        if key != "type":
            yield (*path, key)
            yield from places(inner, (*path, key))


def changed(action: dict[str, Any], path: tuple[Any, ...], junk: Any) -> dict[str, Any]:
    other = copy.deepcopy(action)
    holder: Any = other
    for key in path[:-1]:
        holder = holder[key]
    if junk is ...:
        del holder[path[-1]]
    else:
        holder[path[-1]] = junk
    return other


def played(game: Game[Any]) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Positions of recorded games with what was done in them: of each kind of deed the first few."""
    seen: Counter[str] = Counter()
    for name in ("worked", "practice"):
        for line in (game.folder / "examples" / f"{name}.jsonl").read_text().splitlines():
            case = json.loads(line)
            if case["procedure"] != "replay" or "error" in case["expect"]:
                continue
            state = game.open(case["input"]["setup"]).state
            for action in case["input"]["actions"]:
                seen[action["type"]] += 1
                if seen[action["type"]] <= OFTEN:
                    yield state, action
                state = game.apply(state, action).state


def refusals(game: Game[Any]) -> dict[str, Any]:
    """Every refusal of these deeds done wrong, or done at the wrong time, and an action that meets it."""
    met: dict[str, Any] = {}
    lines = list(played(game))
    actions = [action for _, action in lines]
    for state, action in lines:
        for wrong in (*bent(action), *actions):
            try:
                game.apply(state, wrong)
            except GameError as refused:
                met.setdefault(refused.message, (wrong, refused.path))
    return met


@pytest.mark.sampled("slug")
@pytest.mark.parametrize("slug", shelf.slugs())
def test_no_refusal_of_a_deed_speaks_in_code(slug: str) -> None:
    met = refusals(shelf.game(slug))
    assert len(met) > 100
    coded = {words: where for words, where in met.items() if CODE.search(without_given(words))}
    assert not coded
    assert not {words for words in met if words[0].islower() or ONE_OF_MANY.search(words)}
    assert not {words for words in met if not words.endswith(".")}


def without_given(words: str) -> str:
    """A refusal without the value that was given: that is said as it came."""
    return re.sub(r"; \S+ was given\.$|^\"\S+\"", ".", words)


def asked_wrong(game: Game[Any]) -> dict[str, Any]:
    """Every refusal of a question of the desk with one thing in it wrong, as its page tells it."""
    met: dict[str, Any] = {}
    for name, sheet in game.procedures.items():
        whole = sheet.start()
        for wrong in bent(whole) if len(json.dumps(whole)) < LONG else ():
            refusal = sheet.misread(wrong) or refused(game, name, wrong)
            if refusal and not in_file(sheet.fields, refusal):
                met.setdefault(called(sheet.fields, refusal).message, (name, refusal.path))
    return met


def refused(game: Game[Any], name: str, question: Any) -> GameError | None:
    try:
        answer(game.procedure(name), question, Random(1))
    except GameError as refusal:
        return refusal
    return None


@pytest.mark.sampled("slug")
@pytest.mark.parametrize("slug", shelf.slugs())
def test_no_refusal_of_the_desk_speaks_in_code(slug: str) -> None:
    met = asked_wrong(shelf.game(slug))
    assert len(met) > 50
    assert not {words: where for words, where in met.items() if CODE.search(without_given(words))}
    assert not {words for words in met if words[0].islower() or ONE_OF_MANY.search(words)}


WORDS = ("שם", "كتيبة", "Τάγμα", "Рота", "Điện", "第一", "🎖")
PEOPLE = ("עדה כהן", "ليلى", "Ελένη", "Đỗ")
UNKNOWN = "\U00012000"
"""A sign of cuneiform, for which no font lies here."""
AT_TABLE = ("unit-cards", "roster", "order-sheet", "setup-binder", "tree", "front-page")
OF_CAMPAIGN = ("books/book.pdf", "reports/history.pdf", "reports/evening/1/report.pdf")


@pytest.mark.thorough
@pytest.mark.django_db(databases=["default", "shop"])
def test_no_page_shows_a_name_that_turns_the_words_beside_it() -> None:
    faults = [(kind, there, text) for kind, there, page in Foreigners().pages() for text in bare(page)]
    assert faults == []


def printed() -> Iterator[tuple[str, str]]:
    """Each print that holds names which people gave, and where it is."""
    for cards in CardSet.objects.all():
        workshop = shelf.game(cards.system).workshop
        assert workshop is not None
        for kind in workshop.kinds:
            row = latest(cards).rows[kind.key][0][kind.id]
            made = f"{cards.code}.2" + f".{quote(row, safe='')}" * bool(workshop.alone)
            yield f"{cards.system} {kind.key}", f"/print/{cards.system}/{kind.printable}.pdf?made={made}"
    code = Campaign.objects.get(system="parabellum").code
    yield from ((name, f"/print/parabellum/{name}.pdf?table={code}") for name in AT_TABLE)
    yield from ((name, f"/campaigns/{code}/{name}") for name in OF_CAMPAIGN)


@pytest.mark.sampled
@pytest.mark.django_db(databases=["default", "shop"])
def test_every_print_with_names_holds_their_letters_and_the_type_for_them() -> None:
    words = [word for word in WORDS if not missing(BODY, word)]
    house, met = Foreigners(words, PEOPLE), set()
    for name, there in printed():
        answer = house.browser.get(there)
        data = answer.getvalue()
        assert data[:5] == b"%PDF-", (name, data[-600:])
        with pikepdf.open(BytesIO(data)) as file:
            fonts = [
                font for page in file.pages for font in page.get("/Resources", {}).get("/Font", {}).values()
            ]
            told = [font.DescendantFonts[0] if "/DescendantFonts" in font else font for font in fonts]
            assert all({"/FontFile2", "/FontFile3"} & set(each.FontDescriptor.keys()) for each in told), name
        text = "".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(data))
        found = {word for word in (*words, *PEOPLE) if word in text or word[::-1] in text}
        assert found, name
        assert not set("?\ufffd\ufffe") & set(text), name
        met |= found
    assert met >= set(words)


@pytest.mark.django_db(databases=["default", "shop"])
def test_a_name_that_no_font_prints_is_kept_and_its_page_says_so_at_once() -> None:
    browser = Client()
    browser.post("/campaigns/series/scarper/", {"title": f"Winter {UNKNOWN}"})
    campaign = Campaign.objects.get()
    assert campaign.title == f"Winter {UNKNOWN}"
    page = browser.get(f"/campaigns/{campaign.code}/manage/").text
    assert "It is shown here, but not printed." in page
    assert "U+12000 cuneiform sign a" in page
    table = open_table(Opening(system="scarper", title="Thursday", kind="seated", waits=True))
    seating.host(table, browser.cookies[COOKIE].value, "A phone")
    chair = Seat.objects.filter(table=table).first()
    assert chair is not None
    browser.post(f"/t/{table.code}/sit/", {"seat": chair.chair, "player": UNKNOWN, "deed": "call"})
    assert "U+12000 cuneiform sign a" in browser.get(f"/t/{table.code}/lobby/").text


@pytest.mark.django_db(databases=["default", "shop"])
def test_a_letter_that_no_font_has_is_refused_by_name_by_every_print_that_holds_it() -> None:
    house = Foreigners([UNKNOWN])
    for name, there in printed():
        answer = house.browser.get(there)
        assert answer.getvalue()[:5] != b"%PDF-", name
        assert "U+12000 cuneiform sign a" in answer.text, name
