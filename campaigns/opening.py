"""A campaign begins, by its form, or a played table is kept as one; its title, its shelf, the bin."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from random import Random
from typing import Any, NamedTuple

from django import forms
from django.db import IntegrityError, transaction
from django.db.models import Count, F, Max, Q
from django.urls import reverse
from django.utils import timezone

from campaigns.chronicle import seated
from campaigns.models import Author, Brought, Campaign, Evening, Member, new_identity
from companion import shelf
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Chair, Game
from companion.tables import bell, lobby, seating
from companion.tables.devices import hashed, new_code
from companion.tables.errors import check_plain
from companion.tables.forms import WayIn, chairs_of, player_field
from companion.tables.journal import NIGHT
from companion.tables.lobby import Kept, Opening, open_table
from companion.tables.models import Entry, Table, writing, writing_at
from companion.tables.seating import check_trusted
from companion.views.finding import Hit, hit

MOST_NAMES, LONGEST_NAME = 20, 60
FIRST_DAY, LAST_DAY = date(1970, 1, 1), date(2199, 12, 31)


def today() -> date:
    """The house's date; a browser says its own where it can."""
    return timezone.localdate()


def day(text: str) -> date:
    """The date that a browser says it is, if that can be; else the house's."""
    when = today()
    try:
        there = date.fromisoformat(text)
    except ValueError:
        return when
    return there if abs((there - when).days) <= 1 else when


def still_to_come(on: date) -> str:
    """Why nothing can have been played on that day, wherever the browser is; empty where it can."""
    return f"{on:%-d %B %Y} is still to come; when is it played?" if on > today() + timedelta(days=1) else ""


class Day(forms.DateField):
    """A date, on the browser's calendar. `now` says that today is meant where nothing is chosen.

    `past` refuses a day that is still to come.
    """

    def __init__(self, label: str, *, now: bool = True, past: bool = False) -> None:
        self.past = past
        widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
        if now:
            widget.attrs["data-today"] = today().isoformat()
        super().__init__(label=label, widget=widget, input_formats=["%Y-%m-%d"], initial=today)

    def validate(self, value: date | None) -> None:
        """A day on which somebody can have played."""
        super().validate(value)
        if value is not None and not FIRST_DAY <= value <= LAST_DAY:
            raise forms.ValidationError(f"A date from {FIRST_DAY} to {LAST_DAY} is wanted; this is {value}.")
        if self.past and value is not None and (why := still_to_come(value)):
            raise forms.ValidationError(why)


