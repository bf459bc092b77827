"""Coming in by the campaign's code."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from campaigns.door import find
from campaigns.models import Member
from companion.tables.codes import hashed
from companion.tables.devices import TooManyGuesses, label_of, own_secret, with_cookie
from companion.tables.views.entrance import too_many
from companion.tables.writing import writing


def join(request: HttpRequest, code: str) -> HttpResponse:
    """A device that knows the code may look from now on; secrets stay with the seats."""
    try:
        campaign = find(request, code)
    except TooManyGuesses:
        return too_many(request)
    if campaign is None or request.method != "POST":
        name = "campaigns/join.html" if campaign else "campaigns/missing.html"
        return render(request, name, {"campaign": campaign, "code": code}, status=200 if campaign else 404)
    secret = own_secret(request)
    with writing():
        Member.objects.get_or_create(
            campaign=campaign, hash=hashed(secret), defaults={"label": label_of(request)}
        )
    return with_cookie(request, redirect("campaigns:overview", campaign.code), secret)
