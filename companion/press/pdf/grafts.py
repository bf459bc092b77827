"""The structure of an open file, to which links and pages of other files are added."""

import re
from typing import Any

MARKED = re.compile(rb"^(?:/\w+\s+(?:<<\s*/MCID\s+\d+\s*>>\s+)?B[DM]C|EMC)$\n?", re.MULTILINE)
"""What says within a page which part of the structure it is: alone in its line, as no letters are."""


class Tree:
    """What is read of an open file: a document with parts, and from each marked run back to what it is.

    `parts` are those of the pages drawn here, counted from 0.
    """

    def __init__(self, file: Any) -> None:
        self.file, root = file, file.Root.StructTreeRoot
        self.root, self.document, self.numbers = root, root.K, root.ParentTree.Nums
        self.next = int(root.ParentTreeNextKey)
        self.parts: dict[int, Any] = dict(enumerate(self.document.K))

    def link(self, number: int, annotation: Any) -> None:
        """A link is read last of the page that it is on."""
        from pikepdf import Array, Dictionary, Name

        page, part = self.file.pages[number].obj, self.parts[number]
        told = Dictionary(Type=Name("/OBJR"), Obj=annotation, Pg=page)
        element = self.file.make_indirect(Dictionary(S=Name("/Link"), P=part, Pg=page, K=Array([told])))
        part.K.append(element)
        annotation.StructParent = self.next
        self._lead(self.next, element)

    def graft(self, other: Any) -> int:
        """Where the runs of another file lead back to, all of whose wanted pages are here already.

        Returns by how much the numbers grow under which its pages and links are found.
        """
        by = self.next
        numbers = other.Root.StructTreeRoot.ParentTree.Nums
        for key, value in zip(list(numbers)[::2], list(numbers)[1::2], strict=True):
            self._lead(by + int(key), self._copied(other, value))
        return by

    def take(self, other: Any, first: int, length: int, to: int) -> None:
        """Put so many pages of a grafted file at the document's end; they begin here at page `to`."""
        root = other.Root.StructTreeRoot
        kids = list(root.K) if root.K._type_name == "array" else [root.K]
        drawn = len(kids) == 1 and len(kids[0].K) == len(other.pages) and _by_page(kids[0])
        if drawn:
            kids = list(kids[0].K)[first : first + length]
        for number, each in enumerate(kids, to):
            part = self._copied(other, each)
            part.P, part.S = self.document, _name("/Part")
            self.document.K.append(part)
            if drawn:
                self.parts[number] = part

    def _lead(self, number: int, element: Any) -> None:
        self.numbers.extend([number, element])
        self.next = self.root.ParentTreeNextKey = max(self.next, number + 1)

    def _copied(self, other: Any, value: Any) -> Any:
        return self.file.copy_foreign(value if value.is_indirect else other.make_indirect(value))


def moved(page: Any, by: int) -> None:
    """A page and its links are found under numbers that have grown."""
    page.StructParents = int(page.StructParents) + by
    for each in page.get("/Annots", []):
        if "/StructParent" in each:
            each.StructParent = int(each.StructParent) + by


def unmarked(form: Any) -> Any:
    """A picture of a page, which is read where the page itself is."""
    form.write(MARKED.sub(b"", form.read_bytes()))
    return form


def _by_page(document: Any) -> bool:
    return all(part.S == "/Part" and "/Pg" in part for part in document.K)


def _name(name: str) -> Any:
    from pikepdf import Name

    return Name(name)
