"""Printers: the list, and the walk that measures one with three sheets, by photos or with a knife."""

from collections.abc import Callable, Mapping
from functools import wraps

from django.db import IntegrityError, router, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from companion.engine.errors import GameError, InvalidInput
from companion.engine.form import Control
from companion.press.answered import LARGEST, ready
from companion.press.calibration import PROOF, WAYS, Reading, read
from companion.press.page import PAPER_NAMES
from companion.press.text import TITLE, missing, refusal
from companion.shop.models import Printer

PAPERS = ("a4", "letter", "a3", "legal", "tabloid", "a5")
EDGES = (("long", "The long edge"), ("short", "The short edge"))
LONGEST, FASTEST = 60, 200
STAIRS = {
    "across": ("Along the upright cut", ("Upper stair", "Lower stair, if it differs")),
    "down": ("Along the level cut", ("Left stair", "Right stair, if it differs")),
}
ONE = [("front", "The front"), ("back", "The back")]
TWO_MORE = [("lying-front", "The lying sheet's front"), ("lying-back", "The lying sheet's back")]
"""The photos that are asked for; the marks on a sheet say which one each is."""
BARS = {"bar_across": "The level bar", "bar_down": "The upright bar"}
type Page = Callable[[HttpRequest, Printer], HttpResponse]


def with_printer(view: Page) -> Callable[[HttpRequest, int], HttpResponse]:
    """A page about one printer."""

    @wraps(view)
    def page(request: HttpRequest, pk: int) -> HttpResponse:
        return view(request, get_object_or_404(Printer, pk=pk))

    return page


@require_safe
def printers(request: HttpRequest) -> HttpResponse:
    return _list(request, {})


@require_POST
def add(request: HttpRequest) -> HttpResponse:
    """A new printer: its name, the paper that lies in it, the edge that it turns over."""
    name = " ".join(request.POST.get("name", "").split())
    try:
        printer = _added(name, request.POST)
    except InvalidInput as error:
        return _list(request, {"error": error, "name": name[:LONGEST]}, status=422)
    return redirect("print:walk", printer.pk)


def _added(name: str, form: Mapping[str, str]) -> Printer:
    if not 1 <= len(name) <= LONGEST:
        raise InvalidInput("name", f"Give the printer a name of 1 to {LONGEST} letters: “Hall, upper tray”.")
    if lost := missing(TITLE, name):
        raise InvalidInput("name", f"The name stands on the sheets to measure. {refusal(lost, name)}")
    try:
        with transaction.atomic(using=router.db_for_write(Printer)):
            return Printer.objects.create(name=name, **_fed(form), **_pace(form))
    except IntegrityError as error:
        raise InvalidInput(
            "name", f"There is a printer called “{name}” already; choose another name."
        ) from error


def _pace(form: Mapping[str, str]) -> dict[str, int]:
    text = form.get("pace", "").strip()
    if text and (not text.isascii() or not text.isdigit() or not 1 <= int(text[:4]) <= FASTEST):
        raise InvalidInput(
            "pace", f"Give how many pages a minute it prints, 1 to {FASTEST}, or leave it open."
        )
    return {"pace": int(text or 0)}


def _fed(form: Mapping[str, str]) -> dict[str, str]:
    paper, edge = form.get("paper", PAPERS[0]), form.get("edge", "long")
    if paper not in PAPERS:
        raise InvalidInput("paper", f"“{paper[:20]}” is none of {', '.join(PAPERS)}.")
    if edge not in dict(EDGES):
        raise InvalidInput("edge", f"“{edge[:20]}” is none of long, short.")
    return {"paper": paper, "edge": edge}


@require_safe
@with_printer
def walk(request: HttpRequest, printer: Printer) -> HttpResponse:
    ready()
    return _walk(request, printer)


