"""Who reads reports, and whose secrets they may hold."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest

from campaigns.chronicle import Chronicle, Passage, chronicle
from campaigns.door import Visitor, page
from campaigns.models import Campaign, Evening
from campaigns.reports.report import Gist, Report, annals_of, gist, report
from campaigns.reports.seeing import seen_by
from companion import shelf
from companion.engine.campaign.annals import Annals, Stage


@dataclass(frozen=True, slots=True)
class Room:
    """A reader before a campaign whose game has annals. `public` asks for what anybody may read."""

    told: Chronicle
    visitor: Visitor
    annals: Annals[Any]
    sees: frozenset[str]
    public: bool

    @property
    def campaign(self) -> Campaign:
        """Whose reports these are."""
        return self.told.campaign

    @property
    def stages(self) -> Sequence[Stage]:
        """The scenarios so far."""
        return self.annals.stages(self.told.passages)

    def context(self, **more: Any) -> dict[str, Any]:
        """What every page of this room shows."""
        here = page(self.campaign, self.visitor, "reports")
        return {**here, "room": self, "table": self.told.table, **more}

    def on(self, passages: Sequence[Passage]) -> Report:
        """The report on these lines."""
        return report(self.told, passages, self.sees)

    def in_short(self, passages: Sequence[Passage]) -> Gist:
        """The report on these lines in two sentences."""
        return gist(self.told, passages, self.sees)

    def evening(self, number: int) -> Evening:
        """The evening of that number; 404 where there is none."""
        found = next((each for each in self.told.evenings if each.number == number), None)
        if found is None:
            raise Http404("There is no such evening.")
        return found

    def stage(self, number: int) -> Stage:
        """The scenario that was fought as the so manieth; 404 where there is none."""
        if not 1 <= number <= len(self.stages):
            raise Http404("There is no such scenario.")
        return self.stages[number - 1]

    def lines_of(self, stage: Stage) -> Sequence[Passage]:
        """The lines of a scenario."""
        return self.told.passages[stage.first : stage.last + 1]


def enter(request: HttpRequest, campaign: Campaign, who: Visitor) -> Room:
    """The room as this reader finds it; 404 where the game tells no annals."""
    if not has_annals(campaign):
        raise Http404("This game tells of its evenings by their lines alone.")
    told, public = chronicle(campaign), "public" in request.GET
    annals = annals_of(told)
    assert annals is not None
    return Room(told, who, annals, seen_by(told, who, public=public), public)


def has_annals(campaign: Campaign) -> bool:
    """Whether reports are more than lines of the log."""
    if campaign.kind != "campaign" or campaign.system not in shelf.slugs():
        return False
    card = shelf.game(campaign.system).campaign
    return bool(card and card.annals)
