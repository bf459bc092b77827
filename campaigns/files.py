"""Files to take away or to look at in a browser; the name's ending says what a file is."""

from django.http import HttpResponse
from django.utils.http import content_disposition_header
from django.utils.text import slugify

from campaigns.models import Campaign

KINDS = {
    "beancount": "text/plain; charset=utf-8",
    "bgsplay": "application/json",
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "pdf": "application/pdf",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def sent(data: bytes, name: str) -> HttpResponse:
    """The file under that name: a PDF to look at, everything else to keep."""
    ending = name.rpartition(".")[2]
    how = content_disposition_header(ending != "pdf", name) or ""
    return HttpResponse(data, content_type=KINDS[ending], headers={"Content-Disposition": how})


def stem(campaign: Campaign) -> str:
    """How the names of a campaign's files begin."""
    return slugify(campaign.title) or campaign.code.lower()
