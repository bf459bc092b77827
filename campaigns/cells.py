"""Rows as CSV. Numbers are numbers; no text of a user's is ever a formula.

Excel, LibreOffice and Google Sheets calculate what begins with =, +, - or @, also behind a tab or a line's
end, and with the wide forms of those signs: such a text gets an apostrophe in front.
"""

import csv
from collections.abc import Iterable, Sequence
from datetime import date
from io import StringIO

type Value = str | int | date | None

FORMULA = tuple("=+-@\t\r\n＝＋－＠|%")
LONGEST = 32_000


def as_csv(rows: Iterable[Sequence[Value]], delimiter: str = ",") -> bytes:
    """Rows as CSV. It begins with a mark by which Excel knows that it is UTF-8."""
    out = StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\r\n")
    writer.writerows([harmless(value) for value in row] for row in rows)
    return b"\xef\xbb\xbf" + out.getvalue().encode()


def harmless(value: Value) -> Value:
    """A value that no spreadsheet calculates.

    >>> harmless("=1+1"), harmless(-5), harmless("Wrecks"), harmless("  @x")
    ("'=1+1", -5, 'Wrecks', "'  @x")
    """
    if not isinstance(value, str):
        return value
    text = printable(value)
    return f"'{text}" if text.lstrip(" \u00a0").startswith(FORMULA) or text.startswith(FORMULA) else text


def printable(text: str) -> str:
    """A text without what no spreadsheet can hold."""
    return "".join(each for each in text if each in "\t\r\n" or ord(each) >= 32)[:LONGEST]