class Names(forms.CharField):
    """Who came: names with commas between them."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            label="Who came", required=False, max_length=MOST_NAMES * (LONGEST_NAME + 2),
            help_text="Names with commas between them.", **kwargs,
        )  # fmt: skip

    def prepare_value(self, value: object) -> object:
        return ", ".join(value) if isinstance(value, list) else value

    def clean(self, value: object) -> list[str]:
        """The names, each once; too many or too long ones are refused with the one that is."""
        given = [" ".join(name.split()) for name in super().clean(value).replace("\n", ",").split(",")]
        names = list(dict.fromkeys(filter(None, given)))
        long = next((name for name in names if len(name) > LONGEST_NAME), None)
        if long:
            raise forms.ValidationError(
                f"“{long[:30]}…” is too long; a name has up to {LONGEST_NAME} letters."
            )
        if len(names) > MOST_NAMES:
            raise forms.ValidationError(f"At most {MOST_NAMES} came; these are {len(names)} names.")
        return names


class EveningForm(forms.Form):
    date = Day("Date", now=False)
    title = forms.CharField(label="Called", max_length=80, required=False, help_text="If it has a name.")
    came = Names()
    notes = forms.CharField(max_length=5000, required=False, widget=forms.Textarea(attrs={"rows": 6}))


class LateEvening(forms.Form):
    """An evening that nobody began when it began."""

    date = Day("Date", now=False)
    first = forms.IntegerField(label="Its first line in the log", min_value=2, max_value=999_999_999)


class Place(NamedTuple):
    """A seat before the table opens: who plays it, whether it plays, whether he sits there who opens.

    `sizes` are the numbers of players, by their places among the game's, with which it is used.
    """

    chair: Chair
    player: forms.BoundField
    plays: object
    sits: object
    sizes: str


class OpenCampaign(WayIn):
    """A table about to be opened that will go on for months, or for an evening of a series.

    It is dealt at once, so that its people are named here; one tablet for all holds every seat.
    """

    asks_what = False

    def __init__(self, game: Game[object], *args: Any, **kwargs: Any) -> None:
        super().__init__(game, *args, **kwargs)
        chairs = chairs_of(game)
        self.fields |= {f"p.{chair.id}": player_field(game, chair) for chair in chairs}
        for chair in chairs:
            named = {"placeholder": "Name", "aria-label": f"Who plays {chair.name}", "autocomplete": "off"}
            self.fields[f"p.{chair.id}"].widget.attrs |= named
        self.fields["sits"] = forms.MultipleChoiceField(
            required=False, widget=forms.CheckboxSelectMultiple, choices=[(chair.id, "") for chair in chairs]
        )  # fmt: skip
        self.fields["on"] = Day("The first evening")

    def people(self) -> list[forms.BoundField]:
        return self.group("p.")

    def players(self) -> dict[str, str]:
        """The same as they were given, by seat."""
        names = {field.name.removeprefix("p."): self.cleaned_data.get(field.name) for field in self.people()}
        return {chair: name for chair, name in names.items() if name}

    def clean(self) -> dict[str, object]:
        """One tablet for all sits everywhere; seats that nobody plays are not sat in."""
        given = super().clean()
        if not self.errors:
            setup = self.game.shuffle(self.setup(), Random(0))
            seated = [chair.id for chair in self.game.setup_seats(setup)]
            own = self.table_kind == "seated"
            given["sits"] = [chair for chair in seated if not own or chair in given["sits"]]
        return given

    def places(self) -> Iterator[Place]:
        playing = {tick.data["value"]: tick for field in self.companies() for tick in field}
        sitting = {tick.data["value"]: tick for tick in self["sits"]}
        for chair in chairs_of(self.game):
            with_it = [
                str(n) for n, size in enumerate(self.game.sizes) if chair in self.game.setup_seats(size.setup)
            ]
            plays, sits = playing.get(chair.id), sitting[chair.id]
            yield Place(chair, self[f"p.{chair.id}"], plays, sits, " ".join(with_it))

    @property
    def amiss(self) -> dict[str, bool]:
        """Which of what is folded away needs another look."""
        people = [*self.people(), *self.companies(), self["sits"]]
        called = [self["title"], self["on"]]
        return {"people": any(each.errors for each in people), "called": any(each.errors for each in called)}

    def opening(self) -> Opening:
        given = self.cleaned_data
        return Opening(
            system=self.game.slug, title=given["title"], kind=self.table_kind,
            setup=self.setup(), players=self.players(),
        )  # fmt: skip


class SeriesForm(forms.Form):
    """A series about to be opened."""

    title = forms.CharField(max_length=80, help_text="So that you find it again: “Winter at Ada's”.")


def campaign_of(table: Table) -> Campaign | None:
    """The campaign that is played at this table, or the series of which it is an evening."""
    return Campaign.objects.filter(Q(table=table) | Q(evenings__table=table)).first()


def belongs(table: Table) -> Kept | None:
    """The same, as tables show it."""
    campaign = campaign_of(table)
    if campaign is None:
        return None
    there = reverse("campaigns:overview", args=[campaign.code])
    whole, many = campaign.kind == "campaign", campaign.evenings.count()
    tonight, weighs = (
        reverse(f"campaigns:{page}", args=[campaign.code]) if whole else ""
        for page in ("tonight", "tree_next")
    )
    words, drawn = f"evening {many}" if many else "", _sketch(campaign)
    return Kept(campaign.title, there, whole=whole, told=words, tonight=tonight, sketch=drawn, weighs=weighs)


def _sketch(campaign: Campaign) -> str:
    """Where its small tree is drawn; empty for what has none."""
    whole = campaign.kind == "campaign" and campaign.system in shelf.slugs()
    card = shelf.game(campaign.system).campaign if whole else None
    return reverse("campaigns:tree_small", args=[campaign.code]) if card and card.branches else ""


def own(secret: str | None) -> Iterator[Hit]:
    """This device's campaigns and series, for who seeks them."""
    for row in rows(secret):
        evenings = f", {row.evenings} evening{'s' if row.evenings > 1 else ''}" if row.evenings else ""
        there = reverse("campaigns:overview", args=[row.campaign.code])
        kind = f"{row.game}, {row.campaign.kind}{evenings}"
        yield hit("Yours", row.campaign.title, kind, there, f"{row.words} {row.campaign.code}")


