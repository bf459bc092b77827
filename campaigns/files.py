"""Files to take away or to look at in a browser; rows as CSV, in which no text of a user's is a formula."""

import csv
from collections.abc import Iterable, Sequence
from datetime import date
from io import StringIO

from django.http import HttpResponse
from django.utils.http import content_disposition_header
from django.utils.text import slugify

from campaigns.models import Campaign

type Value = str | int | date | None


KINDS = {
    "beancount": "text/plain; charset=utf-8",
    "bgsplay": "application/json",
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "pdf": "application/pdf",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def sent(data: bytes, name: str) -> HttpResponse:
    """The file under that name: a PDF to look at, everything else to keep."""
    ending = name.rpartition(".")[2]
    how = content_disposition_header(ending != "pdf", name) or ""
    return HttpResponse(data, content_type=KINDS[ending], headers={"Content-Disposition": how})


def stem(campaign: Campaign) -> str:
    """How the names of a campaign's files begin."""
    return slugify(campaign.title) or campaign.code.lower()


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
