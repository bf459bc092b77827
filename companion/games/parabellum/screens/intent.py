"""Set-up by intent: a sum, objectives to hold, a scout; three companies with their odds and reasons."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from companion.engine.game import Scene
from companion.engine.stage import (
    Choice,
    Choices,
    Counter,
    Counters,
    Icon,
    Lead,
    Note,
    Phrase,
    Piece,
    Row,
    Rows,
    Way,
    Words,
    phrase,
)
from companion.engine.wording import count, listed
from companion.games.parabellum.campaign.intent import (
    Against,
    Company,
    Duty,
    Intent,
    Member,
    Temper,
    goals,
    proposals,
)
from companion.games.parabellum.data import lexicon
from companion.games.parabellum.procedures.combat import recon_range
from companion.games.parabellum.rules.telling import at
from companion.games.parabellum.screens.cards import keep, type_sign, whole
from companion.games.parabellum.screens.stage import SIGNS
from companion.games.parabellum.state import State, spoken

INTENT = "intent"
"""What the address calls this counter of the shop."""
STEP = 100
MOST_HELD = 6
TITLES: Mapping[Temper, str] = lexicon("screens/words.json")["tempers"]
DUTIES: Mapping[Duty, str] = lexicon("screens/words.json")["duties"]


class Proposed(NamedTuple):
    """What the counter shows, and the way that lays the company in hand into the cart."""

    pieces: tuple[Piece, ...]
    fill: Way | None


def proposed(scene: Scene[State], player: str) -> Proposed:
    """What was said, the three companies, and the one of them that is looked at."""
    wanted = intent_of(scene, player)
    companies = proposals(scene.state, player, wanted)
    picked = next((each for each in companies if each.temper == scene.draft.get("pick")), None)
    chosen = picked or next(iter(companies), None)
    wishes = _wishes(scene, player, wanted)
    if chosen is None:
        return Proposed((wishes, Note("For that sum no unit can be bought, staffed and deployed.")), None)
    tiles = tuple(_tile(scene, each, each is chosen) for each in companies)
    choices = Choices(label="Proposed companies", choices=tiles, shape="rows")
    small = phrase("{name}: {units}", name=TITLES[chosen.temper], units=_many(chosen))
    gone = dict.fromkeys((f"c.{kind}" for kind in scene.state.binder.units), None)
    laid = {f"c.{kind}": str(n) for kind, n in chosen.cart.items()}
    filled = _at(scene, **{**gone, **laid}, buy=None, pick=None, sum=None, hold=None, scout=None)
    fill = Way(words=phrase("Fill the cart: {cost}", cost=chosen.cost), href=filled, small=small)
    return Proposed((wishes, choices, *_looked_at(scene.state, chosen)), fill)


def intent_of(scene: Scene[State], player: str) -> Intent:
    """As the address has it; at first all that one has, every objective that one may hold, and one scout."""
    purse, draft = scene.state.players[player].credits, scene.draft
    held = whole(scene, "hold") if "hold" in draft else len(goals(scene.state, player))
    credits = whole(scene, "sum") if "sum" in draft else purse
    return Intent(min(purse, credits), min(MOST_HELD, held), draft.get("scout") != "0")


def _at(scene: Scene[State], **choice: str | int | None) -> str:
    return keep(scene, n=None, unit=None, **choice)


def _wishes(scene: Scene[State], player: str, wanted: Intent) -> Counters:
    purse = scene.state.players[player].credits
    less, more = max(0, wanted.credits - STEP), min(purse, wanted.credits + STEP)
    held = wanted.objectives
    return Counters(
        (
            Counter(
                words="Credits at most",
                number=str(wanted.credits),
                fewer=_at(scene, sum=less) if wanted.credits else "",
                more=_at(scene, sum=more) if wanted.credits < purse else "",
                small="all in, deploying too",
            ),
            Counter(
                words="Objectives to hold",
                number=str(held),
                fewer=_at(scene, hold=held - 1) if held else "",
                more=_at(scene, hold=held + 1) if held < MOST_HELD else "",
                small=_goal_words(scene.state, player, held),
            ),
            Counter(
                words="A scout",
                number=str(int(wanted.scout)),
                fewer=_at(scene, scout=0) if wanted.scout else "",
                more="" if wanted.scout else _at(scene, scout=None),
                small="sees what others' units are",
            ),
        ),
        "What you want",
    )


def _goal_words(state: State, player: str, held: int) -> str:
    return listed(_squares(state, each.id) for each in goals(state, player)[:held]) if held else "none"


def _squares(state: State, goal: str) -> str:
    return " or ".join(map(at, state.objective(goal).squares))


def _many(company: Company) -> str:
    return count(sum(company.cart.values()), "unit")


def _tile(scene: Scene[State], company: Company, chosen: bool) -> Choice:
    units = scene.state.binder.units
    names = listed(
        f"{n} {units[kind].name}" if n > 1 else units[kind].name for kind, n in company.cart.items()
    )
    first = max(company.members, key=lambda each: (each.duty == company.temper, each.kind.cost)).kind
    return Choice(
        words=TITLES[company.temper],
        small=names,
        end=str(company.cost),
        icon=Icon(type_sign(scene.state, first.id), SIGNS),
        href=_at(scene, pick=company.temper),
        chosen=chosen,
        key=f"pick-{company.temper}",
    )


def _looked_at(state: State, company: Company) -> Iterator[Piece]:
    """What all of it costs, why each unit is in it, how it stands against each class."""
    yield Rows(
        label="What it costs",
        rows=(
            Row(("Unit cards", str(company.cards))),
            Row(("People, fuel, ammunition at today's prices", str(company.mustering))),
            Row(("Deploying", str(company.deploying))),
            Row(("Left of the sum", str(company.left)), sum=True),
        ),
    )
    if company.unmet:
        lacking = listed(DUTIES[each] for each in company.unmet)
        yield Note(phrase("The sum has no unit left that {lacking}.", lacking=lacking), warns=True)
    members = tuple(
        Row((_named(each), _why(state, each)), icon=Icon(type_sign(state, each.kind.id), SIGNS))
        for each in company.members
    )
    yield Rows(label="Why each is in it", rows=members)
    seen = company.against[0].seen
    yield Rows(
        label="Of ten people, in one attack",
        head=("Against" if seen else "Nobody is seen yet", "theirs fall", "yours fall"),
        rows=tuple(_odds(each) for each in company.against),
    )
    yield Lead("Means over its units: exact, in the open, all at full strength.")


def _named(member: Member) -> Words:
    name = member.kind.name
    return phrase("{n} {name}", n=member.number, name=name) if member.number > 1 else name


def _why(state: State, member: Member) -> Phrase:
    """What a unit is there for, with the figures that speak for it."""
    kind, duty = member.kind, DUTIES[member.duty]
    if member.goal:
        return phrase("{duty} {squares}", duty=duty, squares=_squares(state, member.goal))
    if member.duty == "scouts":
        return phrase("{duty}: moves {n}, sees {far} far", duty=duty, n=kind.speed, far=recon_range(kind))
    if member.duty == "supplies":
        return phrase("{duty}: room for {n} tokens", duty=duty, n=kind.cargo)
    if member.duty == "moves":
        return phrase("{duty}: moves {n}", duty=duty, n=kind.speed)
    if member.duty == "stands":
        return phrase("{duty}: d{n}", duty=duty, n=kind.defense_die)
    if gun := kind.artillery:
        return phrase(
            "{duty}: {n} shots of d{die}, {far} far", duty=duty, n=gun.shots, die=gun.die, far=gun.max
        )
    return phrase("{duty}: d{n}", duty=duty, n=kind.attack_die)


def _odds(against: Against) -> Row:
    return Row((spoken(against.unit_class), _figure(against.fells), _figure(against.costs)))


def _figure(mean: Fraction | None) -> str:
    return "–" if mean is None else f"{float(mean):.1f}"
