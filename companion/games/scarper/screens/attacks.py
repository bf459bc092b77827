"""The attacks that a battlefield allows, each with its cost, its chances and its deed (6.2)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

from companion.engine import stage
from companion.engine.deed import Entry
from companion.engine.wire import Json
from companion.engine.wording import count, listed, percent, sentence, signed
from companion.games.scarper.data import BATTLEFIELD_NAMES, CHARGE_COST, SIDE_NAMES, Side, lead
from companion.games.scarper.procedures import attacks
from companion.games.scarper.procedures.rounds import push
from companion.games.scarper.rules.events import assault_at, charge_at, charged, stormed
from companion.games.scarper.screens.board import Outlook
from companion.games.scarper.screens.year import scored_now
from companion.games.scarper.state import State
from companion.games.scarper.state.box import side_of

NO_SCORES: Mapping[str, stage.Words] = {}
RELATIVE = {1: "one space ahead", 2: "two or more ahead"}


class Modifier(NamedTuple):
    """What a card in play, or the event at hand, adds to a side: signed, and whence."""

    side: Side
    amount: int
    words: str


class Attack(NamedTuple):
    """An attack before it is rolled: what tells of it, its dice and what they do.

    `end` and `promise` are what may be hoped for, in a number and in words.
    """

    pieces: tuple[stage.Piece, ...]
    dice: tuple[stage.Piece, ...]
    end: stage.Words
    promise: stage.Words
    danger: stage.Words = ""
    outlooks: tuple[Outlook, ...] = ()


def charge_picture(
    charge: attacks.Charge,
    cards: Sequence[Modifier] = (),
    field: str = "a.rolls",
    scores: Mapping[str, stage.Words] = NO_SCORES,
) -> Attack:
    """A frontal charge: both bonuses with reasons, the bars, the dice, and each outcome in words.

    `cards` are the modifiers, `field` the form's place of the dice, `scores` what the year would
    then give, by the margin.
    """
    odds = attacks.charge_odds(charge)
    bars = tuple(_charge_bar(charge, each, odds["outcomes"]) for each in odds["outcomes"])
    left = _end(charge.attacker, odds["attack_bonus"], _ahead(charge), cards, "relative-position")
    trenches = count(charge.trenches, "trench", "trenches")
    dug_in = [stage.phrase("{trenches}, halved", trenches=trenches)] if charge.trenches else []
    right = _end(charge.defender, odds["defence_bonus"], dug_in, cards, "defence-bonus")
    dice = stage.Dice(
        tuple(
            stage.Die(f"{field}.{who}", SIDE_NAMES[side], side, stage.Icon(side), plus=bonus)
            for who, side, bonus in (
                ("attacker", charge.attacker, odds["attack_bonus"]),
                ("defender", charge.defender, odds["defence_bonus"]),
            )
        )
    )
    attacker, defender = SIDE_NAMES[charge.attacker], SIDE_NAMES[charge.defender]
    chances = (
        stage.Chance(
            stage.phrase("{who} wins", who=attacker), percent(odds["attacker"]["f"]), charge.attacker
        ),
        stage.Chance("tie", percent(odds["tie"]["f"])),
        stage.Chance(
            stage.phrase("{who} holds", who=defender), percent(odds["defender"]["f"]), charge.defender
        ),
    )
    label = ", ".join(f"{each.words} {each.chance}" for each in chances)
    pieces = (stage.Versus(left, right), stage.Bars(label=label, bars=bars, chances=chances))
    outcomes = stage.Outcomes(_scored(bars, scores), "Tap what your dice show, or let the app roll.")
    win = percent(odds["attacker"]["f"])
    promise = stage.phrase("to win, {gain} spaces on average", gain=_gain(odds))
    return Attack(pieces, (dice, outcomes), win, promise)


def _scored(bars: tuple[stage.OddsBar, ...], scores: Mapping[str, stage.Words]) -> tuple[stage.OddsBar, ...]:
    return tuple(
        replace(bar, words=stage.phrase("{what} {score}", what=bar.words, score=scores[bar.key]))
        if bar.key in scores
        else bar
        for bar in bars
    )


def _end(
    side: Side, bonus: int, reasons: Sequence[stage.Words], cards: Sequence[Modifier], rule: str
) -> stage.End:
    behind = [
        stage.phrase("{what} {amount}", what=each.words, amount=signed(each.amount))
        for each in cards
        if each.side == side
    ]
    return stage.End(signed(bonus, "+0"), SIDE_NAMES[side], (*reasons, *behind), side, rule)


def _ahead(charge: attacks.Charge) -> list[stage.Words]:
    return [
        stage.phrase("{where} {ahead}", where=BATTLEFIELD_NAMES[name], ahead=RELATIVE[bonus])
        for name, bonus in charge.relative.items()
        if bonus
    ]


def _charge_bar(
    charge: attacks.Charge, outcome: attacks.ChargeEnd, outcomes: Sequence[attacks.ChargeEnd]
) -> stage.OddsBar:
    margin = outcome["margin"]
    return stage.OddsBar(
        label=signed(margin),
        share=outcome["f"] / max(each["f"] for each in outcomes),
        chance=percent(outcome["f"]),
        words=_charge_words(charge, outcome),
        side=charge.attacker if margin > 0 else charge.defender if margin < 0 else "",
        key=str(margin),
    )


def _charge_words(charge: attacks.Charge, outcome: attacks.ChargeEnd) -> str:
    if outcome["margin"] > 0:
        moved = moved_words(charge.battlefield, outcome["advance"], outcome["trenches_removed"])
        return f"Won by {outcome['margin']}. {moved}"
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


def assault_picture(
    assault: attacks.Assault, field: str = "a.rolls", scores: Mapping[str, stage.Words] = NO_SCORES
) -> Attack:
    """A concentrated assault: its outcomes, their price, whether one of them loses the war."""
    odds = attacks.assault_odds(assault)
    bars = tuple(_assault_bar(assault, each, odds["outcomes"]) for each in odds["outcomes"])
    label = "; ".join(f"die {bar.label}: {bar.words}" for bar in bars)
    modifier = signed(assault.modifier) if assault.modifier else ""
    small = stage.phrase(
        "Movement for each die: {points} points and half the die{cards}. The same half is lost in morale.",
        points=assault.points,
        cards=f", cards {modifier}" if modifier else "",
    )
    danger = _danger([bar.grave for bar in bars])
    warned = (stage.Note(danger, warns=True),) if danger else ()
    dice = stage.Dice(
        (
            stage.Die(
                f"{field}.d6", SIDE_NAMES[assault.attacker], assault.attacker, stage.Icon(assault.attacker)
            ),
        )
    )
    outcomes = stage.Outcomes(_scored(bars, scores), "Tap what your die shows, or let the app roll.")
    end = stage.phrase("{gain} spaces", gain=_gain(odds))
    promise = stage.phrase("on average, at −1 to −3 morale")
    pieces = (stage.Bars(label=label, bars=bars, small=small), *warned)
    return Attack(pieces, (dice, outcomes), end, promise, danger)


def _assault_bar(
    assault: attacks.Assault, outcome: attacks.AssaultEnd, outcomes: Sequence[attacks.AssaultEnd]
) -> stage.OddsBar:
    most = max(each["movement_value"] for each in outcomes) or 1
    half = outcome["d3"]
    moved = moved_words(assault.battlefield, outcome["advance"], outcome["trenches_removed"])
    lost = f"{SIDE_NAMES[assault.attacker]} morale −{outcome['d3']}"
    return stage.OddsBar(
        label=f"die {2 * half - 1} or {2 * half}",
        share=outcome["movement_value"] / most,
        chance=str(outcome["movement_value"]),
        words=f"{moved} {lost}, and the war is lost!" if outcome["winner"] else f"{moved} {lost}.",
        side=assault.attacker,
        key=f"{2 * half - 1} {2 * half}",
        grave=bool(outcome["winner"]),
    )


def _danger(loses: Sequence[bool]) -> str:
    if all(loses):
        return "The price in morale will lose you the war, whatever the die."
    return "The price in morale may lose you the war." if any(loses) else ""


def _gain(odds: attacks.ChargeOdds | attacks.AssaultOdds) -> str:
    return f"{odds['expected_advance']['f']:.1f}".replace(".0", "")


FACES = range(1, 7)


class Amount(NamedTuple):
    """So many points for a steady push, and what they do."""

    words: stage.Words
    points: int

    @property
    def small(self) -> str:
        return count(self.points, "point")


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """An attack as it is offered: its price, its promise (`end`), what tells of it, what is done."""

    cost: stage.Words
    end: stage.Words
    danger: stage.Words = ""
    pieces: tuple[stage.Piece, ...] = ()
    amounts: tuple[Amount, ...] = ()
    action: Mapping[str, Json]
    outlooks: tuple[Outlook, ...] = ()


def offers(state: State, side: Side, entries: Sequence[Entry], at: str) -> dict[str, Offer]:
    """What may be done against this battlefield now, in the order of the rules."""
    points, choices = state.turn.left if state.turn else 0, dict[str, Offer]()
    for entry in entries:
        match entry:
            case {"type": "steady_push", "battlefield": where} if where == at:
                choices["push"] = _push(state, side, at, entry["points"])
            case {"type": "frontal_charge", "battlefields": where} if at in where:
                attack = charge_attack(state, side, at)
                words, of = "{points} points, two dice: {promise}", attack.promise
                cost = stage.phrase(words, points=CHARGE_COST, promise=of)
                choices["charge"] = _rolled(attack, entry, at, cost)
            case {"type": "concentrated_assault", "battlefields": where} if at in where:
                attack, all_ = assault_attack(state, side, at, points), count(points, "point")
                cost = stage.phrase("All {points}, a die: {promise}", points=all_, promise=attack.promise)
                choices["assault"] = _rolled(attack, entry, at, cost)
    return choices


def _push(state: State, side: Side, at: str, amounts: Sequence[int]) -> Offer:
    pushed = {n: push(state.front.tracks[at], state.battlefields[at], side, n) for n in amounts}
    ways = (Amount(moved_words(at, moved.advance, moved.trenches_removed), n) for n, moved in pushed.items())
    action = {"type": "steady_push", "side": side, "battlefield": at}
    return Offer(cost="1 a space, 2 a trench, no dice", end="sure", amounts=tuple(ways), action=action)


def _rolled(attack: Attack, entry: Entry, at: str, cost: stage.Words) -> Offer:
    return Offer(
        cost=cost,
        end=attack.end,
        danger=attack.danger,
        pieces=(*attack.pieces, *attack.dice),
        action={"type": entry["type"], "side": entry["side"], "battlefield": at},
        outlooks=attack.outlooks,
    )


def charge_attack(state: State, side: Side, at: str, extra: int = 0, field: str = "a.rolls") -> Attack:
    """A frontal charge on a battlefield; `extra` is what an event adds."""
    cards = lasting_cards(state, "attack_bonus", at) + lasting_cards(state, "defence_bonus", at)
    if extra:
        cards.append(Modifier(side, extra, "this event"))
    charge = charge_at(state, side, at, extra)
    bonus = charge.attack_bonus - charge.defence_bonus
    dice = {str(one + bonus - two): (one, two) for one, two in product(FACES, FACES)}
    outlooks = tuple(Outlook(key, charged(state, charge, *faces).state) for key, faces in dice.items())
    return charge_picture(charge, cards, field, _scores(state, outlooks))._replace(outlooks=outlooks)


def _scores(state: State, outlooks: Sequence[Outlook]) -> dict[str, stage.Words]:
    """What the year would then give, where it differs from now, by what the dice come to."""
    now = scored_now(state)
    then = {each.key: scored_now(each.after) for each in outlooks}
    words = "Scored then, morale would be {then}, not {now}."
    return {
        key: stage.phrase(words, then=lead(score), now=lead(now))
        for key, score in then.items()
        if score != now
    }


def assault_attack(state: State, side: Side, at: str, points: int, field: str = "a.rolls") -> Attack:
    assault = assault_at(state, side, at, points)
    outlooks = tuple(Outlook(f"{n - 1} {n}", stormed(state, assault, n).state) for n in FACES if n % 2 == 0)
    return assault_picture(assault, field, _scores(state, outlooks))._replace(outlooks=outlooks)


def lasting_cards(state: State, kind: str, at: str) -> list[Modifier]:
    return [
        Modifier(side_of(each.side, card.owner), each.amount, state.box.cards[card.card].title)
        for card in state.in_play
        for each in state.box.cards[card.card].ongoing
        if each.kind == kind and (each.battlefields is None or at in each.battlefields)
    ]
