"""One company's notebook: what each flag can be, its odds, where it can strike (R61, A2, A4)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from companion.engine.game import Scene
from companion.engine.stage import (
    Bars,
    Chance,
    Choice,
    Choices,
    Fold,
    Note,
    OddsBar,
    Own,
    Piece,
    Question,
    Say,
    Way,
    Words,
    phrase,
)
from companion.engine.wording import Values, count, listed, percent, sentence
from companion.games.parabellum.data import lexicon
from companion.games.parabellum.procedures.dice import mean
from companion.games.parabellum.procedures.movement import reach
from companion.games.parabellum.rules.movement import away, ground_of, mover_of, on
from companion.games.parabellum.rules.notebook import Flag, Possible, Weighed, notebook, page_of, weigh
from companion.games.parabellum.rules.rear import cards_shown
from companion.games.parabellum.rules.secrets import SECRECY
from companion.games.parabellum.rules.telling import at
from companion.games.parabellum.rules.traces import Throw, passages_of
from companion.games.parabellum.screens.board import region
from companion.games.parabellum.screens.cards import (
    beads,
    flag_words,
    fresh,
    keep,
    seat_of,
    type_sign,
    who,
    whole,
)
from companion.games.parabellum.state import Report, State, UnitType, distance, place, square_at

KEPT = 8
"""Notebooks that are remembered."""


def flags(scene: Scene[State]) -> tuple[Flag, ...]:
    """The notebook of the company whose screen this is; no pages on anybody else's."""
    me = SECRECY.own(scene)
    return _book(_Same(scene.state), _Same(scene.passages or scene.trail), me) if me else ()


class _Same[T]:
    """A thing that is equal to itself alone: it is kept as long as what was made of it is."""

    def __init__(self, it: T) -> None:
        self.it = it

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.it is other.it

    def __hash__(self) -> int:
        return id(self.it)


@lru_cache(maxsize=KEPT)
def _book(state: _Same[State], seen: _Same[Sequence[Any]], me: str) -> tuple[Flag, ...]:
    """A screen asks for it more than once."""
    passages = seen.it if seen.it and not isinstance(seen.it[0], State) else passages_of(seen.it)
    return notebook(state.it, passages, me)


LEAST = Fraction(1, 200)
"""Chances below are gathered in the last bar."""


def odds_bars(losses: Sequence[Fraction], struck: str, side: str = "") -> Bars:
    """How many fall: a bar a number, and the facts in words; `side` is whose people fall."""
    shown = _gathered(losses)
    top = max(chance for _, chance in shown)
    bars = tuple(_odds_bar(word, chance, float(chance / top), side) for word, chance in shown)
    ends = (Chance("nobody", percent(float(losses[0]))), Chance("all", percent(float(losses[-1])), side))
    average = phrase("{who} loses {n} on average", who=struck, n=f"{float(mean(losses)):.1f}")
    label = "; ".join(f"{bar.label} lost: {bar.chance}" for bar in bars)
    return Bars(label=f"{average}: {label}", bars=bars, chances=ends, small=average)


def _gathered(losses: Sequence[Fraction]) -> list[tuple[str, Fraction]]:
    last = max((n for n, chance in enumerate(losses) if chance >= LEAST), default=0)
    if last >= len(losses) - 2:
        return [(str(n), chance) for n, chance in enumerate(losses)]
    front = [(str(n), chance) for n, chance in enumerate(losses[: last + 1])]
    return [*front, (f"{last + 1}+", sum(losses[last + 1 :], Fraction(0)))]


def _odds_bar(word: str, chance: Fraction, share: float, side: str) -> OddsBar:
    return OddsBar(
        label=word, share=share, chance=percent(float(chance)).replace(" %", ""), words="", side=side
    )


SHOWN = "h"
"""What an address says of it: 1 to see it, 0 not to."""


class Danger(NamedTuple):
    """One flag: the squares that it can strike from where it stands, and those after a move."""

    unit: str
    now: frozenset[str]
    moved: frozenset[str]


def dangers(scene: Scene[State]) -> tuple[Danger, ...]:
    if not scene.state.tracked:
        return ()
    threats = (_danger(scene.state, flag) for flag in flags(scene) if flag.on_map and flag.square)
    return tuple(each for each in threats if each.now)


