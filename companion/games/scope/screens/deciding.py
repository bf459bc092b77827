"""Cards are up: shoot, hold, advance; and after the action the deployment that is still possible."""

from companion.engine.stage import Choice, Choices, Deed, Lead, Question, said
from companion.engine.wording import tap
from companion.games.scope.data import CARD_NAMES
from companion.games.scope.screens.asked import Asked, Turn
from companion.games.scope.screens.city import Disc, Taps
from companion.games.scope.screens.searching import quadrant_chips
from companion.games.scope.state import ground
from companion.games.scope.state.pending import Stormed


def deciding(turn: Turn) -> Asked:
    """What the finder does with the cards that are up."""
    pending = turn.state.pending
    if isinstance(pending, Stormed):
        return _advance(turn, pending)
    shoot = turn.entry("shoot") or {}
    return _shot(turn) if "quadrants" in shoot else _gun(turn)


def _hold(turn: Turn) -> tuple[Deed, ...]:
    return (Deed(words="Hold", action=tap(turn.action("hold"))),) if turn.entry("hold") else ()


def _shot(turn: Turn) -> Asked:
    """A sniper names the quadrant from which he shoots."""
    quadrants = (turn.entry("shoot") or {}).get("quadrants", [])
    square = turn.chosen("q", quadrants)
    discs = {each: Disc(turn.link(q=each), chosen=each == square) for each in quadrants}
    main = Deed(
        words=said("Shoot from {square}", square=square), action=tap(turn.action("shoot", quadrant=square))
    )
    forced = turn.state.pending is not None and turn.state.pending.forced
    lead = "It is a decoy: you must shoot." if forced else "The shot card lies there until your next turn."
    question = Question(
        kind="shoot",
        title="Shoot, and from where?",
        pieces=(Lead(lead), quadrant_chips(turn, discs)),
        main=main if square else None,
        lesser=_hold(turn),
        missing="Choose a quadrant",
    )
    chosen = frozenset(ground.corners(square)) if square else frozenset()
    return question, Taps(discs=discs, chosen=chosen)


def _gun(turn: Turn) -> Asked:
    """A machine gun shows itself, or not."""
    guns = (turn.entry("shoot") or {}).get("machine_guns", [])
    gun = turn.chosen("with", guns) or next(iter(guns), "")
    choices = tuple(
        Choice(words=said("Machine gun {at}", at=at), href=turn.link(**{"with": at}), chosen=at == gun)
        for at in guns
    )
    main = Deed(words=said("Fire from {gun}", gun=gun), action=tap(turn.action("shoot", machine_gun=gun)))
    question = Question(
        kind="fire",
        title="Fire, and show the gun?",
        pieces=(Choices(label="Machine gun", choices=choices, shape="chips"),),
        main=main if gun else None,
        lesser=_hold(turn),
    )
    return question, Taps(marked=frozenset({gun} - {""}))


def _advance(turn: Turn, pending: Stormed) -> Asked:
    """The infantry takes the place of a card that it turned up, or stays."""
    cells = (turn.entry("advance") or {}).get("cells", [])
    at = turn.chosen("at", cells)
    choices = tuple(
        Choice(
            words=said("{at}: {card}", at=each, card=CARD_NAMES[turn.state.grid[each].card]),
            href=turn.link(at=each),
            chosen=each == at,
        )
        for each in cells
    )
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


def afterwards(turn: Turn) -> Asked:
    """The action is done; an officer may still deploy."""
    way = Choice(words="Deploy", small="an officer is shown, a quadrant moved", href=turn.link(do="deploy"))
    question = Question(
        kind="after",
        title="One more move?",
        pieces=(Choices(label="Deployment", choices=(way,)),),
        main=Deed(words="End the turn", action=tap(turn.action("end_turn"))),
    )
    return question, Taps()
