"""What people write on a line each: the dice of a combat, a roll for turn order, an entry of the books."""

from collections.abc import Callable
from functools import partial

from companion.engine.form import Lines
from companion.engine.form.several import words
from companion.engine.wire import Json
from companion.games.parabellum.procedures.money.balance_sheet import LINE_KEYS


def dice_lines(attack: str, defense: str, *, single: bool = False) -> Callable[..., Lines]:
    """Dice, a combat a line: attack dice, a colon, defence dice; a dash for no dice at all."""

    def parse(line: str) -> Json:
        if line in ("-", "–", "—"):
            return None
        before, colon, after = line.partition(":")
        thrown = words(before)
        if not colon or (single and len(thrown) != 1):
            raise ValueError(line)
        return {attack: thrown[0] if single else thrown, defense: words(after)}

    def tell(value: Json) -> str:
        if value is None:
            return "–"
        thrown = [value[attack]] if single else value[attack]
        return f"{' '.join(map(str, thrown))}: {' '.join(map(str, value[defense]))}"

    return partial(Lines, parse=parse, tell=tell)


def entry(text: str) -> Json:
    """A line of the books."""
    found = text.split()
    if len(found) != len(LINE_KEYS):
        raise ValueError(text)
    row: dict[str, Json] = dict(zip(LINE_KEYS, found, strict=True))
    return row | {key: words(row[key])[0] for key in ("n", "round", "quantity", "amount")}


def told_entry(line: Json) -> str:
    """The same as it is written."""
    return " ".join(str(line[key]) for key in LINE_KEYS)


def roll(text: str) -> Json:
    """What each player rolled."""
    found = words(text)
    return dict(zip(map(str, found[::2]), found[1::2], strict=True))


def told_roll(thrown: Json) -> str:
    """The same as it is written."""
    return ", ".join(f"{player} {face}" for player, face in thrown.items())
