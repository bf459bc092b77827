"""What one house tells the other, and what their screens ask: nobody else is told anything."""

import base64
import hmac
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict
from functools import wraps
from pathlib import Path
from tempfile import NamedTemporaryFile

from django.conf import settings
from django.core import signing
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from companion.beside import lines, papers
from companion.beside.calling import State, proof
from companion.beside.following import STEP, edition
from companion.beside.leading import LEAD, database
from companion.beside.role import Role, become, role
from companion.caretaking import apart, keepers
from companion.engine.errors import InvalidInput
from companion.engine.wire import loads
from companion.shop.files import as_kept, finished
from companion.tables.bell import Other
from companion.tables.devices import TooManyGuesses, bearer, is_issued, new_secret, secret_of, with_cookie
from companion.tables.models import ELSEWHERE

NEEDS = "Only a house on SQLite takes a follower; PostgreSQL replicates itself."
ITSELF = "This house follows another one itself."
WAY, A_DAY = "companion.beside.way", 24 * 3600
OTHERWISE = "The two houses are not of the same edition: bring both up to date first."
WRONG = (
    "This is not the keeper's code, or it has served: python3 manage.py key tells one, in the first house."
)


def is_other(request: HttpRequest) -> bool:
    """Whether the other house asks."""
    now, brought = role(), bearer(request)
    return bool(now and brought and hmac.compare_digest(brought.encode(), now.secret.encode()))


