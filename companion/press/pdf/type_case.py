"""The type case: one font's letters as a PDF names them, set word by word with the moves between letters."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Any

from companion.press.fonts import font
from companion.press.kerning import between

ESCAPED = str.maketrans({"\\": r"\\", "(": r"\(", ")": r"\)", "\r": r"\r", "\n": r"\n"})


class TypeCase(dict[str, str]):
    """One font's words in one file, each as it is first met.

    A file's font holds 256 letters, plain ones under their own codes; those beyond are in a second one, and a
    line with such a letter is put together from both.
    """

    def __init__(self, name: str, book: Any) -> None:
        super().__init__()
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
        if self.beyond and not self.beyond.isdisjoint(text):
            return self._mixed(text, size, set_in)
        wanted = f"{self.first} {size} Tf"
        shown = "[({})]TJ".format(")]TJ T*[(".join(lines))
        return (shown if wanted == set_in else f"{wanted} {shown}"), wanted

    def _word(self, word: str) -> str:
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

    def _runs(self, line: str) -> Iterator[tuple[int, str]]:
        """A line as runs of one font of the file each; words do not move towards each other."""
        moves = [0 if " " in pair else between(self.font_name, *pair) for pair in pairwise(line)]
        letters = zip(line, (*moves, 0), strict=False)
        for subset, run in groupby(letters, key=lambda pair: self._code(pair[0])[0]):
            yield subset, "".join(f"{self._code(a)[1]}){-by}(" if by else self._code(a)[1] for a, by in run)


@lru_cache(maxsize=20_000)
def plain(name: str, word: str) -> str:
    """A word of plain letters, whose codes are the same in every file."""
    return kerned(name, word, [letter.translate(ESCAPED) for letter in word])


def kerned(name: str, word: str, codes: list[str]) -> str:
    """A word's codes, the string broken where its letters move: `V)30(erdun`."""
    moves = (*(between(name, *pair) for pair in pairwise(word)), 0)
    return "".join(f"{code}){-by}(" if by else code for code, by in zip(codes, moves, strict=False))