@require_POST
@with_printer
def photos(request: HttpRequest, printer: Printer) -> HttpResponse:
    """Photos of both sides: what they tell counts as letters do. Nothing of them is kept."""
    from companion.press.measured import measured  # OpenCV is loaded only where a photo is read

    try:
        found = measured(printer.sheet, printer.calibration, _photos(request))
    except InvalidInput as error:
        return _walk(request, printer, error)
    if found.lying:
        Printer.objects.filter(pk=printer.pk).update(proved=True, lying=found.lying)
    else:
        printer.take(found.more)
    return redirect("print:walk", printer.pk)


def _photos(request: HttpRequest) -> list[tuple[str, bytes]]:
    """The photos sent, four at most, by what their files are called."""
    sent = [each for each in request.FILES.getlist("photo") if each.size][:4]
    if not sent:
        raise InvalidInput("photo", "Choose a photo of either side first.")
    if any((each.size or 0) > LARGEST for each in sent):
        raise InvalidInput("photo", f"A photo may have {LARGEST >> 20} MB; one of these is larger.")
    return [(str(each.name or "photo")[:40], each.read()) for each in sent]


@require_POST
@with_printer
def readings(request: HttpRequest, printer: Printer) -> HttpResponse:
    """The letters that were read off an upright sheet. Those of a second one count on top of the first's."""
    form = {key: request.POST.get(key, "").strip().upper() for key in request.POST}
    if printer.measured and form.get("across-1") and form.get("down-1") and _is_true(form):
        return _prove(request, printer, form)
    try:
        reading = Reading(
            across=[form.get("across-1", ""), form.get("across-2", "")],
            down=[form.get("down-1", ""), form.get("down-2", "")],
            bar_across=_length(form, "bar_across"),
            bar_down=_length(form, "bar_down"),
        )
        calibration = read(printer.sheet, reading)
    except InvalidInput as error:
        return _walk(request, printer, error, form)
    printer.take(calibration)
    return redirect("print:walk", printer.pk)


def _prove(request: HttpRequest, printer: Printer, form: Mapping[str, str]) -> HttpResponse:
    """Both of the second sheets came out right, the lying one in one of the two ways."""
    way = next((way for number, way in WAYS.items() if number == form.get("lying")), None)
    if way is None:
        error = InvalidInput("lying", "Tell 1 or 2, from the sheet that lies on its side.")
        return _walk(request, printer, error, form)
    Printer.objects.filter(pk=printer.pk).update(proved=True, lying=way)
    return redirect("print:walk", printer.pk)


def _is_true(form: Mapping[str, str]) -> bool:
    letters = {form.get(f"{cut}-{stair}", "") for cut in ("across", "down") for stair in (1, 2)}
    return letters <= {*PROOF, ""} and not form.get("bar_across") and not form.get("bar_down")


def _length(form: Mapping[str, str], key: str) -> float | None:
    text = form.get(key, "").replace(",", ".").removesuffix("MM").strip()
    if not text:
        return None
    if not text.isascii() or not text.replace(".", "", 1).isdigit() or len(text) > 7:
        raise InvalidInput(key, f"Give the length in millimetres, as 149.5; “{text[:20]}” was given.")
    return float(text)


@require_POST
@with_printer
def proved(request: HttpRequest, printer: Printer) -> HttpResponse:
    """The second sheets read K, or next to it: everywhere on the upright one, at 1 or 2 on the lying one."""
    return _prove(request, printer, request.POST) if printer.measured else redirect("print:walk", printer.pk)


@require_POST
@with_printer
def afresh(request: HttpRequest, printer: Printer) -> HttpResponse:
    """Forget what was measured and begin again, on this paper perhaps."""
    fresh = Printer(pk=printer.pk, name=printer.name, made=printer.made, pace=printer.pace)
    try:
        fed = _fed({"paper": printer.paper, "edge": printer.edge, **request.POST.dict()})
    except InvalidInput as error:
        return _walk(request, printer, error)
    fresh.paper, fresh.edge = fed["paper"], fed["edge"]
    fresh.save()
    return redirect("print:walk", printer.pk)


@require_POST
@with_printer
def delete(request: HttpRequest, printer: Printer) -> HttpResponse:
    printer.delete()
    return redirect("print:printers")


