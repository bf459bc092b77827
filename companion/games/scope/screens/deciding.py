"""Cards are up: shoot, hold, advance; and after the action the deployment that is still possible."""

from companion.engine.stage import (
    Choice,
    Choices,
    Deed,
    Fact,
    Facts,
    Lead,
    Note,
    Piece,
    Question,
    Words,
    said,
)
from companion.engine.wording import tap
from companion.games.scope.data import CARD_NAMES, ENEMY, SIDE_NAMES
from companion.games.scope.screens.asked import Asked, Turn
from companion.games.scope.screens.city import Disc, Taps
from companion.games.scope.screens.odds import best_guess, odds, per_cent
from companion.games.scope.screens.searching import units
from companion.games.scope.state import ground
from companion.games.scope.state.pending import Sighted, Stormed


def deciding(turn: Turn) -> Asked:
    """What the finder does with the cards that are up."""
    pending = turn.state.pending
    if isinstance(pending, Stormed):
        return _advance(turn, pending)
    return _shot(turn, pending) if isinstance(pending, Sighted) else _gun(turn)


def _hold(turn: Turn) -> tuple[Deed, ...]:
    return (Deed(words="Hold", action=tap(turn.action("hold"))),) if turn.entry("hold") else ()


def _shot(turn: Turn, pending: Sighted) -> Asked:
    """A sniper names the quadrant from which he shoots; how loud each is, where the app remembers."""
    quadrants = (turn.entry("shoot") or {}).get("quadrants", [])
    square = turn.chosen("q", quadrants)
    ways = sorted((_way(turn, each, each == square) for each in quadrants), key=lambda way: way.share or 0)
    lead: Words = "The shot card lies on a quadrant with one of your snipers until your next turn."
    if pending.forced:
        lead = "A decoy: it forces a shot, which betrays you and takes nothing."
    label = said("How loud is the shot: the best guess that it leaves the {enemy} side, in 100",
                 enemy=SIDE_NAMES[ENEMY[turn.side]])  # fmt: skip
    loud = any(way.share is not None for way in ways)
    action = tap(turn.action("shoot", quadrant=square))
    question = Question(
        kind="shoot",
        title="Shoot, and from where?",
        pieces=(
            Lead(lead),
            Choices(label=label, choices=tuple(ways), shape="bars" if loud else "pad", shows_label=loud),
            *_betrays(turn, square),
            *_gains(turn),
        ),
        main=Deed(words=said("Shoot from {square}", square=square), action=action) if square else None,
        lesser=_hold(turn),
        missing="Choose a quadrant",
    )
    discs = {str(way.words).lower(): Disc(way.href, str(way.end), way.chosen) for way in ways}
    return question, Taps(discs=discs, chosen=_cells(square), bursts=True)


def _cells(square: str) -> frozenset[str]:
    return frozenset(ground.corners(square)) if square else frozenset()


def _way(turn: Turn, square: str, chosen: bool) -> Choice:
    """A quadrant that may be named, with the best guess that it would leave the enemy."""
    found = odds(turn.state, turn.side, {"type": "shot", "quadrant": square})
    guess = best_guess(found) if found else None
    return Choice(
        words=square.upper(),
        href=turn.link(q=square),
        chosen=chosen,
        share=None if guess is None else float(guess),
        end="" if guess is None else per_cent(guess),
    )


def _betrays(turn: Turn, square: str) -> tuple[Piece, ...]:
    """What the chosen quadrant tells that was not known."""
    then = odds(turn.state, turn.side, {"type": "shot", "quadrant": square}) if square else {}
    if not then:
        return ()
    now, loud = (per_cent(best_guess(each)) for each in (odds(turn.state, turn.side), then))
    snipers = sum(turn.state.grid[at].card == "sniper" for at in ground.corners(square))
    told = "betrays nothing new: the best guess was {now} before." if now == loud else (
        "raises the best guess from {now} to {loud}.")  # fmt: skip
    words = "{square} holds {n:# sniper|# snipers} and " + told
    return (Note(said(words, square=square.upper(), n=snipers, now=now, loud=loud)),)


def _gains(turn: Turn) -> tuple[Piece, ...]:
    """The score as a hit would leave it."""
    state, pending = turn.state, turn.state.pending
    points = state.options.points.of(getattr(pending, "card", ""))
    if not points:
        return ()
    score = state.score[turn.side]
    goal = said("of {goal}", goal=state.objective) if state.objective else ""
    return (
        Facts(
            (
                Fact(
                    "Points",
                    said("{now} → {then}", now=score, then=score + points),
                    goal,
                    turn.side,
                    "points",
                ),
            )
        ),
    )


def _gun(turn: Turn) -> Asked:
    """A machine gun shows itself, or not."""
    guns = (turn.entry("shoot") or {}).get("machine_guns", [])
    gun = turn.chosen("with", guns) or next(iter(guns), "")
    main = Deed(words=said("Fire from {gun}", gun=gun), small="the machine gun is shown",
                action=tap(turn.action("shoot", machine_gun=gun)))  # fmt: skip
    question = Question(
        kind="fire",
        title="Fire, and show the gun?",
        pieces=(*units(turn, "Machine gun", tuple(guns), gun), *_gains(turn)),
        main=main if gun else None,
        lesser=_hold(turn),
    )
    return question, Taps(marked=frozenset({gun} - {""}))


def _advance(turn: Turn, pending: Stormed) -> Asked:
    """The infantry takes the place of a card that it turned up, or stays."""
    cells = (turn.entry("advance") or {}).get("cells", [])
    at = turn.chosen("at", cells)
    choices = tuple(_place(turn, each, each == at) for each in cells)
    main = Deed(words=said("Advance to {at}", at=at), action=tap(turn.action("advance", cell=at)))
    question = Question(
        kind="advance",
        title=said("The infantry of {at}", at=pending.infantry),
        pieces=(Choices(label="It advances to", choices=choices, shows_label=True),),
        main=main if at else None,
        lesser=_hold(turn),
        missing="Choose where it goes",
    )
    return question, Taps(targets=frozenset(cells), chosen=frozenset({at} - {""}))


def _place(turn: Turn, at: str, chosen: bool) -> Choice:
    card = turn.state.grid[at].card
    points = turn.state.options.points.of(card)
    words = said("{at}: {card}", at=at, card=CARD_NAMES[card])
    gains = said("{n:# point|# points}", n=points) if points else "no points"
    return Choice(words=words, end=gains, href=turn.link(at=at), chosen=chosen)


def afterwards(turn: Turn) -> Asked:
    """The action is done; an officer may still deploy."""
    way = Choice(
        words="+ Deploy",
        small="an officer is shown, a quadrant moved",
        href=turn.link(do="deploy"),
        extra=True,
    )
    question = Question(
        kind="after",
        title="One more move?",
        pieces=(Choices(label="Deployment", choices=(way,), shape="deeds"),),
        main=Deed(words="End the turn", action=tap(turn.action("end_turn"))),
    )
    return question, Taps()
