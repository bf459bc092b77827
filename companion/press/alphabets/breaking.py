"""Where a line may end in a text whose words are not parted by spaces: Chinese and Japanese."""

from collections.abc import Iterator
from itertools import pairwise
from unicodedata import category, east_asian_width

from companion.press.alphabets.clusters import clusters, scripts

WITHOUT_SPACES = frozenset({"Hani", "Hira", "Kana", "Bopo"})
NEVER_FIRST = frozenset(
    "、。，．・：；？！」』）］｝〉》】〕〗〙ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ々〻…‥”’%％℃)]},.:;!?"
)
"""What no line begins with (kinsoku)."""
NEVER_LAST = frozenset("「『（［｛〈《【〔〖〘“‘([{")
"""What no line ends with."""


def pieces(paragraph: str) -> Iterator[tuple[str, str]]:
    """A paragraph as stretches that no line divides, each after a space or after nothing.

    >>> list(pieces("Verdun 戦い。")), list(pieces("two words"))
    ([('', 'Verdun'), (' ', '戦'), ('', 'い。')], [('', 'two'), (' ', 'words')])
    """
    glue = ""
    for word in paragraph.split(" "):
        for piece in _parted(word):
            yield glue, piece
            glue = ""
        glue = " "


def _parted(word: str) -> Iterator[str]:
    if scripts(word).isdisjoint(WITHOUT_SPACES):
        yield word
        return
    letters = list(clusters(word))
    held = letters[0]
    for one, other in pairwise(letters):
        if _may_part(one, other):
            yield held
            held = ""
        held += other
    yield held


def _may_part(one: str, other: str) -> bool:
    if other[0] in NEVER_FIRST or one[0] in NEVER_LAST:
        return False
    return _wide(one[0]) or _wide(other[0])


def _wide(letter: str) -> bool:
    return east_asian_width(letter) in "WF" and category(letter) != "So"
