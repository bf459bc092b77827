"""A game's dress: its design, and the documents that are made in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from companion.engine.wire import Json
from companion.press.choosing import layout, size_of
from companion.press.document import Document
from companion.press.face import Box, Face, Stamp
from companion.press.look.art import art_of
from companion.press.look.look import Design, Look
from companion.press.markup import Markup
from companion.press.page import Page, margin_note
from companion.press.paper import BLEED, CSS_PAGES, Size
from companion.press.prose import Prose
from companion.press.sheet import Piece, impose


@dataclass(frozen=True, eq=False, kw_only=True)
class Dress(Design):
    """What a game hands in once, and all its printables are set in."""

    def look(self, choices: Mapping[str, Json]) -> Look:
        """The ink and the type that were chosen."""
        ink = choices["ink"]
        return Look(
            self, saver=ink == "saver", safe=ink == "safe", large=choices.get("large", False), trim=self.card,
            art=art_of(choices.get("art")),
        )  # fmt: skip

    def card_look(self, choices: Mapping[str, Json]) -> Look:
        """The same for cards of the chosen size, with ink beyond the cut where it is asked for."""
        beyond = BLEED if choices["bleed"] or choices["house"] else 0.0
        return replace(self.look(choices), trim=size_of(choices), bleed=beyond)

    def document(self, title: str, pages: Sequence[Page], choices: Mapping[str, Json]) -> Document:
        """Drawn pages under one title, in the ink that was chosen."""
        return Document(f"{self.title}: {title}", pages, choices["paper"], grey=choices["ink"] == "grey")

    def laid(
        self, title: str, pieces: Sequence[Piece], choices: Mapping[str, Json], remark: str = ""
    ) -> Document:
        """Pieces of one size on sheets; the remark stands with the title in their margins."""
        pages = impose(_backed(pieces, choices), layout(choices, f"{self.title} {title}{remark}"))
        return self.document(title, pages, choices)

    def by_size(
        self, title: str, pieces: Sequence[Piece], choices: Mapping[str, Json], gap: float = 0.0
    ) -> Document:
        """Pieces of several sizes, each size on sheets of its own; used places count on the first alone."""
        sizes: dict[tuple[float, float], list[Piece]] = {}
        for piece in _backed(pieces, choices):
            sizes.setdefault((piece.front.width, piece.front.height), []).append(piece)
        laid, pages = replace(layout(choices, f"{self.title} {title}"), gap=gap), list[Page]()
        for number, group in enumerate(sizes.values() or [()]):
            pages += impose(group, laid if number == 0 else replace(laid, skip=frozenset()))
        return self.document(title, tuple(pages), choices)

    def page(self, face: Face, label: str) -> Page:
        """A drawing as a page of paper, with the ruler in its margin."""
        paper = Size(face.width, face.height)
        note = margin_note(paper, Box(0, 0, *paper).inset(self.edge), f"{self.title} {label}")
        return Page(*paper, (Stamp(face, 0, 0), *note), label)

    def prose(self, choices: Mapping[str, Json], title: str, body: Markup, *, lying: bool = False) -> Prose:
        """A sheet of text on the chosen paper, upright or lying."""
        return Prose(
            title=f"{self.title}: {title}",
            body=body,
            style=self._sheet,
            page=CSS_PAGES[choices["paper"]][lying],
            note=f"{self.title} {title}",
            grey=choices["ink"] == "grey",
            saver=choices["ink"] == "saver",
            safe=choices["ink"] == "safe",
            large=choices["large"],
        )

    @cached_property
    def _sheet(self) -> str:
        return self.style.read_text("utf-8")


def _backed(pieces: Sequence[Piece], choices: Mapping[str, Json]) -> Sequence[Piece]:
    """The pieces, those that have a back of their own with it."""
    art, grey = art_of(choices.get("art")), choices["ink"] == "saver"
    if not art.backs:
        return pieces
    return [piece._replace(back=art.back(piece.front, grey=grey) or piece.back) for piece in pieces]
