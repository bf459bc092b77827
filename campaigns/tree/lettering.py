"""Lines of words that fit a box, reckoned without a font: a drawing is made where none is at hand."""

from collections.abc import Iterator

from companion.engine.wording import bare, isolated

NARROW, BROAD = "iljftrI.,:;'’!|() ", "mwMW@%—–&"
SHARES = {"narrow": 0.3, "broad": 0.72, "capital": 0.56, "other": 0.49, "foreign": 1.0}
"""Parts of the type's size that a letter of the house's narrow face takes, a little more than it needs."""
FOREIGN = "\u0250"
CUT = "…"


def breadth(text: str, size: float) -> float:
    """About how broad a line is in type of that size; rather too much than too little.

    >>> breadth("Wall", 10) < breadth("WALL", 10)
    True
    """
    return size * sum(SHARES[_kind(letter)] for letter in text)


def _kind(letter: str) -> str:
    if letter >= FOREIGN and letter not in BROAD + NARROW + CUT:
        return "foreign"
    if letter in NARROW:
        return "narrow"
    if letter in BROAD:
        return "broad"
    return "capital" if letter.isupper() else "other"


def fitted(text: str, size: float, room: float, most: int) -> tuple[str, ...]:
    """At most so many lines within that breadth; what does not fit is cut with an ellipsis.

    >>> fitted("Elevator Footing", 16, 80, 2)
    ('Elevator', 'Footing')
    """
    lines = list(_broken(bare(text), size, room))
    if len(lines) > most:
        lines = [*lines[: most - 1], _cut(" ".join(lines[most - 1 :]), size, room)]
    return tuple(map(isolated, lines))


def _broken(text: str, size: float, room: float) -> Iterator[str]:
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if breadth(longer, size) <= room:
            line = longer
            continue
        if line:
            yield line
        line = word if breadth(word, size) <= room else _cut(word, size, room)
    if line:
        yield line


def _cut(text: str, size: float, room: float) -> str:
    """As much of it as fits before an ellipsis."""
    if breadth(text, size) <= room:
        return text
    while text and breadth(text + CUT, size) > room:
        text = text[:-1]
    return text.rstrip() + CUT
