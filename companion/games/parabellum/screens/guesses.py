"""What a screen may take another's unit for: by what was reported, and by what all have seen fall (A2, A4).

Its card is hidden, its dice are not: a unit throws one die a person, so whoever saw it lose people knows how
many are left. A type that was once reported stays what it is.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from companion.engine.game import Scene
from companion.engine.stage import Choice, Choices, Fold, Note, Piece, said
from companion.engine.wording import count, listed, percent, sentence
from companion.games.parabellum.procedures.combat.chances import mean
from companion.games.parabellum.rules.notebook import Flag, Weighed, page_of, weigh
from companion.games.parabellum.rules.rear.buying import cards_shown
from companion.games.parabellum.screens.book import flags
from companion.games.parabellum.screens.seeing import keep, own_seat, whole
from companion.games.parabellum.state import State
from companion.games.parabellum.state.binder import UnitType
from companion.games.parabellum.state.pieces import Report

TAKEN_FOR = ("as", "of")
"""By these a half-made choice says what it takes a flag for."""


class Foe(NamedTuple):
    """What is known, or assumed, of a target: its card and its people.

    `report` is what this Combat phase has told. `kinds` are the types that it can be, `people` how many are
    known to be left; None: nobody has seen.
    """

    card: UnitType
    strength: int
    report: Report | None
    kinds: tuple[UnitType, ...]
    people: int | None

    def taken_for(self, kind: UnitType) -> "Foe":
        """The same unit, were it of that type."""
        people = kind.troop if self.people is None else self.people
        return self._replace(card=kind, strength=min(people, kind.troop))


def foe_of(scene: Scene[State], target: str, thrown: tuple[int, int | None] | None = None) -> Foe:
    """By what is known; else what this screen assumes of such a miniature.

    `thrown` are the dice that the unit has just thrown in the open: how many, and of how many sides.
    """
    state = scene.state
    if hears(scene, state, target):
        report = state.reports[target]
        kind = state.binder.units[report.type]
        left = report.strength if thrown is None else thrown[0]
        return Foe(kind, left, report, (kind,), left)
    counted = counted_of(scene, target)
    people, die = (counted[0] if counted else None, None) if thrown is None else thrown
    kinds = kinds_of(scene, target, max(people or 1, counted[1] if counted else 1))
    kinds = tuple(kind for kind in kinds if die in (None, kind.attack_die)) or kinds
    chosen = next((kind for kind in kinds if kind.id == scene.draft.get("as")), likely(scene, target, kinds))
    foe = Foe(chosen, chosen.troop, None, kinds, people).taken_for(chosen)
    said = whole(scene, "of", 99) if people is None else 0
    return foe._replace(strength=min(said or foe.strength, chosen.troop))


def kinds_of(scene: Scene[State], target: str, people: int = 1) -> tuple[UnitType, ...]:
    """The types that a miniature can be: the one that was reported, else those of its class that fit it."""
    state, each = scene.state, scene.state.units[target]
    told = _reported(scene, target)
    if told is not None:
        return (told,)
    written = _page(scene, target)
    if written is not None:
        left = tuple(state.binder.units[each.kind] for each in written.types)
        return tuple(kind for kind in left if kind.troop >= people) or left
    alike = [kind for kind in state.binder.units.values() if kind.unit_class == state.card(target).unit_class]
    fits = [
        kind
        for kind in alike
        if kind.troop >= people and kind.entrench >= each.entrench and kind.id not in state.booklet.banned
    ]
    return tuple(fits or alike)


def _page(scene: Scene[State], target: str) -> Flag | None:
    """What one's own notebook says of a flag."""
    return next((flag for flag in flags(scene) if flag.unit == target), None)


def _reported(scene: Scene[State], target: str) -> UnitType | None:
    """The type that this screen's company was once told, or the whole table."""
    for state in reversed(scene.trail):
        if hears(scene, state, target):
            return state.binder.units[state.reports[target].type]
    return None


def hears(scene: Scene[State], state: State, target: str) -> bool:
    """Whether this screen was told a report that stands in a state: its owner's was too (R35)."""
    me = own_seat(scene)
    if target not in state.reports or state.options.recon_public:
        return target in state.reports
    return me is not None and me in (state.active, state.units[target].owner)


def counted_of(scene: Scene[State], target: str) -> tuple[int, int] | None:
    """How many people a unit has left, and how many it had when they were last counted; on the map alone."""
    now = scene.state.units[target]
    for later, earlier in pairwise(reversed(scene.trail)):
        unit, was = later.units[target], earlier.units.get(target)
        if unit.where != "map" or was is None or was.where != "map":
            return None
        if hears(scene, later, target) or was.strength != unit.strength:
            return now.strength, max(was.strength, unit.strength)
    return None


