"""The type case: one font's letters as a PDF names them, set word by word with the moves between letters."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Any
from unicodedata import mirrored

from bidi.mirror import MIRRORED

from companion.press.alphabets.fallbacks import Cut
from companion.press.alphabets.line import Run, drawn, runs, shaped
from companion.press.fonts import beyond, font, own
from companion.press.kerning import between
from companion.press.pdf.foreign import ForeignFont

ESCAPED = str.maketrans({"\\": r"\\", "(": r"\(", ")": r"\)", "\r": r"\r", "\n": r"\n"})


class TypeCase(dict[str, str]):
    """One font's words in one file, each as it is first met.

    A file's font holds 256 letters, plain ones under their own codes; those beyond are in a second one, and a
    line with such a letter is put together from both. A line with a letter that is `strange` to the font is
    put together from it and from `foreign` ones.
    """

    def __init__(self, name: str, book: Any, foreign: Callable[[Cut], ForeignFont]) -> None:
        super().__init__()
        self.foreign, self.strange = foreign, set[str]()
        self.font, self.book, self.font_name = font(name), book, name
        self.font.splitString(" ", book)
        self.first = self.font.getSubsetInternalName(0, book)
        self.beyond: set[str] = set()
        self.codes: dict[str, tuple[int, str]] = {}

    def __missing__(self, word: str) -> str:
        self[word] = plain(self.font_name, word) if word.isascii() else self._word(word)
        return self[word]

    def set(self, text: str, size: str, set_in: str) -> tuple[str, str]:
        """The operators that show the lines of a text, and the font and size that are in hand afterwards.

        `set_in` is what was in hand before them.
        """
        known = self.__getitem__
        lines = [" ".join(map(known, line.split(" "))) for line in text.split("\n")]
        if self.strange and not self.strange.isdisjoint(text):
            return self._foreign(text, size, set_in)
        if self.beyond and not self.beyond.isdisjoint(text):
            return self._mixed(text, size, set_in)
        wanted = f"{self.first} {size} Tf"
        shown = "[({})]TJ".format(")]TJ T*[(".join(lines))
        return (shown if wanted == set_in else f"{wanted} {shown}"), wanted

    def _word(self, word: str) -> str:
        strange = beyond(self.font_name, word)
        self.strange |= strange
        if strange:
            return ""
        return kerned(self.font_name, word, [self._code(letter)[1] for letter in word])

    def _code(self, letter: str) -> tuple[int, str]:
        """Which of the file's fonts a letter is in, and its code there."""
        if letter not in self.codes:
            [(subset, code)] = self.font.splitString(letter, self.book)
            self.codes[letter] = subset, code.decode("latin-1").translate(ESCAPED)
            if subset:
                self.beyond.add(letter)
        return self.codes[letter]

    def _mixed(self, text: str, size: str, set_in: str) -> tuple[str, str]:
        """Lines that need a second font of the file."""
        parts: list[str] = []
        for number, line in enumerate(text.split("\n")):
            parts += ["T*"] if number else []
            for subset, run in self._runs(line):
                wanted = f"{self.font.getSubsetInternalName(subset, self.book)} {size} Tf"
                parts.append(f"[({run})]TJ" if wanted == set_in else f"{wanted} [({run})]TJ")
                set_in = wanted
        return " ".join(parts), set_in

    def _foreign(self, text: str, size: str, set_in: str) -> tuple[str, str]:
        """Lines that need other faces than ours."""
        parts: list[str] = []
        for number, line in enumerate(text.split("\n")):
            parts += ["T*"] if number else []
            for run in runs(line, self.font_name, own(self.font_name)):
                shown, set_in = self._shown(run, size, set_in)
                parts.append(shown)
        return " ".join(parts), set_in

    def _shown(self, run: Run, size: str, set_in: str) -> tuple[str, str]:
        if not run.cut:
            letters = drawn(run.text)
            return self._mixed(_mirrored(letters) if run.back else letters, size, set_in)
        foreign = self.foreign(run.cut)
        shown, wanted = foreign.show(shaped(run), float(size)), f"/{foreign.name} {size} Tf"
        return (_told(run, shown) if wanted == set_in else f"{wanted} {_told(run, shown)}"), wanted

    def _runs(self, line: str) -> Iterator[tuple[int, str]]:
        """A line as runs of one font of the file each; words do not move towards each other."""
        moves = [0 if " " in pair else between(self.font_name, *pair) for pair in pairwise(line)]
        letters = zip(line, (*moves, 0), strict=False)
        for subset, run in groupby(letters, key=lambda pair: self._code(pair[0])[0]):
            yield subset, "".join(f"{self._code(a)[1]}){-by}(" if by else self._code(a)[1] for a, by in run)


def _told(run: Run, shown: str) -> str:
    """Glyphs with their letters as they stand: readers of files turn them by themselves."""
    if not run.back:
        return shown
    letters = f"\ufeff{run.text[::-1]}".encode("utf-16-be").hex().upper()
    return f"/Span<</ActualText<{letters}>>>BDC {shown} EMC"


def _mirrored(letters: str) -> str:
    """Signs between letters that are read from the right: their brackets open the other way."""
    return "".join(MIRRORED[each] if mirrored(each) else each for each in reversed(letters))


@lru_cache(maxsize=20_000)
def plain(name: str, word: str) -> str:
    """A word of plain letters, whose codes are the same in every file."""
    return kerned(name, word, [letter.translate(ESCAPED) for letter in word])


def kerned(name: str, word: str, codes: list[str]) -> str:
    """A word's codes, the string broken where its letters move: `V)30(erdun`."""
    moves = (*(between(name, *pair) for pair in pairwise(word)), 0)
    return "".join(f"{code}){-by}(" if by else code for code, by in zip(codes, moves, strict=False))
