"""A series whose battles hang together: what each hands to the next, read out of the tables' logs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from campaigns.models import Campaign, Evening
from campaigns.series.plays import Play, plays
from companion import shelf
from companion.engine.campaign.war import Battle, Handed, War
from companion.engine.errors import GameError, IllegalAction
from companion.engine.wire import Json
from companion.tables.models import Entry, Table
from companion.tables.position import position
from companion.tables.writing import writing


@dataclass(frozen=True, slots=True, kw_only=True)
class Fought:
    """One battle of the war. `handed` is None while it goes on.

    `amiss` says why its people's choice holds no more; `parted` that it began with other armies than those
    that the battles before it leave now, as one of them was corrected since.
    """

    play: Play
    title: str
    battle: Battle[Any]
    handed: Handed | None = None
    amiss: str = ""
    parted: bool = False


def war_of(campaign: Campaign) -> War[Any]:
    """The war of the series' game; `IllegalAction` where its evenings stand each alone."""
    war = shelf.game(campaign.system).war if campaign.system in shelf.slugs() else None
    if war is None:
        raise IllegalAction("", "The evenings of this game stand each alone; no army goes on.")
    return war


def fought(campaign: Campaign) -> list[Fought]:
    """The battles of the war in their order, each with the armies that it left."""
    war, found, before = war_of(campaign), list[Fought](), None
    chosen = [play for play in plays(campaign) if play.evening.handed is not None and play.evening.table]
    for play in sorted(chosen, key=lambda each: each.evening.number):
        one = _fought(war, play, before)
        before = one.handed.armies if one.handed else before
        found.append(one)
    return found


def _fought(war: War[Any], play: Play, before: Any) -> Fought:
    table = play.evening.table
    assert table is not None
    setup = _setup(table)
    battle = Battle(setup, position(table).state, before)
    handed, amiss = _handed(war, battle, play.evening.handed or {}) if play.scores else (None, "")
    parted = before is not None and not war.stands(before, setup)
    return Fought(play=play, title=war.title(setup), battle=battle, handed=handed, amiss=amiss, parted=parted)


def _setup(table: Table) -> Json:
    if table.laid_out is not None:
        return table.laid_out
    return Entry.objects.filter(table=table, number=1).values_list("action", flat=True).get()


def _handed(war: War[Any], battle: Battle[Any], said: Mapping[str, str]) -> tuple[Handed, str]:
    """As its people chose; by itself, and why, where a correction has left nothing of the choice."""
    try:
        return war.after(battle, said), ""
    except GameError as error:
        return war.after(battle, {}), error.message


def onward(campaign: Campaign, setup: Json) -> Json:
    """The setup of the war's next battle; the first is fought as it is. `IllegalAction` while one goes on."""
    battles = fought(campaign)
    open_one = next((each for each in battles if each.handed is None), None)
    if open_one:
        raise IllegalAction("", f"{open_one.title} is not over yet; end it, or write its result down.")
    armies = battles[-1].handed.armies if battles and battles[-1].handed else None
    return war_of(campaign).onward(armies, setup) if armies else setup


def choose(campaign: Campaign, number: int, said: Mapping[str, str]) -> None:
    """Keep what is chosen after a battle; a choice that cannot be is refused, and nothing is changed.

    What was left as it is proposed is not kept: so a correction of the battle moves it too.
    """
    one = next(reversed(fought(campaign)), None)
    if one is None or one.handed is None or one.play.evening.number != number:
        raise IllegalAction("", "Only after the last battle, once it is over, is there anything to choose.")
    war = war_of(campaign)
    proposed = {field.name: field.value for side in war.after(one.battle, {}).sides for field in side.asks}
    kept = {name: value for name, value in said.items() if proposed.get(name, "") != value}
    war.after(one.battle, kept)
    with writing():
        Evening.objects.filter(pk=one.play.evening.pk).update(handed=kept)


def score(battles: Sequence[Fought]) -> list[tuple[str, int]]:
    """How many battles each side has won, by the name of its seat."""
    seats = {score.seat: 0 for each in battles for score in each.play.scores}
    for each in battles:
        for score in each.play.scores:
            seats[score.seat] += score.won
    return sorted(seats.items(), key=lambda each: -each[1])
