"""The type case: one font's letters as a PDF names them, set word by word with the moves between letters."""

from collections.abc import Sequence
from itertools import pairwise

from reportlab.pdfgen.canvas import Canvas

from companion.press.fonts import font
from companion.press.kerning import between


class TypeCase(dict[int, str]):
    """One font's letters in one file: each letter's code, escaped, as it is first met.

    A file's font holds 256 letters; those beyond are in a second one, and a line with such a letter is
    put together from both. Words are kept as they were set, with the moves between their letters.
    """

    def __init__(self, name: str, canvas: Canvas) -> None:
        super().__init__()
        self.font, self.canvas, self.font_name = font(name), canvas, name
        self.first = ""
        self.beyond: set[str] = set()
        self.words: dict[str, str] = {}

    def __missing__(self, code: int) -> str:
        [(subset, letter)] = self.font.splitString(chr(code), self.canvas._doc)
        if subset:
            self.beyond.add(chr(code))
        self[code] = self.canvas._escape(letter)
        return self[code]

    def set(self, text: str) -> Sequence[tuple[str, str]]:
        """The text as (font's name in the file, codes and the moves between them)."""
        known = self.words
        parts = [known.get(word) or self._word(word) for word in text.split(" ")]
        self.first = self.first or self.font.getSubsetInternalName(0, self.canvas._doc)
        if not self.beyond or self.beyond.isdisjoint(text):
            return ((self.first, self[32].join(parts)),)
        return self._mixed(text)

    def _word(self, word: str) -> str:
        """A word's codes, the string broken where its letters move: `V)30(erdun`."""
        moves = (*(between(self.font_name, *pair) for pair in pairwise(word)), 0)
        letters = zip(word, moves, strict=False)
        self.words[word] = "".join(
            f"{self[ord(one)]}){-by}(" if by else self[ord(one)] for one, by in letters
        )
        return self.words[word]

    def _mixed(self, text: str) -> Sequence[tuple[str, str]]:
        """A line that needs a second font of the file."""
        runs: list[tuple[str, str]] = []
        start = 0
        name = self.font.getSubsetInternalName
        for subset, codes in self.font.splitString(text, self.canvas._doc):
            run = text[start : start + len(codes)]
            start += len(codes)
            shown = "".join(
                f"{self.canvas._escape(codes[at : at + 1])}){-self._after(text, start - len(run) + at)}("
                for at in range(len(run))
            )
            runs.append((name(subset, self.canvas._doc), shown))
        return runs

    def _after(self, text: str, at: int) -> int:
        """The move after a letter of a line; words do not move towards each other."""
        pair = text[at : at + 2]
        return between(self.font_name, *pair) if len(pair) == 2 and " " not in pair else 0
