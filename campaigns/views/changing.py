"""The campaign as a whole, for its host: another title, put away, deleted."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from campaigns import changing
from campaigns.door import Visitor, check_host, in_campaign, page
from campaigns.models import Campaign, Member


@in_campaign
def manage(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """What the host can do with it."""
    check_host(who)
    members = Member.objects.filter(campaign=campaign).order_by("pk")
    context = page(campaign, who, "overview") | {"members": members}
    return render(request, "campaigns/manage.html", context)


@require_POST
@in_campaign
def change(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """One of the host's deeds."""
    check_host(who)
    deed = request.POST.get("deed", "")
    if deed == "rename":
        changing.rename(campaign, request.POST.get("title", ""))
    elif deed == "put_away":
        changing.put_away(campaign)
        return redirect("campaigns:home")
    elif deed == "bring_back":
        changing.bring_back(campaign)
    elif deed == "host":
        changing.make_host(campaign, request.POST.get("member", ""))
    return redirect("campaigns:manage", campaign.code)


@in_campaign
def delete(request: HttpRequest, campaign: Campaign, who: Visitor) -> HttpResponse:
    """Delete it for good: asks twice."""
    check_host(who)
    wrong = False
    if request.method == "POST":
        wrong = request.POST.get("code", "").strip().upper() != campaign.code
        if not wrong:
            changing.delete(campaign, with_tables=request.POST.get("tables") == "too")
            return redirect("campaigns:home")
    context = page(campaign, who, "overview") | {"wrong": wrong, "tables": changing.tables_of(campaign)}
    return render(request, "campaigns/delete.html", context, status=422 if wrong else 200)