def _danger(state: State, flag: Flag) -> Danger:
    kinds = [state.binder.units[each.kind] for each in flag.types]
    armed = [kind for kind in kinds if kind.attack_die]
    spot = flag.square or ""
    now = {square for kind in armed for square in _near(state, {spot}, kind.range)}
    moved = {square for kind in armed for square in _near(state, _goals(state, flag.unit, kind), kind.range)}
    return Danger(flag.unit, frozenset(now), frozenset(moved | now))


def _goals(state: State, unit: str, kind: UnitType) -> set[str]:
    """Where a unit of that type could go in a turn, were it fuelled."""
    mover = mover_of(state, unit)._replace(
        speed=kind.speed, tags=kind.tags, terrain_cost=kind.terrain_cost, fuel=1, mp_used=0, entered=None
    )
    return {goal.square for goal in reach(ground_of(state, unit), mover)}


def _near(state: State, squares: Collection[str], far: int) -> Iterator[str]:
    flat = state.options.metric != "diagonal"
    steps = range(-far, far + 1)
    around = [(x, y) for x in steps for y in steps if not flat or abs(x) + abs(y) <= far]
    for column, row in map(place, squares):
        for x, y in around:
            if 0 <= column + x < state.sheet.columns and 0 <= row + y < state.sheet.height:
                yield square_at(column + x, row + y)


def strikers(threats: Collection[Danger], square: str) -> int:
    """How many of them can strike a square in their next turn."""
    return sum(square in each.moved for each in threats)


def danger_drawn(scene: Scene[State], threats: Collection[Danger]) -> Values:
    """Both hatches, and the way to turn them off."""
    now = frozenset[str]().union(*(each.now for each in threats))
    moved = frozenset[str]().union(*(each.moved for each in threats))
    owners = {scene.state.units[each.unit].owner for each in threats}
    side = seat_of(scene.state, next(iter(owners))) if len(owners) == 1 else ""
    return {"now": region(now), "moved": region(moved - now), "side": side, "href": keep(scene, **{SHOWN: 0})}


def wants_danger(draft: Mapping[str, str], orders: bool) -> bool:
    """Whether it is drawn: as the screen wishes it, else while orders are given."""
    return draft.get(SHOWN, "1" if orders else "0") == "1"


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
    typed = whole(scene, "of", 99) if people is None else 0
    return foe._replace(strength=min(typed or foe.strength, chosen.troop))


def kinds_of(scene: Scene[State], target: str, people: int = 1) -> tuple[UnitType, ...]:
    """The types that a miniature can be: the one that was reported, else those of its class that fit it."""
    state, each = scene.state, scene.state.units[target]
    reported = _reported(scene, target)
    if reported is not None:
        return (reported,)
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
    return next((flag for flag in flags(scene) if flag.unit == target), None)


def _reported(scene: Scene[State], target: str) -> UnitType | None:
    """The type that this screen's company was once told, or the whole table."""
    for state in reversed(scene.trail):
        if hears(scene, state, target):
            return state.binder.units[state.reports[target].type]
    return None


def hears(scene: Scene[State], state: State, target: str) -> bool:
    """Whether this screen was told a report that stands in a state: its owner's was too (R35)."""
    me = SECRECY.own(scene)
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
    state, me = scene.state, SECRECY.own(scene) or ""
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
    cases: dict[str, tuple[str, Foe]] = {}
    for word, each in (("weakest", taken[0]), ("likely", middle), ("strongest", taken[-1])):
        words = f"{cases[each.card.id][0]}, {word}" if each.card.id in cases else word
        cases[each.card.id] = words, each
    return list(cases.values())


def case_choice(scene: Scene[State], foe: Foe, case: tuple[str, Foe], losses: Sequence[Fraction]) -> Choice:
    """What would come of it, were it that: a line to choose it by."""
    word, each = case
    return Choice(
        words=phrase("{word}: {name}", word=sentence(word), name=each.card.name),
        small=phrase("{n} × d{die}; all {all}", n=each.strength, die=each.card.defense_die,
                   all=percent(float(losses[-1]))),
        end=phrase("{mean} fall", mean=f"{float(mean(losses)):.1f}"),
        href=keep(scene, **{"as": each.card.id, "of": None}),
        chosen=scene.draft.get("as") == each.card.id and each.card.id == foe.card.id,
    )  # fmt: skip


def people_words(n: int) -> str:
    return count(n, "person", "people")


def sure_facts(scene: Scene[State], foe: Foe) -> str:
    """What this screen was told of a target, or has seen; empty where that is nothing."""
    if foe.report:
        return f"Reconnoitred: {report_words(scene.state, foe.report)}."
    sure = [f"it is {foe.card.name}" if len(foe.kinds) == 1 else ""]
    sure += [f"{people_words(foe.people)} left" if foe.people is not None else ""]
    facts = ", ".join(filter(None, sure))
    return f"Known: {facts}." if facts else ""


