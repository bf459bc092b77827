"""Whether a card's event may, must or cannot happen, and who resolves it (5.1, 5.2)."""

from collections.abc import Collection
from typing import NamedTuple

from companion.engine.game import Resolution, Step
from companion.engine.wire import Json
from companion.games.scarper.data import OTHER, SIDE_NAMES, SIDES, Side
from companion.games.scarper.procedures.asked import Asked, known_card
from companion.games.scarper.state.library import Card, Library


class Status(NamedTuple):
    """How a card stands to the cards in play: what it lacks, what forbids it (R18), and for whom it is."""

    missing: tuple[str, ...]
    prevented_by: tuple[str, ...]
    foe: bool

    @property
    def blocked(self) -> bool:
        """The event cannot happen now."""
        return bool(self.missing or self.prevented_by)

    @property
    def is_own(self) -> bool:
        """The player may play it as an event: neutral or own, and not blocked (5.1.1)."""
        return not (self.foe or self.blocked)

    @property
    def triggers(self) -> bool:
        """Played for points it lets the opponent's event happen, before or after them (5.1.2)."""
        return self.foe and not self.blocked


def status(card: Card, player: Side, in_play: Collection[str], library: Library) -> Status:
    """How a card stands for `player`, these cards being in play."""
    missing = [each for each in card.requires if each not in in_play]
    prevented = [each for each in in_play if card.id in library.cards[each].prevents]
    return Status(tuple(sorted(missing)), tuple(sorted(prevented)), card.side == OTHER[player])


def resolver(card: Card, player: Side) -> Side:
    """Who resolves the event: the card's side; for a neutral card the player (R17)."""
    return player if card.side == "neutral" else card.side


def resolve(question: Json) -> Resolution:
    """Procedure 6.12: what a card's event may do now."""
    asked = Asked(question, ("card", "player", "in_play", "library"))
    card = asked.library.cards[known_card(asked.raw("card"), "card", asked.library, ())]
    player = asked.name("player", SIDES)
    in_play: list[str] = []
    for n, each in enumerate(asked.items("in_play")):
        in_play.append(known_card(each, asked.at("in_play", n), asked.library, (card.id, *in_play)))
    asked.done()
    now = status(card, player, in_play, asked.library)
    result = {
        "side": card.side,
        "points": card.points,
        "blocked": now.blocked,
        "missing": list(now.missing),
        "prevented_by": list(now.prevented_by),
        "modes": ["commands", "event"] if now.is_own else ["commands"],
        "event_order": now.triggers,
        "owner": None if now.blocked else resolver(card, player),
        "remain": card.remain,
        "cancels": [each for each in card.cancels if each in in_play and not now.blocked],
    }
    return Resolution(result, status_steps(card, player, now, asked.library))


def status_steps(card: Card, player: Side, now: Status, library: Library) -> tuple[Step, ...]:
    """Why a card's event may, must or cannot happen."""
    title = {"title": card.title}
    steps = [
        Step(
            "5.2.2",
            "“{title}” needs “{other}” in play, which it is not.",
            title | {"other": _title(library, each)},
        )
        for each in now.missing
    ]
    steps += [
        Step("5.2.1", "“{other}” is in play and forbids “{title}”.", title | {"other": _title(library, each)})
        for each in now.prevented_by
    ]
    if now.blocked:
        return (
            *steps,
            Step("RULING R18", "“{title}” can only be played for its points; no event happens.", title),
        )
    side = title | {"side": SIDE_NAMES[resolver(card, player)]}
    if now.foe:
        triggered = (
            "Played for points, “{title}” also happens; the {side} side resolves it before or after them."
        )
        return (*steps, Step("5.1.2", triggered, side))
    return (
        *steps,
        Step("5.1.1", "“{title}” may be played for its event or its points by the {side} side.", side),
    )


def _title(library: Library, card: str) -> str:
    return library.cards[card].title
