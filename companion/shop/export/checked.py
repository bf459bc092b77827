"""A print house's file, and beside it what a preflight finds: for people as text, for programs as JSON."""

import json
from collections.abc import Mapping

from companion.press.document import Document


def checked_file(name: str, document: Document) -> Mapping[str, bytes]:
    """The files by their names: `verraeter-deck.pdf`, `preflight.txt`, `preflight.json`."""
    from companion.press.pdf.preflight import preflight  # who checks no file need not load a PDF library

    made = document.pdf()
    found = preflight(document.sheets, made)
    look = sum(not each.right for each in found)
    head = f"{document.title}: {f'{look} of {len(found)} to look at' if look else 'nothing to look at'}"
    told = [each._asdict() for each in found]
    return {
        f"{name}.pdf": made,
        "preflight.txt": "\n".join((head, "", *map(str, found), "")).encode(),
        "preflight.json": json.dumps(told, ensure_ascii=False, indent=1).encode(),
    }
