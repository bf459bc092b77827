"""An owner's binder comes in as a spreadsheet: at the desk, and when a table is opened."""

from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils.datastructures import MultiValueDict
from openpyxl import load_workbook

from companion import shelf
from companion.tables.forms import OpenTable
from tests.desk.test_desk_pages import press

TEMPLATE = "/desk/parabellum/files/binder/"
CHECK = "/desk/parabellum/binder-check/"


def sheet(**cells: object) -> SimpleUploadedFile:
    """The template as it is downloaded, with cells of the catalogue changed."""
    book = load_workbook(BytesIO(Client().get(TEMPLATE).content))
    for cell, value in cells.items():
        book["Catalogue"][cell] = value
    out = BytesIO()
    book.save(out)
    return SimpleUploadedFile("binder.xlsx", out.getvalue())


def test_the_desk_offers_the_template_and_reads_it_back() -> None:
    page = Client().get(CHECK)
    assert TEMPLATE in page.content.decode()
    there = press(Client(), CHECK, **{"binder@file": sheet()})
    assert there.status_code == 200
    assert there.context["answer"]["told"].verdict == "The binder reads: up to 4 players"


def test_a_wrong_cell_is_named_at_the_desk() -> None:
    there = press(Client(), CHECK, **{"binder@file": sheet(F5=-3)})
    assert there.status_code == 422
    assert there.context["refusal"].message.startswith("Catalogue, row 5, column F (cost): ")
    assert there.context["refusal"].path == "binder.units.scarp_rangers.cost"


@pytest.mark.parametrize("path", ["/desk/parabellum/files/atlas/", "/desk/scarper/files/library/"])
def test_there_is_no_template_of_what_is_no_such_file(path: str) -> None:
    assert Client().get(path).status_code == 404


def opening(file: SimpleUploadedFile) -> OpenTable:
    game = shelf.game("parabellum")
    return OpenTable(game, {}, MultiValueDict({"f.binder": [file]}))


def test_a_table_opens_with_a_spreadsheet_and_names_the_cell_that_is_wrong() -> None:
    assert "f.binder" not in opening(sheet()).errors
    (error,) = opening(sheet(F5="dear")).errors["f.binder"]
    assert "Catalogue, row 5, column F (cost)" in error


def test_the_form_of_a_table_links_the_template() -> None:
    assert TEMPLATE in str(opening(sheet())["f.binder"].help_text)
