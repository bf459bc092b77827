"""The odds beside the button: what an attack may do, in bars and words, as the rules themselves reckon it."""

from collections.abc import Sequence

from companion.engine.wording import Values, count, listed, percent, sentence, signed
from companion.games.scarper.data import BATTLEFIELD_NAMES, SIDE_NAMES, Side
from companion.games.scarper.procedures.concentrated_assault import Assault, assault_odds
from companion.games.scarper.procedures.frontal_charge import Charge
from companion.games.scarper.procedures.frontal_charge_odds import charge_odds

WIDTH, HIGHEST = 360, 78
RELATIVE = {1: "one space ahead", 2: "two or more ahead"}


def charge_picture(charge: Charge, cards: Sequence[Values] = ()) -> Values:
    """A frontal charge before it is rolled: both bonuses with reasons, the bars, and each outcome in words.

    `cards` names the cards behind the modifiers: side, title and signed amount of each.
    """
    odds = charge_odds(charge)
    return {
        "attacker": _reasons(charge.attacker, odds["attack_bonus"], _ahead(charge), cards),
        "defender": _reasons(charge.defender, odds["defence_bonus"], _dug_in(charge), cards),
        "attack_bonus": odds["attack_bonus"],
        "defence_bonus": odds["defence_bonus"],
        "chances": [
            {"side": charge.attacker, "words": "wins", "percent": percent(odds["attacker"]["f"])},
            {"side": "", "words": "tie", "percent": percent(odds["tie"]["f"])},
            {"side": charge.defender, "words": "holds", "percent": percent(odds["defender"]["f"])},
        ],
        "bars": _charge_bars(charge, odds["outcomes"]),
        "gain": _gain(odds),
        "win": percent(odds["attacker"]["f"]),
        "label": _label(charge, odds),
    }


def _label(charge: Charge, odds: Values) -> str:
    win, tie, lose = (percent(odds[end]["f"]) for end in ("attacker", "tie", "defender"))
    return f"{SIDE_NAMES[charge.attacker]} wins {win}, tie {tie}, {SIDE_NAMES[charge.defender]} holds {lose}"


def _reasons(side: Side, bonus: int, reasons: list[Values], cards: Sequence[Values]) -> Values:
    behind = [*reasons, *(card for card in cards if card["side"] == side)]
    return {
        "side": side,
        "name": SIDE_NAMES[side],
        "bonus": signed(bonus) if bonus else "+0",
        "reasons": behind or [{"amount": "", "words": "nothing to add"}],
    }


def _ahead(charge: Charge) -> list[Values]:
    return [
        {"amount": signed(bonus), "words": f"{BATTLEFIELD_NAMES[name]} {RELATIVE[bonus]}"}
        for name, bonus in charge.relative.items()
        if bonus
    ]


def _dug_in(charge: Charge) -> list[Values]:
    trenches = count(charge.trenches, "trench", "trenches")
    if not charge.trenches:
        return []
    return [
        {
            "amount": signed(charge.trenches // 2) if charge.trenches > 1 else "+0",
            "words": f"{trenches}, halved",
        }
    ]


def _charge_bars(charge: Charge, outcomes: Sequence[Values]) -> list[Values]:
    bars = _bars([outcome["f"] for outcome in outcomes])
    for bar, outcome in zip(bars, outcomes, strict=True):
        margin = outcome["margin"]
        bar["key"] = margin
        bar["label"] = signed(margin)
        bar["side"] = charge.attacker if margin > 0 else charge.defender if margin < 0 else ""
        bar["won"] = margin > 0
        bar["words"] = _charge_words(charge, outcome)
    return bars


def _charge_words(charge: Charge, outcome: Values) -> str:
    if outcome["margin"] > 0:
        return moved_words(charge.battlefield, outcome["advance"], outcome["trenches_removed"])
    if outcome["margin"] == 0:
        return "A tie: nothing happens."
    changes = [
        f"{SIDE_NAMES[side]} propaganda {charge.propaganda[side]} → {outcome['propaganda'][side]}"
        for side in (charge.attacker, charge.defender)
        if charge.propaganda[side] != outcome["propaganda"][side]
    ]
    return f"Repulsed: {listed(changes)}." if changes else "Repulsed: no propaganda can move."


def moved_words(battlefield: str, advance: int, trenches: int) -> str:
    """What an attack does to a front.

    >>> moved_words("arras", 1, 2)
    'Two trenches dug out, Arras moves one space.'
    """
    parts = [f"{count(trenches, 'trench', 'trenches')} dug out"] if trenches else []
    if advance:
        parts.append(f"{BATTLEFIELD_NAMES[battlefield]} moves {count(advance, 'space')}")
    return sentence(", ".join(parts) or "nothing moves") + "."


def assault_picture(assault: Assault) -> Values:
    """A concentrated assault before it is rolled: its outcomes, their price, whether one loses all."""
    odds = assault_odds(assault)
    bars = _bars([outcome["f"] for outcome in odds["outcomes"]])
    top = max(outcome["movement_value"] for outcome in odds["outcomes"]) or 1
    for bar, outcome in zip(bars, odds["outcomes"], strict=True):
        bar |= _sized(outcome["movement_value"] / top)
        bar["key"] = f"{2 * outcome['d3'] - 1} {2 * outcome['d3']}"
        bar["label"] = f"{2 * outcome['d3'] - 1} or {2 * outcome['d3']}"
        bar["side"] = assault.attacker
        bar["won"] = True
        bar["movement"] = outcome["movement_value"]
        bar["words"] = _assault_words(assault, outcome)
        bar["loses"] = bool(outcome["winner"])
    return {
        "bars": bars,
        "gain": _gain(odds),
        "points": assault.points,
        "modifier": signed(assault.modifier) if assault.modifier else "",
        "danger": _danger([bar["loses"] for bar in bars]),
        "label": "; ".join(f"die {bar['label']}: {bar['words']}" for bar in bars),
    }


def _danger(loses: Sequence[bool]) -> str:
    """What the price in morale means for the war, where one of the dice loses it."""
    if all(loses):
        return "will lose"
    return "may lose" if any(loses) else ""


def _assault_words(assault: Assault, outcome: Values) -> str:
    moved = moved_words(assault.battlefield, outcome["advance"], outcome["trenches_removed"])
    lost = f"{SIDE_NAMES[assault.attacker]} morale −{outcome['d3']}"
    return f"{moved} {lost}, and the war is lost!" if outcome["winner"] else f"{moved} {lost}."


def _gain(odds: Values) -> str:
    return f"{odds['expected_advance']['f']:.1f}".replace(".0", "")


def _bars(chances: Sequence[float]) -> list[Values]:
    """Bars side by side, the highest filling the picture."""
    wide, top = WIDTH / len(chances), max(chances)
    return [
        {
            "x": round(n * wide + 2, 2),
            "width": round(wide - 4, 2),
            "middle": round((n + 0.5) * wide, 2),
            "percent": percent(chance),
            **_sized(chance / top),
        }
        for n, chance in enumerate(chances)
    ]


def _sized(share: float) -> Values:
    height = max(3, round(HIGHEST * share, 2))
    return {"height": height, "y": HIGHEST + 14 - height}