def assume(scene: Scene[State], foe: Foe, words: str = "", cases: Sequence[Choice] = ()) -> tuple[Piece, ...]:
    """What is told of a target, and how to say what one takes it for."""
    clues = sure_facts(scene, foe)
    notes: tuple[Piece, ...] = (Note(clues),) if clues else ()
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
    return (*notes, Fold(id="assume", title=phrase("If it is {taken}", taken=taken), pieces=tuple(choices)))


def report_words(state: State, report: Report) -> str:
    """A report in one line (A4)."""
    has = [key for key in ("fuel", "ammunition", "cargo", "passengers") if getattr(report, key)]
    name = state.binder.units[report.type].name
    return f"{name}, strength {report.strength}; it has {', '.join(has) or 'nothing'}"


def weighed(scene: Scene[State], unit: str, target: str) -> Weighed | None:
    """An attack over every type; None where the target is sure, or is taken for something."""
    if SECRECY.own(scene) is None or set(TAKEN_FOR) & set(scene.draft):
        return None
    page = page_of(flags(scene), target)
    return None if page.sure else weigh(scene.state, unit, page)


def weighed_words(weighed: Weighed) -> str:
    """What was weighed, the likeliest first."""
    shares = [f"{case.name} ({percent(float(case.chance))})" for case in weighed.cases]
    return f"any of these: {listed(shares, 'or')}"


NOTES = "notebook"
"""The page, as an address asks for it."""
HOW: Mapping[str, str] = lexicon("screens/words.json")["throws"]
LATEST = 4
"""Throws shown of one flag, the newest first."""
WIDE = 60
"""Of the bar of a flag's types."""


class Notes(NamedTuple):
    """The pages as they are shown, and what they do on the map: a number and a link a flag."""

    title: Words
    pieces: tuple[Piece, ...]
    numbers: Mapping[str, int]
    links: Mapping[str, str]


def notes(scene: Scene[State]) -> Notes | None:
    """Every flag that stands in the open, one of them opened; None where this screen has no notebook."""
    entries = flags(scene) if scene.room != "tv" else ()
    if not entries:
        return None
    numbers = {flag.unit: n for n, flag in enumerate(entries, 1)}
    links = {
        unit: keep(scene, page=None if scene.draft.get("page") == unit else unit, **{"with": None})
        for unit in numbers
    }
    shown = scene.draft.get("page", "")
    rows = [_row(scene, flag, links[flag.unit], numbers[flag.unit], shown) for flag in entries]
    opened = next((flag for flag in entries if flag.unit == shown), None)
    drawn = Own(template="parabellum/notebook.html", values={"flags": rows})
    pieces = (drawn, *(_attacks(scene, opened) if opened else ()))
    return Notes(_title(scene.state, entries), pieces, numbers, links)


def notebook_question(scene: Scene[State], notes: Notes, me: str) -> Question:
    """The same for whoever is acting: read, and back."""
    return Question(
        kind=NOTES,
        title=notes.title,
        under="Only you see this",
        side=seat_of(scene.state, me),
        pieces=notes.pieces,
        main=Way(words="Back", href=fresh(scene)),
        back=fresh(scene),
    )


def page(scene: Scene[State], unit: str) -> tuple[Piece, ...]:
    """What is written of one flag, its page open; nothing where none is."""
    flag = next((each for each in flags(scene) if each.unit == unit), None)
    if flag is None:
        return ()
    row = _row(scene, flag, "", 0, unit)
    return (Own(template="parabellum/notebook.html", values={"flags": [row]}),)


def _title(state: State, entries: Sequence[Flag]) -> Words:
    owners = list(dict.fromkeys(flag.owner for flag in entries))
    whose = who(state, owners[0])
    return phrase("Notebook: {whose}’s flags", whose=whose) if len(owners) == 1 else "Notebook: all flags"