def way_in(code: str) -> str:
    """Where a campaign's or series' code leads; empty where there is none of it."""
    there = Campaign.objects.filter(code=code).exists()
    return reverse("campaigns:join", args=[code]) if there else ""


def is_known(digest: str) -> bool:
    """Whether a device of that hash has come in to some campaign, has brought one, or writes some binder."""
    return any(model.objects.filter(hash=digest).exists() for model in (Member, Brought, Author))


def open_campaign(opening: Opening, secret: str, label: str = "", *, on: date) -> Campaign:
    """A campaign on one journal, with its first evening; `InvalidInput` has paths as in `opening`."""
    with writing():
        table = open_table(opening)
        seating.host(table, secret, label)
        campaign = _begun(opening.system, "campaign", table.title, (secret, label), table)
        Evening.objects.create(
            campaign=campaign, number=1, date=on, table=table, first=1, came=seated(table)
        )  # fmt: skip
    return campaign


def open_series(system: str, title: str, secret: str, label: str = "") -> Campaign:
    """A season of evenings of one game, each with a table of its own; `InvalidInput` with the path."""
    if not 0 < len(title.strip()) <= 80:
        raise InvalidInput("title", "A series' title has 1 to 80 characters.")
    shelf.game(system)
    with writing():
        return _begun(system, "series", title.strip(), (secret, label))


def keep_table(table: Table, secret: str, label: str = "") -> Campaign:
    """A war that a group plays already becomes a campaign; its lines fall into evenings by their hours.

    `IllegalAction` where the game is one of single evenings, or the table belongs somewhere already.
    """
    game = shelf.game(table.system)
    if game.campaign is None:
        raise IllegalAction("", f"{game.title} is over in an evening; open a series of it instead.")
    with writing_at(table) as now:
        if now.branch_line:
            raise IllegalAction("", "A branch counts in no campaign; keep its true table.")
        owner = campaign_of(now)
        if owner is not None:
            raise IllegalAction("", f"This table belongs to “{owner.title}” already.")
        campaign = _begun(now.system, "campaign", now.title, (secret, label), now)
        written = Entry.objects.filter(table=now).order_by("number").values_list("number", "at")
        for number, (first, at, ended) in enumerate(nights(list(written)), 1):
            Evening.objects.create(
                campaign=campaign, number=number, date=at.date(), table=now, first=first,
                came=seated(now), ended_at=ended,
            )  # fmt: skip
    return campaign


def nights(lines: Sequence[tuple[int, datetime]]) -> list[tuple[int, datetime, datetime | None]]:
    """The evenings in a journal: first line, its hour, and the hour of the last line of all but the last.

    A pause of six hours or more parts two evenings.
    """
    before: list[datetime | None] = [None, *(at for _, at in lines)]
    starts = [
        (number, at, earlier)
        for (number, at), earlier in zip(lines, before, strict=False)
        if earlier is None or at - earlier >= NIGHT
    ]
    ends = [*(earlier for _, _, earlier in starts[1:]), None]
    return [(number, at, end) for (number, at, _), end in zip(starts, ends, strict=False)]


def _begun(system: str, kind: str, title: str, who: tuple[str, str], table: Table | None = None) -> Campaign:
    secret, label = who
    campaign = new_campaign(system, kind, title, table)
    Member.objects.create(campaign=campaign, hash=hashed(secret), host=True, label=label[:60])
    return campaign


