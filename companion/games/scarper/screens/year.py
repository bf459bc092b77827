"""The year's end as a walk that all screens take together, one thing after another; what gave 0 is passed."""

from collections.abc import Sequence

from companion.engine.game import Scene
from companion.engine.stage import (
    Deed,
    Fact,
    Facts,
    Icon,
    Lead,
    Note,
    Piece,
    Question,
    Row,
    Rows,
    Words,
    beats_shown,
    said,
    ways_on,
)
from companion.engine.wording import listed, signed, tap
from companion.games.scarper.data import SIDE_NAMES
from companion.games.scarper.screens.board import Taps
from companion.games.scarper.screens.stations import Station, stations
from companion.games.scarper.state import State


def scoring_question(scene: Scene[State]) -> tuple[Question, Taps, int]:
    """The walk over a revealed year, what it marks on the board, and where the marker stands at this stop."""
    found = stations(scene)
    stops = [each for each in found if each.counts]
    beat = beats_shown(scene.walk, len(stops))
    here = stops[beat - 1] if beat else None
    walks = beat < len(stops)
    main, lesser = (
        ways_on(scene, beat, len(stops), _next(stops[beat])) if walks else (_move(scene, stops), ())
    )
    question = Question(
        kind="scoring",
        rule="phase-scoring",
        title=here.name if here and walks else said("The reckoning of {year}", year=scene.state.year),
        under=said("{n} of {stops}", n=beat, stops=len(stops)) if here else "",
        icon=Icon("mission") if here and here.mission else Icon("trophy"),
        side=_side(here.net) if here else "",
        pieces=(*_here(here), _ledger(stops, beat), *_nothing(found)),
        main=main,
        lesser=lesser,
        missing="Those who play walk on",
        to="walk" if walks else "act",
    )
    marked = Taps(chosen=frozenset({here.battlefield} - {""} if here else ()))
    return question, marked, here.now if here else found[0].was


def _next(stop: Station) -> Words:
    return said("Next: {name}", name=stop.name)


def _move(scene: Scene[State], stops: Sequence[Station]) -> Deed | None:
    """The one move of the marker, once everything is told."""
    if not scene.sight.acts:
        return None
    year = stops[-1]
    moves = said("{was} → {now}", was=lead_words(year.was), now=lead_words(year.now))
    return Deed(words="Move the marker", small=moves, action=tap({"type": "score_year"}))


def _side(net: int) -> str:
    return "allied" if net > 0 else "german" if net < 0 else ""


def _here(stop: Station | None) -> tuple[Piece, ...]:
    """What the stop gives, large, why, and how far morale has come."""
    if stop is None:
        return (Lead("The missions lie open. Walk through what each thing gave, or take it all at once."),)
    morale = said("{was} → {now}", was=lead_words(stop.was), now=lead_words(stop.now))
    gained = Fact("Gained", _gain(stop), side=_side(stop.net), rule="scored-now")
    facts = (gained,) if stop.was == stop.now else (gained, Fact("Morale", morale, rule="morale"))
    told = (Lead(stop.why),) if stop.why else ()
    return told if stop.moved else (Facts(facts), *told)


def _gain(stop: Station) -> Words:
    if not stop.mission:
        return gain_words(stop.net)
    if stop.met is None:
        return "The table has judged it"
    return said("{met}: {gain}", met="Met" if stop.met else "Failed", gain=gain_words(stop.net))


def _ledger(stops: Sequence[Station], beat: int) -> Rows:
    """Every stop with what it gave, as far as the walk has come."""
    rows = tuple(_row(each, n, beat) for n, each in enumerate(stops, 1))
    return Rows(label="What each thing gave", rows=rows)


def _row(stop: Station, n: int, beat: int) -> Row:
    told = n <= beat
    cells = stop.name, _value(stop) if told else "·"
    return Row(cells, side=_side(stop.net) if told else "", sum=stop.total, here=n == beat)


def _value(stop: Station) -> Words:
    if stop.moved:
        return "a marker"
    return "judged" if stop.mission and stop.met is None else gain_words(stop.net)


def _nothing(found: Sequence[Station]) -> tuple[Piece, ...]:
    names = [each.name for each in found if not each.counts]
    return (Note(said("Nothing from {names}.", names=listed(names))),) if names else ()


def gain_words(net: int) -> str:
    """Who gains how much.

    >>> gain_words(3), gain_words(-1), gain_words(0)
    ('Allied +3', 'German +1', '0')
    """
    return f"{SIDE_NAMES['allied' if net > 0 else 'german']} {signed(abs(net))}" if net else "0"


def lead_words(morale: int) -> str:
    """Where the marker stands.

    >>> lead_words(3), lead_words(-15), lead_words(0)
    ('Allied 3', 'German 15', '0')
    """
    return f"{SIDE_NAMES['allied' if morale > 0 else 'german']} {abs(morale)}" if morale else "0"
