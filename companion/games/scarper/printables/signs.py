"""What a card does, as signs that can be read across the table: a picture, a number, and whose it is."""

from typing import NamedTuple

from companion.games.scarper.data import BATTLEFIELDS, SIDE_NAMES
from companion.games.scarper.state import Card, Effect, Ongoing

LASTING = {
    "attack_bonus": "charge",
    "defence_bonus": "defence",
    "assault_bonus": "assault",
    "year_morale": "morale",
}


class Sign(NamedTuple):
    """One effect in brief; `lasting` ones act for as long as the card stays in play."""

    icon: str
    number: str
    whose: str
    lasting: bool = False


def signs(card: Card) -> tuple[Sign, ...]:
    """The signs of a card's effects, in their order."""
    return (
        *(_effect(effect, card.side) for effect in card.effects),
        *(_ongoing(ongoing, card.side) for ongoing in card.ongoing),
    )


def places(card: Card) -> frozenset[str]:
    """The battlefields that the card names; none where it names none or all."""
    named = [effect.battlefields for effect in card.effects] + [each.battlefields for each in card.ongoing]
    found = frozenset[str]().union(*(each for each in named if each))
    return frozenset() if len(found) == len(BATTLEFIELDS) else found


def _effect(effect: Effect, card_side: str) -> Sign:
    kind, amount = effect.kind, effect.amount
    if kind in ("morale", "propaganda", "economy", "charge"):
        number = f"{amount:+d}".replace("-", "−") if amount else ""
    elif kind in ("raze", "discard"):
        number = f"−{amount}"
    else:
        number = {"table": "", "build": f"+{amount}"}.get(kind, str(amount))
    concerned = _enemy(effect.side) if kind == "raze" else effect.side
    return Sign(kind, number, "" if kind == "table" else _whose(concerned, card_side))


def _ongoing(ongoing: Ongoing, card_side: str) -> Sign:
    picture = LASTING.get(ongoing.kind, ongoing.what)
    number = f"{ongoing.amount:+d}".replace("-", "−")
    return Sign(picture, number, _whose(ongoing.side, card_side), lasting=True)


def _enemy(side: str) -> str:
    return {"own": "enemy", "enemy": "own", "allied": "german", "german": "allied"}[side]


def _whose(side: str, card_side: str) -> str:
    """Whose marker, trench or hand, in the card's own words: a neutral card speaks to its player."""
    if card_side == "neutral":
        return {"own": "you", "enemy": "enemy"}.get(side, SIDE_NAMES.get(side, ""))
    own = {"own": card_side, "enemy": _enemy(card_side)}
    return SIDE_NAMES[own.get(side, side)]
