"""*How the house is*: its page, the same for programs, the file to send, and who may see them."""

import json
from dataclasses import asdict

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.views.decorators.http import require_POST, require_safe

from companion import copies
from companion.caretaking import keepers, newer, orders
from companion.caretaking.apart import listed
from companion.caretaking.faults import faults, forget
from companion.caretaking.keepers import COOKIE, PLACE, NoKey, for_keepers, for_programs
from companion.caretaking.measures import Figures, as_prometheus, figures, worries
from companion.engine.shape import describe
from companion.tables.bell import Other
from companion.tables.devices import A_YEAR, TooManyGuesses, label_of
from companion.tables.models import ELSEWHERE, Table

BEARER: list[dict[str, list[str]]] = [{"Bearer": []}]
"""As the interface's description calls a token."""


def house(request: HttpRequest, **more: object) -> HttpResponse:
    """How it is, with what has just been asked beside it."""
    now, broke = figures(), faults()
    shown = {
        "now": now, "worries": list(worries(now, broke)), "faults": broke, "copies": copies.copies(),
        "keepers": keepers.keepers(), "me": keepers.keeper(request), "of_when": newer.of_when(),
        "order": orders.order(), "apart": listed(), "first": Other.url if ELSEWHERE.is_set() else "", **more,
    }  # fmt: skip
    return render(request, "house/how.html", shown)


@require_POST
def enter(request: HttpRequest) -> HttpResponse:
    """The code that the house's machine told makes this device a keeper's."""
    try:
        secret = keepers.let_in(request, request.POST.get("code", ""), label_of(request))
    except NoKey:
        wrong = "This is not the code, or it has served, or a quarter of an hour has gone by."
        return render(request, "house/key.html", {"wrong": wrong}, status=403)
    except TooManyGuesses:
        wrong = "Too many codes were wrong. Try again in a minute."
        return render(request, "house/key.html", {"wrong": wrong}, status=429)
    response = redirect("house:how")
    response.set_cookie(
        COOKIE,
        secret,
        max_age=A_YEAR,
        path=PLACE,
        httponly=True,
        samesite="Strict",
        secure=request.is_secure(),
    )
    return response


@require_POST
@for_keepers
def send_away(request: HttpRequest) -> HttpResponse:
    keepers.send_away(request.POST.get("hash", ""))
    return redirect("house:how")


@require_POST
@for_keepers
def programs(request: HttpRequest) -> HttpResponse:
    """A token for one more program, told this once."""
    return house(request, token=keepers.let_program_in())


@require_POST
@for_keepers
def ask_for_newer(request: HttpRequest) -> HttpResponse:
    return house(request, newer=newer.ask())


@require_safe
@for_keepers
def to_send(request: HttpRequest) -> HttpResponse:
    """The file for who looks after the house: its figures and what broke, without names and secrets."""
    rows = {"house": asdict(figures()), "of": newer.of_when(), "faults": [asdict(each) for each in faults()]}
    response = HttpResponse(json.dumps(rows, indent=1), content_type="application/json")
    response["Content-Disposition"] = 'attachment; filename="how-the-house-is.json"'
    return response


@require_POST
@for_keepers
def seen_to(request: HttpRequest) -> HttpResponse:
    forget()
    return redirect("house:how")


@require_safe
@for_programs
def as_json(request: HttpRequest) -> HttpResponse:
    return JsonResponse(asdict(figures()))


@require_safe
@for_programs
def metrics(request: HttpRequest) -> HttpResponse:
    return HttpResponse(as_prometheus(figures()), content_type="text/plain; version=0.0.4; charset=utf-8")


@require_safe
def lives(request: HttpRequest) -> HttpResponse:
    """For what watches a container: the house answers, and so does its database. It says nothing else."""
    Table.objects.exists()
    return HttpResponse(status=204, headers={"Cache-Control": "no-store"})


def described() -> dict[str, object]:
    """What programs read here, as the interface's description names it."""
    content = {"application/json": {"schema": describe(Figures)}}
    rows: tuple[tuple[str, str, dict[str, object]], ...] = (
        ("json", "How the house is, in figures", {"200": {"description": "", "content": content}}),
        ("metrics", "The same for Prometheus", {"200": {"description": "", "content": {"text/plain": {}}}}),
        ("lives", "Whether house and database answer", {"204": {"description": ""}}),
    )
    stranger: dict[str, object] = {
        "401": {"description": "Bring the token of a program that *How the house is* lets in."}
    }
    return {
        reverse(f"house:{name}"): {
            "get": {"operationId": f"house_{name}", "tags": ["house"], "summary": summary}
            | ({"responses": fine} if name == "lives" else {"responses": fine | stranger, "security": BEARER})
        }
        for name, summary, fine in rows
    }


urlpatterns = [
    path("", require_safe(for_keepers(house)), name="how"),
    path("key/", enter, name="key"),
    path("away/", send_away, name="away"),
    path("programs/", programs, name="programs"),
    path("newer/", ask_for_newer, name="newer"),
    path("how-the-house-is.json", to_send, name="to_send"),
    path("seen/", seen_to, name="seen"),
    path("how.json", as_json, name="json"),
    path("metrics", metrics, name="metrics"),
    path("lives/", lives, name="lives"),
]
