"""A print house's file, and beside it what a preflight finds: for people as text, for programs as JSON."""

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from companion.press.document import Document

if TYPE_CHECKING:
    from companion.press.pdf.preflight import Finding


def checked_file(name: str, document: Document) -> Mapping[str, bytes]:
    """The files by their names: `verraeter-deck.pdf`, `preflight.txt`, `preflight.json`."""
    made = document.pdf()
    found = findings(document, made)
    head = f"{document.title}: {summed(found)}"
    told = [each._asdict() for each in found]
    return {
        f"{name}.pdf": made,
        "preflight.txt": "\n".join((head, "", *map(str, found), "")).encode(),
        "preflight.json": json.dumps(told, ensure_ascii=False, indent=1).encode(),
    }


def findings(document: Document, made: bytes) -> Sequence["Finding"]:
    """What a preflight finds in a document and in the file of it."""
    from companion.press.pdf.preflight import preflight  # who checks no file need not load a PDF library

    return preflight(document.sheets, made)


def summed(found: Sequence["Finding"]) -> str:
    """All findings in a few words."""
    look = sum(not each.right for each in found)
    return f"{look} of {len(found)} to look at" if look else "nothing to look at"