def _row(scene: Scene[State], flag: Flag, link: str, number: int, shown: str) -> Values:
    state, best = scene.state, flag.best
    each = state.units[flag.unit]
    opened = flag.unit == shown
    return {
        "number": number or "",
        "href": link,
        "open": opened,
        "seat": seat_of(state, flag.owner),
        "sign": type_sign(state, best.kind),
        "beads": beads(state, flag.beads),
        "flag": flag_words(each),
        "name": best.name if flag.sure else f"{best.name}?",
        "small": " · ".join(_small(flag)),
        "chance": "sure" if flag.sure else percent(float(best.chance)),
        "bar": list(_type_bar(flag.types)),
        "throws": [_throw(throw) for throw in reversed(flag.throws[-LATEST:])] if opened else [],
        "told": _evidence(flag) if opened else "",
        "types": [_type(each) for each in flag.types] if opened and not flag.sure else [],
    }  # fmt: skip


def _small(flag: Flag) -> Iterator[str]:
    yield flag.unit
    yield at(flag.square) if flag.on_map and flag.square else "off the map"
    if flag.people is not None:
        yield people_words(flag.people)
    if flag.entrench:
        yield f"dug in {flag.entrench}"
    if flag.reason:
        yield flag.reason.text


def _type_bar(types: Sequence[Possible]) -> Iterator[Values]:
    """The types side by side, each as wide as its chance; paler the less likely."""
    x = 0.0
    for n, each in enumerate(types):
        wide = float(each.chance) * WIDE
        yield {"x": round(x, 1), "wide": round(max(0.0, wide - 0.5), 1), "n": min(n, 3)}
        x += wide


def _throw(throw: Throw) -> Values:
    """Dice as they fell; the highest tells most."""
    best = max(throw.faces, default=0)
    faces = [{"face": face, "best": face == best} for face in throw.faces]
    return {"how": HOW[throw.how], "faces": faces}


def _evidence(flag: Flag) -> str:
    lost = f", {flag.lost} lost since" if flag.lost else ""
    counted = f"{people_words(flag.most)} once counted{lost}.".capitalize() if flag.most else ""
    seen = [each.text for each in flag.ruled]
    unseen = "" if counted or seen else "Nothing seen of it yet but its miniature and its flag."
    return " ".join(filter(None, (counted, *seen, unseen)))


def _type(each: Possible) -> Values:
    cards = "no limit" if each.cards is None else str(each.cards)
    return {"name": each.name, "cards": cards, "chance": percent(float(each.chance)),
            "wide": round(float(each.chance) * 100, 1)}  # fmt: skip


def _attacks(scene: Scene[State], flag: Flag) -> Iterator[Piece]:
    state, me = scene.state, scene.own or ""
    if not flag.on_map:
        return
    armed = [unit for unit in state.of(me, "map") if state.card(unit).attack_die]
    if not armed:
        return
    yield Choices(
        label=phrase("Your attack on {unit}", unit=scene.state.sign(flag.unit)),
        choices=tuple(_attacker(scene, unit, flag) for unit in armed),
        shape="chips",
        shows_label=True,
    )
    wanted = scene.draft.get("with", "")
    if wanted in armed:
        yield from _weighed(scene, wanted, flag)


def _attacker(scene: Scene[State], unit: str, flag: Flag) -> Choice:
    wanted = scene.draft.get("with") == unit
    return Choice(
        words=phrase("{name} {sign}", name=scene.state.called(unit), sign=scene.state.sign(unit)),
        small=_from(scene.state, unit, flag),
        href=keep(scene, **{"with": None if wanted else unit}),
        chosen=wanted,
    )


def _from(state: State, unit: str, flag: Flag) -> str:
    """Whether it strikes from where it stands, after a move, or not at all yet."""
    there, far = on(state.units[flag.unit]), state.card(unit).range
    if away(state, on(state.units[unit]), there) <= far:
        return "from its place"
    if not state.tracked:
        return ""
    goals = reach(ground_of(state, unit), mover_of(state, unit)._replace(mp_used=0, entered=None))
    moved = any(distance(goal.square, there, state.options.metric) <= far for goal in goals)
    return "after a move" if moved else "out of reach"


def _weighed(scene: Scene[State], unit: str, flag: Flag) -> Iterator[Piece]:
    state = scene.state
    weighed = weigh(state, unit, flag)
    yield Say(
        phrase("at least one lost {any}; {mean} on average, all types weighed.",
             any=percent(float(weighed.any)), mean=f"{float(weighed.mean):.1f}"),
        phrase("{unit} against {target}:", unit=state.title(unit), target=state.sign(flag.unit)),
    )  # fmt: skip
    yield odds_bars(weighed.losses, state.sign(flag.unit), seat_of(state, flag.owner))
    if weighed.mean_back:
        yield Note(phrase("If it hits back: {n} of yours on average.", n=f"{float(weighed.mean_back):.1f}"))