def new_campaign(system: str, kind: str, title: str, table: Table | None = None) -> Campaign:
    """The row, under its table's code where no other campaign has that. Inside `writing`."""
    code = table.code if table is not None else new_code()
    while True:
        try:
            with transaction.atomic():
                return Campaign.objects.create(
                    identity=new_identity(), code=code, system=system, kind=kind, title=title, table=table
                )
        except IntegrityError:
            if not Campaign.objects.filter(code=code).exists():
                raise
            code = new_code()


def rename(campaign: Campaign, title: str) -> None:
    """Another title; `InvalidInput` where it is none."""
    check_plain(title)
    if not 0 < len(title.strip()) <= 80:
        raise InvalidInput("title", "A title has 1 to 80 characters.")
    _change(campaign, title=title.strip())


def put_away(campaign: Campaign) -> None:
    _change(campaign, archived_at=timezone.now())


def bring_back(campaign: Campaign) -> None:
    _change(campaign, archived_at=None)


def delete(campaign: Campaign, *, with_tables: bool) -> None:
    """The evenings and notes go for good; the tables stay as tables, unless they are to go as well."""
    with writing():
        tables = tables_of(campaign)
        for table in tables:
            check_trusted(table)
        Evening.objects.filter(campaign=campaign).delete()
        Campaign.objects.filter(pk=campaign.pk).delete()
        for table in tables if with_tables else ():
            lobby.close(table)
            lobby.delete(table)


def tables_of(campaign: Campaign) -> list[Table]:
    own = Q(campaign=campaign) | Q(evenings__campaign=campaign)
    return list(Table.objects.filter(own).distinct())


def _change(campaign: Campaign, **fields: object) -> None:
    with writing():
        Campaign.objects.filter(pk=campaign.pk).update(**fields)
        for table in tables_of(campaign):
            bell.stir(table)


def make_host(campaign: Campaign, member: str) -> None:
    """Let another device keep the campaign too; `InvalidInput` where it is none that has come in."""
    number = int(member) if member.isascii() and member.isdigit() and len(member) < 10 else 0
    with writing():
        if not Member.objects.filter(campaign=campaign, pk=number).update(host=True):
            raise InvalidInput("member", "No such device has come in; load the page again.")


MANY = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One campaign in the list: how far it is, its evenings, the date of the last one, its picture."""

    campaign: Campaign
    game: str
    words: str
    evenings: int
    last: date | None
    sketch: str


def rows(secret: str | None, *, put_away: bool = False) -> list[Row]:
    """The campaigns of who holds this secret: by its own coming in, or a seat at the campaign's table."""
    if not secret:
        return []
    digest = hashed(secret)
    seated = Q(table__tokens__hash=digest, table__tokens__revoked_at=None)
    mine = Campaign.objects.filter(Q(members__hash=digest) | seated, archived_at__isnull=not put_away)
    campaigns = Campaign.objects.filter(pk__in=mine.values("pk")).select_related("table")
    counted = campaigns.annotate(many=Count("evenings"), last=Max("evenings__date"))
    return [
        _row(each, each.many, each.last)
        for each in counted.order_by(F("last").desc(nulls_first=True), "-pk")[:MANY]
    ]


def _row(campaign: Campaign, evenings: int, last: date | None) -> Row:
    return Row(
        campaign=campaign,
        game=shelf.title(campaign.system),
        words=campaign.table.headline if campaign.table else "",
        evenings=evenings,
        last=last,
        sketch=_sketch(campaign),
    )


def keepable(secret: str | None) -> list[Table]:
    """The tables that this device hosts whose game goes on for months, and that belong to no campaign yet."""
    if not secret:
        return []
    systems = [slug for slug, game in shelf.games().items() if game.campaign is not None]
    hosted = Table.objects.filter(
        tokens__hash=hashed(secret), tokens__role="host", tokens__revoked_at=None, system__in=systems
    )
    alone = hosted.filter(campaign=None, evenings=None, archived_at=None, branch_line=0)
    return list(alone.distinct().order_by("-pk")[:MANY])
