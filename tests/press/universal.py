"""What PDF/UA asks of a file, as far as it can be read off its structure."""

from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pikepdf

PAINTS = frozenset({"S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "Do", "Tj", "TJ", "'", '"', "sh", "EI"})


def faults(pdf: bytes) -> list[str]:
    """All that a checker of PDF/UA-1 would name; empty where it finds nothing."""
    with pikepdf.open(BytesIO(pdf)) as file:
        return [*_head(file), *_tree(file), *_pages(file)]


def _head(file: pikepdf.Pdf) -> Iterator[str]:
    root = file.Root
    if not root.get("/MarkInfo", {}).get("/Marked", False):
        yield "not marked as tagged"
    if not str(root.get("/Lang", "")):
        yield "no language"
    if not str(file.docinfo.get("/Title", "")) or not root.ViewerPreferences.get("/DisplayDocTitle"):
        yield "its title is not shown"
    with file.open_metadata() as told:
        if str(told.get("pdfuaid:part")) != "1":
            yield "does not say that it is PDF/UA"
        if not told.get("dc:title"):
            yield "no title in its metadata"


def _tree(file: pikepdf.Pdf) -> Iterator[str]:
    tree = file.Root.get("/StructTreeRoot")
    if tree is None:
        yield "no structure"
        return
    found = list(_elements(tree))
    if not found:
        yield "an empty structure"
    for kind, element in found:
        if kind in ("/Figure", "/Formula") and not str(element.get("/Alt", "")):
            yield f"a {kind} without words"
    depth = 0
    for kind, _ in found:
        if kind[:2] == "/H" and kind[2:].isdigit():
            level = int(kind[2:])
            if level > depth + 1:
                yield f"a heading {level} under one of {depth}"
            depth = level


def _elements(node: Any) -> Iterator[tuple[str, Any]]:
    kids = node.get("/K", [])
    for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            yield str(kid.S), kid
            yield from _elements(kid)


def _pages(file: pikepdf.Pdf) -> Iterator[str]:
    for number, page in enumerate(file.pages, 1):
        depth = 0
        for _operands, operator in pikepdf.parse_content_stream(page):
            word = str(operator)
            depth += (word in ("BDC", "BMC")) - (word == "EMC")
            if word in PAINTS and depth == 0:
                yield f"page {number}: {word} is neither tagged nor an artifact"
                break
        if "/Annots" in page and page.get("/Tabs") != "/S":
            yield f"page {number}: its links are not in the order of its structure"
        for font in page.get("/Resources", {}).get("/Font", {}).values():
            if "/DescendantFonts" in font:
                told = font.DescendantFonts[0].FontDescriptor
                if not {"/FontFile2", "/FontFile3"} & set(told.keys()) or "/ToUnicode" not in font:
                    yield f"page {number}: {font.BaseFont} is not embedded"
