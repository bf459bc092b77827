"""The printable that is all others: everything for a game, for tonight's table, or what has changed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from companion.engine.errors import GameError
from companion.engine.game import Option, Printable
from companion.engine.option import chosen
from companion.engine.scene import Seen
from companion.engine.wire import Json
from companion.press.document import Document
from companion.press.options import INK, LARGE, leading, owner_file, papers, pick
from companion.press.page import PAPER_NAMES, PAPERS
from companion.press.prose import Prose
from companion.press.text import CannotPrint
from companion.press.whole import Whole
from companion.press.whole.guide import Guide
from companion.press.whole.part import Brought, Setting, held, limited, parts_of, since

NAME = "everything"

type Wants = Mapping[str, Mapping[str, int]]
"""By printable, of which pieces an evening needs fewer than there are, and how many."""

type Tonight = Callable[[Seen[Any]], Wants]

WHICH = leading(
    pick(
        "which",
        "What",
        "A table's own evening needs that table; what changed is what no whole print of this house holds.",
        (
            ("game", "Everything for the game"),
            ("tonight", "Everything for tonight"),
            ("changed", "What has changed since"),
        ),
    )
)
TURNED = leading(
    pick(
        "backs",
        "Backs",
        "The edge over which your printer turns the paper.",
        (("long", "Turned over the long edge"), ("short", "Turned over the short edge")),
    )
)
KNOWN = owner_file("known", "Printed before", "What the last whole print held, piece by piece.")
OWN = (WHICH, papers("a4", "letter", "both"), TURNED, INK, LARGE, KNOWN)

SPOKEN = {
    "game": "Everything for the game, in the order in which it is printed: the paper in the tray is changed "
    "as seldom as can be. Tap a part to go to its sheets.",
    "tonight": "Everything that this table needs for the evening, in the order in which it is printed. Tap a "
    "part to go to its sheets.",
    "changed": "What is new or has changed since your last whole print, in the order in which it is printed. "
    "Tap a part to go to its sheets.",
}


def with_everything(
    title: str,
    printables: Mapping[str, Printable],
    tonight: Tonight = lambda scene: {},
    own: Sequence[Option] = (),
) -> Mapping[str, Printable]:
    """All that a game prints, and the whole of it as one; `tonight` says what one evening needs of it.

    `own` are choices of a printable that are asked of the whole box too.
    """
    whole = Printable(
        name=NAME,
        title="The whole box",
        summary="Everything in one file: cards, pieces and sheets, sorted by paper, with a making guide.",
        make=partial(_made, title, printables, tonight),
        options=(*OWN, *own, *_files(printables)),
        table="may",
    )
    return {**printables, NAME: whole}


def of_setting(choices: Mapping[str, Json]) -> str:
    """In which ink, type and paper it is set: a print in another one is another print."""
    return f"{choices['ink']} {choices['paper']}{' large' if choices['large'] else ''}"


def _files(printables: Mapping[str, Printable]) -> tuple[Option, ...]:
    """The files of one's own that its printables take, each once."""
    files = {
        option.key: option
        for each in printables.values()
        for option in each.options
        if not option.choices and option.low is None and not option.longest and option.key != "before"
    }
    return tuple(files.values())


def _made(
    title: str,
    printables: Mapping[str, Printable],
    tonight: Tonight,
    choices: Mapping[str, Json],
    scene: Seen[Any] | None,
) -> Whole:
    which, paper = choices["which"], choices["paper"]
    left_out: list[str] = []
    brought = list(_brought(printables, choices, scene, _wants(which, tonight, scene), left_out))
    holds = held(brought) if which != "tonight" else {}
    if which == "changed":
        brought = since(brought, _known(choices))
        if not brought:
            raise CannotPrint("which", "Nothing has changed since the last whole print: all of it is in it.")
    guide = Guide(
        title=title,
        what=SPOKEN[which],
        paper=PAPERS[paper],
        paper_name=PAPER_NAMES[paper],
        edge=choices["backs"],
        left_out=left_out,
    )
    parts = parts_of(brought, Setting(title, paper, choices["backs"], choices["ink"] == "grey"))
    named = dict(WHICH.choices)[which].lower()
    return Whole(title=f"{title}: {named}", parts=parts, guide=guide, holds=holds)


def _wants(which: str, tonight: Tonight, scene: Seen[Any] | None) -> Wants:
    if which != "tonight":
        return {}
    if scene is None:
        raise CannotPrint("which", "An evening's things are a table's: open this there, or name the table.")
    return tonight(scene)


def _known(choices: Mapping[str, Json]) -> Mapping[str, int]:
    if not isinstance(choices["known"], Mapping):
        raise CannotPrint("which", "Nothing has been printed whole here yet: print everything once first.")
    return choices["known"]


def _brought(
    printables: Mapping[str, Printable],
    choices: Mapping[str, Json],
    scene: Seen[Any] | None,
    wants: Wants,
    left_out: list[str],
) -> Iterator[Brought]:
    """What each printable makes; of a table's own sheets, those that cannot be made yet are left out."""
    for name, each in printables.items():
        if each.within or (choices["which"] == "tonight" and not each.tonight):
            continue
        if each.table == "must" and scene is None:
            continue
        given = {**_passed(each, choices), **({} if choices["which"] == "tonight" else each.whole)}
        try:
            made = _of_one(each, chosen(each.options, given), scene)
        except GameError as error:
            if each.table != "must":
                raise
            left_out.append(f"{each.title}: {error.message}")
            continue
        yield limited(Brought(each, made), wants.get(name, {}))


def _of_one(printable: Printable, given: Mapping[str, Json], scene: Seen[Any] | None) -> Document | Prose:
    """What one printable makes; blank where it hides what a table has from whoever prints it."""
    made: Document | Prose
    try:
        made = printable.make(given, scene if printable.table != "no" else None)
    except GameError as error:
        if printable.table != "may" or scene is None or error.path != "table":
            raise
        made = printable.make(given, None)
    return made


def _passed(printable: Printable, choices: Mapping[str, Json]) -> dict[str, Json]:
    """The box's choices as far as a printable offers them."""
    passed: dict[str, Json] = {}
    for option in printable.options:
        if option.key not in choices or option.key in ("which", "known"):
            continue
        value = choices[option.key]
        if not option.choices or value in [each for each, _ in option.choices]:
            passed[option.key] = value
    return passed
