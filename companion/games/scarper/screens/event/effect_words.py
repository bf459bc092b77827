"""What an effect of an event does, in the product's own words."""

from companion.engine.wording import count, listed, sentence, signed
from companion.games.scarper.data import BATTLEFIELD_NAMES, BATTLEFIELDS, OTHER, SIDE_NAMES, Side
from companion.games.scarper.state import Effect


def effect_words(effect: Effect, whose: Side) -> str:
    """One effect in words, `whose` being the side that it speaks of."""
    if effect.kind == "table":
        return effect.text
    what = WORDS[effect.kind].format(
        side=SIDE_NAMES[whose],
        foe=SIDE_NAMES[OTHER[whose]],
        change=_change(effect),
        trenches=count(effect.amount, "trench", "trenches"),
        spaces=count(effect.amount, "movement", "movement"),
        bonus=f" with {signed(effect.amount)}" if effect.amount else "",
        points=effect.amount,
        cards=count(effect.amount, "card"),
    )
    return sentence(what + _where(effect)) + "."


WORDS = {
    "morale": "{side} gains {points} morale",
    "propaganda": "{side} propaganda {change}",
    "economy": "{side} economy {change}",
    "build": "{side} digs up to {trenches}",
    "raze": "{side} removes up to {trenches} of the {foe} side",
    "advance": "{side} advances with {spaces}",
    "charge": "{side} makes a free frontal charge{bonus}",
    "assault": "{side} makes a free concentrated assault of value {points}",
    "discard": "{side} discards {cards}",
}


def _change(effect: Effect) -> str:
    return f"rises by {effect.amount}" if effect.amount > 0 else f"falls by {-effect.amount}"


def _where(effect: Effect) -> str:
    if effect.battlefields is None:
        return ""
    names = [BATTLEFIELD_NAMES[each] for each in BATTLEFIELDS if each in effect.battlefields]
    return f" on {listed(names, 'or')}"
