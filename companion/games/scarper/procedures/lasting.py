"""What the cards in play do: bonuses in attacks, markers moved before scoring, morale in it (5.2.1, 7.1)."""

from typing import NamedTuple

from companion.engine.game import Step
from companion.games.scarper.data import DIRECTION, OTHER, SIDE_NAMES, Side
from companion.games.scarper.procedures.position import Standing
from companion.games.scarper.state.effects import side_of
from companion.games.scarper.state.options import Options
from companion.games.scarper.state.table import PerSide


def bonus(at: Standing, kind: str, side: Side, battlefield: str) -> int:
    """What the cards in play add to a side's attacks or defence on a battlefield."""
    total = 0
    for card in at.in_play:
        for lasting in at.box.cards[card.card].ongoing:
            here = lasting.battlefields is None or battlefield in lasting.battlefields
            if lasting.kind == kind and here and side_of(lasting.side, card.owner) == side:
                total += lasting.amount
    return total


def charge_modifiers(at: Standing, attacker: Side, battlefield: str) -> tuple[int, int]:
    """What the cards in play add to the attack and to the defence of a frontal charge."""
    if not at.in_play:
        return 0, 0
    defence = bonus(at, "defence_bonus", OTHER[attacker], battlefield)
    return bonus(at, "attack_bonus", attacker, battlefield), defence


class Markers(NamedTuple):
    """The two tracks, and why they stand so."""

    propaganda: PerSide[int]
    economy: PerSide[int]
    steps: tuple[Step, ...] = ()


def moved_markers(at: Standing) -> Markers:
    """The tracks after the cards in play have moved them, each marker within its limits."""
    tracks = {"propaganda": at.propaganda, "economy": at.economy}
    steps = []
    for card in at.in_play:
        for lasting in at.box.cards[card.card].ongoing:
            if lasting.kind == "track":
                side = side_of(lasting.side, card.owner)
                track, most = tracks[lasting.what], limit(at.options, lasting.what)
                moved, was = marker_moved(track, side, lasting.amount, most), track[side]
                tracks[lasting.what] = moved
                steps.append(_moved(at.box.cards[card.card].title, side, lasting.what, was, moved[side]))
    return Markers(tracks["propaganda"], tracks["economy"], tuple(steps))


def markers_at(at: Standing, moment: str) -> Markers:
    """The tracks at one of a year's last two moments: the cards move them before one of the two (R22)."""
    return moved_markers(at) if at.options.ongoing_at == moment else Markers(at.propaganda, at.economy)


def limit(options: Options, what: str) -> int:
    """The last space of a track (R9)."""
    return options.propaganda_max if what == "propaganda" else options.economy_max


def marker_moved(track: PerSide[int], side: Side, amount: int, most: int) -> PerSide[int]:
    """A track with one marker moved as far as it goes."""
    return track.put(side, max(0, min(most, track[side] + amount)))


def marker_words(was: int, now: int) -> str:
    """What a marker does that moves as far as it goes, with `was` and `now` to be filled in."""
    if was == now:
        return "stays on {now}: its end is reached."
    return f"{'falls' if now < was else 'rises'} from {{was}} to {{now}}."


def _moved(title: str, side: Side, what: str, was: int, now: int) -> Step:
    values = {"title": title, "side": SIDE_NAMES[side], "what": what, "was": was, "now": now}
    return Step("7.1", "“{title}”: {side} {what} " + marker_words(was, now), values)


def year_morale(at: Standing) -> int:
    """The morale that cards in play give in the year's scoring, positive for the Allied side."""
    return sum(
        lasting.amount * DIRECTION[side_of(lasting.side, card.owner)]
        for card in at.in_play
        for lasting in at.box.cards[card.card].ongoing
        if lasting.kind == "year_morale"
    )