def for_the_other(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    @wraps(view)
    def page(request: HttpRequest, **place: str) -> HttpResponseBase:
        answer = (
            view(request, **place) if is_other(request) else _page("This house knows no house of yours.", 403)
        )
        answer.headers["Cache-Control"] = "no-store"
        return answer

    return page


def _page(words: str, status: int) -> HttpResponse:
    return HttpResponse(words, status=status, content_type="text/plain; charset=utf-8")


@csrf_exempt
@require_POST
def join(request: HttpRequest) -> HttpResponse:
    """Another house would follow this one: by the keeper's code, or as the one that is beside it already."""
    asked = loads(request.body)
    if settings.DATABASES["default"]["ENGINE"] != "django.db.backends.sqlite3":
        return _page(NEEDS, 409)
    if ELSEWHERE.is_set() or LEAD.is_replaced.is_set():
        return _page(ITSELF, 409)
    if str(asked.get("edition")) != edition():
        return _page(OTHERWISE, 409)
    if not is_other(request):
        try:
            keepers.check(request, str(asked.get("code", "")))
        except (keepers.NoKey, TooManyGuesses):
            return _page(WRONG, 403)
    known, secure = role(), "https" if request.is_secure() else "http"
    host = str(asked.get("host") or request.META["REMOTE_ADDR"])
    url = f"{secure}://{f'[{host}]' if ':' in host else host}:{int(asked['port'])}"
    secret, term = (known.secret, known.term) if known and is_other(request) else (new_secret(), 1)
    now = become(Role("leads", url, secret, max(term, known.term if known else 1), bool(asked.get("safe"))))
    with closing(lines.opened(database())) as line:
        LEAD.begin(now, lines.note_from_now_on(line))
    print(f"The house at {url} follows this one.", flush=True)
    return JsonResponse({"secret": secret, "term": now.term})


@require_safe
@for_the_other
def whole(request: HttpRequest) -> HttpResponseBase:
    """The database as it stands now."""
    with NamedTemporaryFile(dir=settings.HOME, prefix="beside-", delete=False) as made:
        copy = Path(made.name)
    try:
        lines.copy_whole(database(), copy)
        return FileResponse(copy.open("rb"), content_type="application/octet-stream")
    finally:
        copy.unlink()


@require_safe
@for_the_other
def keys(request: HttpRequest) -> HttpResponse:
    """What this house signs with, so that what it has given out holds in the other, and who keeps it."""
    known = Path(settings.HOME) / "keepers.json"
    text = known.read_text("utf-8") if known.exists() else ""
    return JsonResponse({"secret": settings.SECRET_KEY, "keepers": text})


@require_safe
@for_the_other
def news(request: HttpRequest) -> HttpResponse:
    """The next step for the follower; 204 where nothing has changed, 409 where it must fetch all anew."""
    if request.GET.get("edition") != edition():
        return _page(OTHERWISE, 409)
    if LEAD.is_replaced.is_set():
        return _page(ITSELF, 503)
    try:
        step = LEAD.pulled(request.GET.get("name", ""), int(request.GET.get("after", "0")))
    except lines.OtherHouse:
        return HttpResponse(status=409)
    return (
        HttpResponse(step.packed, content_type="application/octet-stream")
        if step
        else HttpResponse(status=204)
    )


@csrf_exempt
@for_the_other
def shop(request: HttpRequest) -> HttpResponse:
    """What the print shop knows, each with a word that changes when it does; what is asked for, whole."""
    if request.method != "POST":
        return JsonResponse(papers.rows())
    return JsonResponse(papers.told(map(str, loads(request.body))), safe=False)


@require_safe
@for_the_other
def paper(request: HttpRequest, digest: str, what: str) -> HttpResponseBase:
    """A finished file that long work made, and what is known of it."""
    file = finished(digest)
    if file is None:
        return _page("It is not kept.", 404)
    if what == "about":
        return JsonResponse(as_kept(file))
    return FileResponse(file.path.open("rb"), content_type="application/octet-stream")


@csrf_exempt
@require_POST
@for_the_other
def went_on(request: HttpRequest) -> HttpResponse:
    """What the other wrote alone, and this house lacks: listed for its keeper under *How the house is*.

    It comes piece by piece, and is listed once the last has come.
    """
    sent = loads(request.body)
    try:
        apart.take_in(
            apart.read(sent["what"]),
            str(sent["name"]),
            base64.b64decode(sent["packed"]),
            begins=sent["at"] == 0,
            ends=bool(sent["ends"]),
        )
    except (InvalidInput, LookupError, TypeError, ValueError):
        return _page("This is nothing that went on apart.", 400)
    return HttpResponse(status=204)


@require_safe
def state(request: HttpRequest) -> HttpResponse:
    """Whether this house leads, for a screen that looks for who does; and for the other house, proved."""
    now, leads = role(), not (ELSEWHERE.is_set() or LEAD.is_replaced.is_set())
    state = State(leads, now.term if now else 0, STEP.is_set())
    answer: dict[str, object] = asdict(state)
    if now:
        answer["proof"] = proof(now.secret, request.GET.get("nonce", ""), state)
    headers = {"Access-Control-Allow-Origin": "*", "Cache-Control": "no-store"}
    return JsonResponse(answer, headers=headers)


@require_safe
@never_cache
def way(request: HttpRequest) -> HttpResponse:
    """What a screen takes along to the other house, to be known there: its own secret, signed by both."""
    return JsonResponse({"way": signing.dumps(secret_of(request) or "", salt=WAY)})


@never_cache
def over(request: HttpRequest) -> HttpResponse:
    """A screen comes over, once its own house is gone. One that is known here already stays who it is."""
    if request.method != "POST":
        return render(request, "house/over.html")
    try:
        secret = str(signing.loads(request.POST.get("way", ""), salt=WAY, max_age=A_DAY))
    except signing.BadSignature:
        return HttpResponse(status=403)
    response, own = HttpResponse(status=204), secret_of(request)
    if secret and Other.url and not (own and is_issued(own)):
        with_cookie(request, response, secret)
    return response


urlpatterns = [
    path("join", join, name="join"),
    path("whole", whole, name="whole"),
    path("keys", keys, name="keys"),
    path("lines", news, name="lines"),
    path("papers", shop, name="papers"),
    path("papers/<slug:digest>/<slug:what>", paper, name="paper"),
    path("apart", went_on, name="apart"),
    path("state", state, name="state"),
    path("way", way, name="way"),
    path("over", over, name="over"),
]