def likely(scene: Scene[State], target: str, kinds: Sequence[UnitType]) -> UnitType:
    """The likeliest by one's notebook; without one, that of which the binder holds most for the others."""
    state, me = scene.state, own_seat(scene) or ""
    written = _page(scene, target)
    best = next((each for each in kinds if written and each.id == written.best.kind), None)
    if best is not None:
        return best

    def cards(kind: UnitType) -> int:
        left = cards_shown(state, me, kind.id)
        return 999 if left is None else left

    return max(kinds, key=lambda kind: (cards(kind), -kind.cost))


def weight(foe: Foe) -> int:
    """How hard a unit is to hurt: what its defence dice come to together, doubled."""
    return foe.strength * (foe.card.defense_die + 1)


def cases(scene: Scene[State], target: str, foe: Foe) -> list[tuple[str, Foe]]:
    """The weakest, the likeliest and the strongest that it can be; what falls together is named so."""
    if len(foe.kinds) == 1:
        return []
    taken = sorted((foe.taken_for(kind) for kind in foe.kinds), key=weight)
    middle = foe.taken_for(likely(scene, target, foe.kinds))
    found: dict[str, tuple[str, Foe]] = {}
    for word, each in (("weakest", taken[0]), ("likely", middle), ("strongest", taken[-1])):
        words = f"{found[each.card.id][0]}, {word}" if each.card.id in found else word
        found[each.card.id] = words, each
    return list(found.values())


def case_choice(scene: Scene[State], foe: Foe, case: tuple[str, Foe], losses: Sequence[Fraction]) -> Choice:
    """What would come of it, were it that: a line to choose it by."""
    word, each = case
    return Choice(
        words=said("{word}: {name}", word=sentence(word), name=each.card.name),
        small=said("{n} × d{die}; all {all}", n=each.strength, die=each.card.defense_die,
                   all=percent(float(losses[-1]))),
        end=said("{mean} fall", mean=f"{float(mean(losses)):.1f}"),
        href=keep(scene, **{"as": each.card.id, "of": None}),
        chosen=scene.draft.get("as") == each.card.id and each.card.id == foe.card.id,
    )  # fmt: skip


def people_words(n: int) -> str:
    """So many people."""
    return count(n, "person", "people")


def told(scene: Scene[State], foe: Foe) -> str:
    """What this screen was told of a target, or has seen; empty where that is nothing."""
    if foe.report:
        return f"Reconnoitred: {report_words(scene.state, foe.report)}."
    sure = [f"it is {foe.card.name}" if len(foe.kinds) == 1 else ""]
    sure += [f"{people_words(foe.people)} left" if foe.people is not None else ""]
    known = ", ".join(filter(None, sure))
    return f"Known: {known}." if known else ""


def assume(scene: Scene[State], foe: Foe, words: str = "", cases: Sequence[Choice] = ()) -> tuple[Piece, ...]:
    """What is told of a target, and how to say what one takes it for."""
    known = told(scene, foe)
    notes: tuple[Piece, ...] = (Note(known),) if known else ()
    types = tuple(
        Choice(
            words=each.name, href=keep(scene, **{"as": each.id, "of": None}), chosen=each.id == foe.card.id
        )
        for each in foe.kinds
    )
    strengths = tuple(
        Choice(words=str(n), href=keep(scene, of=n), chosen=n == foe.strength)
        for n in range(1, foe.card.troop + 1)
    )
    choices: list[Piece] = (
        [Choices(label="The weakest to the strongest", choices=tuple(cases))] if cases else []
    )
    choices += [Choices(label="Take it for", choices=types, shape="chips")] if len(types) > 1 else []
    if foe.report is None and foe.people is None:
        choices.append(Choices(label="With so many people", choices=strengths, shape="pad", shows_label=True))
    if not choices or foe.report:
        return notes
    taken = words or f"{foe.card.name} with {people_words(foe.strength)}"
    return (*notes, Fold(id="assume", title=said("If it is {taken}", taken=taken), pieces=tuple(choices)))


def report_words(state: State, report: Report) -> str:
    """A report in one line (A4)."""
    has = [key for key in ("fuel", "ammunition", "cargo", "passengers") if getattr(report, key)]
    name = state.binder.units[report.type].name
    return f"{name}, strength {report.strength}; it has {', '.join(has) or 'nothing'}"


def weighed(scene: Scene[State], unit: str, target: str) -> Weighed | None:
    """An attack over every type; None where the target is sure, or is taken for something."""
    if own_seat(scene) is None or set(TAKEN_FOR) & set(scene.draft):
        return None
    page = page_of(flags(scene), target)
    return None if page.sure else weigh(scene.state, unit, page)


def weighed_words(found: Weighed) -> str:
    """What was weighed, the likeliest first."""
    return f"any of these: {listed(_shares(found), 'or')}"


def _shares(found: Weighed) -> Sequence[str]:
    return [f"{case.name} ({percent(float(case.chance))})" for case in found.cases]
