"""The designer's prints: cards, maps, booklets and the tree of a version, on A4 or Letter."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render

from campaigns.designer import paper
from campaigns.designer.door import Bench, at_bench
from campaigns.designer.views.answering import at_work, page
from campaigns.files import sent
from campaigns.models import BinderVersion
from companion.engine.errors import InvalidInput
from companion.htmx import HtmxRequest
from companion.printing import Plate

PAPERS = {"a4": "A4", "letter": "US Letter", "a3": "A3"}


@at_bench
def prints(request: HtmxRequest, here: Bench) -> HttpResponse:
    """What can be printed of the latest version."""
    rows = [(plate, _papers(plate)) for plate in paper.plates_of(here.binder.system)]
    context = page(here, "prints") | {"rows": rows, "ready": not here.version.fault}
    return render(request, "campaigns/designer/prints.html", context)


def _papers(plate: Plate) -> list[tuple[str, str]]:
    """The papers on which it is printed, its usual one first."""
    option = next(each for each in plate.printable.options if each.key == "paper")
    known = [str(value) for value, _ in option.choices if value in PAPERS]
    return [(value, PAPERS[value]) for value in sorted(known, key=lambda value: value != option.default)]


@at_work
def pdf(request: HtmxRequest, here: Bench, number: int, name: str) -> HttpResponse:
    """One print of a version; the query holds its options, as the print shop has them."""
    version = get_object_or_404(BinderVersion, binder=here.binder, number=number)
    if version.fault:
        raise InvalidInput(version.place, f"A version that can be played is printed. {version.fault}")
    called = f"{here.binder.system}-{name}-{here.binder.code.lower()}-{number}.pdf"
    return sent(paper.pdf(version, name, request.GET.dict()), called)