@require_safe
@with_printer
def sheet(request: HttpRequest, printer: Printer) -> HttpResponse:
    """The sheet to print: with what is known of this printer, which is nothing before the first."""
    # What the sheet calls a printer: its name, unless an old one has letters that no font here has.
    printable = "a printer" if missing(TITLE, printer.name) else printer.name
    document = printer.drawn_sheet(f"calibration of {printable}")
    response = HttpResponse(document.pdf(), content_type="application/pdf")
    which = "second" if printer.measured else "first"
    response.headers["Content-Disposition"] = f'inline; filename="calibration-{which}-sheet.pdf"'
    response.headers["Cache-Control"] = "no-store"
    return response


def _list(request: HttpRequest, more: Mapping[str, object], status: int = 200) -> HttpResponse:
    shown = {"printers": Printer.objects.all(), "longest": LONGEST}
    shown["fed"] = [
        Control(name="paper", id="paper", label="Paper in it", kind="select", options=_papers()),
        Control(name="edge", id="edge", label="It turns over", kind="select", options=EDGES),
    ]
    return render(request, "print/printers.html", {**shown, **more}, status=status)


def _papers() -> list[tuple[str, str]]:
    return [(paper, PAPER_NAMES[paper]) for paper in PAPERS]


def _walk(
    request: HttpRequest, printer: Printer, error: GameError | None = None, form: Mapping[str, str] = {}
) -> HttpResponse:
    wrong = {error.path: error.message} if error else {}
    shown = {
        "printer": printer,
        "paper": PAPER_NAMES[printer.paper],
        "edge": dict(EDGES)[printer.edge].lower(),
        "found": found_words(printer),
        "cuts": [_cut(cut, form, wrong.get(cut, "")) for cut in STAIRS],
        "bars": [_bar(key, mm, form, wrong) for key, mm in zip(BARS, printer.sheet.rulers, strict=True)],
        "lying": {"ways": WAYS, "said": form.get("lying", ""), "error": wrong.get("lying", "")},
        "photographed": ONE + TWO_MORE if printer.measured else ONE,
        "wrong": wrong,
        "bars_open": any(form.get(key) or key in wrong for key in BARS),
    }
    return render(request, "print/walk.html", shown, status=422 if error else 200)


def _cut(cut: str, form: Mapping[str, str], wrong: str) -> dict[str, object]:
    title, names = STAIRS[cut]
    keys = [f"{cut}-{number}" for number in (1, 2)]
    stairs = [
        {"key": k, "title": name, "value": form.get(k, "")} for k, name in zip(keys, names, strict=True)
    ]
    return {"key": cut, "title": title, "error": wrong, "stairs": stairs}


def _bar(key: str, length: float, form: Mapping[str, str], wrong: Mapping[str, str]) -> dict[str, str]:
    title = f"{BARS[key]} of {length:g} mm measures"
    return {"key": key, "title": title, "value": form.get(key, ""), "error": wrong.get(key, "")}


def found_words(printer: Printer) -> str:
    """What was found, in words: “backs 1.5 mm to the right and 0.5 mm down”."""
    across, down = _way(printer.dx, "right", "left"), _way(printer.dy, "down", "up")
    parts = [" and ".join(each for each in (across, down) if each)]
    parts = [f"moves every back {parts[0]}"] if parts[0] else []
    if printer.rotation:
        parts.append(f"turns it by {abs(printer.rotation):.2f}°")
    scales = [f"{100 * each:.2f}\u00a0%" for each in (printer.scale_x, printer.scale_y)]
    if (printer.scale_x, printer.scale_y) != (1.0, 1.0):
        parts.append(f"draws every page at {scales[0]} across and {scales[1]} down")
    words = ", ".join(parts) or "changes nothing: this printer prints true"
    return (
        f"{words}; lying pages are turned with their top to the {printer.lying}" if printer.lying else words
    )


def _way(by: float, more: str, less: str) -> str:
    return f"{abs(by):g}\u00a0mm {more if by > 0 else less}" if by else ""
