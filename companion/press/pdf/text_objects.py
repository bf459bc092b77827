"""Runs of type as a PDF's text objects, all from the type cases of one file."""

from collections.abc import Callable, Sequence
from typing import Any

from companion.press.alphabets.fallbacks import Cut
from companion.press.face import Text
from companion.press.pdf.foreign import ForeignFont
from companion.press.pdf.operators import K, colour_operator
from companion.press.pdf.type_case import TypeCase


class TextObjects:
    """The type of one file."""

    def __init__(self, book: Any, foreign: Callable[[Cut], ForeignFont]) -> None:
        self.book, self.foreign = book, foreign
        self.cases: dict[str, TypeCase] = {}

    def set(self, run: Sequence[Text], height: float) -> str:
        """The object of one run; font, colour and spacing are named where they change."""
        set_in, colour, spaced, leading, at_x, at_y = "", None, 0.0, 0, 0, 0
        parts = ["BT"]
        for text in run:
            if text.colour is not colour:
                colour = text.colour
                parts.append(colour_operator(colour, "g", "rg"))
            if text.spacing != spaced:
                spaced = text.spacing
                parts.append(f"{spaced:.3f} Tc")
            # Moves are counted in whole thousandths of a point, so that no rounding adds up.
            x, y = round(text.x * K * 100) * 10, round((height - text.y) * K * 100) * 10
            pitch, lines = round(text.pitch * K * 1000), text.text.count("\n")
            if lines and pitch != leading:
                leading = pitch
                parts.append(f"{leading / 1000:g} TL")
            parts.append(f"{(x - at_x) / 1000:.7g} {(y - at_y) / 1000:.7g} Td")
            at_x, at_y = x, y - lines * pitch
            case = self.cases.get(text.font) or self._case(text.font)
            shown, set_in = case.set(text.text, f"{text.size:g}", set_in)
            parts.append(shown)
        parts.append("0 Tc ET" if spaced else "ET")
        return " ".join(parts)

    def _case(self, name: str) -> TypeCase:
        self.cases[name] = TypeCase(name, self.book, self.foreign)
        return self.cases[name]
