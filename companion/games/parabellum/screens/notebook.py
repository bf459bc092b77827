"""The notebook of one company: each flag of the others, what gave it away, what it can still be (R61, A2).

It is open while one waits; whoever acts turns to it and back. Nobody else has this page.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.engine.game import Scene
from companion.engine.stage import Choice, Choices, Note, Own, Piece, Question, Say, Way, Words, said
from companion.engine.wording import Values, percent
from companion.games.parabellum.procedures.movement.moves import reach
from companion.games.parabellum.rules.field import away, ground_of, mover_of, on
from companion.games.parabellum.rules.notebook import Flag, Possible, Throw, weigh
from companion.games.parabellum.rules.words import at
from companion.games.parabellum.screens.book import flags
from companion.games.parabellum.screens.cards import beads, flag_words, seat_of, sign_of
from companion.games.parabellum.screens.chances import odds_bars
from companion.games.parabellum.screens.frame import who
from companion.games.parabellum.screens.guesses import people_words
from companion.games.parabellum.screens.seeing import fresh, keep
from companion.games.parabellum.state import State
from companion.games.parabellum.state.squares import distance

NOTES = "notebook"
"""The page, as an address asks for it."""
HOW = {
    "attacked": "Attacked with",
    "answered": "Hit back with",
    "defended": "Defended with",
    "withstood": "Withstood with",
    "fired": "Fired",
}
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
    known = flags(scene) if scene.room != "tv" else ()
    if not known:
        return None
    numbers = {flag.unit: n for n, flag in enumerate(known, 1)}
    links = {unit: _turned(scene, unit) for unit in numbers}
    shown = scene.draft.get("page", "")
    rows = [_row(scene, flag, links[flag.unit], numbers[flag.unit], shown) for flag in known]
    opened = next((flag for flag in known if flag.unit == shown), None)
    drawn = Own(template="parabellum/notebook.html", values={"flags": rows})
    pieces = (drawn, *(_attacks(scene, opened) if opened else ()))
    return Notes(_title(scene.state, known), pieces, numbers, links)


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


def _turned(scene: Scene[State], unit: str) -> str:
    """The link that opens a page, or closes it."""
    return keep(scene, page=None if scene.draft.get("page") == unit else unit, **{"with": None})


def _title(state: State, known: Sequence[Flag]) -> Words:
    owners = list(dict.fromkeys(flag.owner for flag in known))
    whose = who(state, owners[0])
    return said("Notebook: {whose}’s flags", whose=whose) if len(owners) == 1 else "Notebook: all flags"


def _row(scene: Scene[State], flag: Flag, link: str, number: int, shown: str) -> Values:
    state, best = scene.state, flag.best
    each = state.units[flag.unit]
    opened = flag.unit == shown
    return {
        "number": number or "",
        "href": link,
        "open": opened,
        "seat": seat_of(state, flag.owner),
        "sign": sign_of(state, best.kind),
        "beads": beads(state, flag.beads),
        "flag": flag_words(each),
        "name": best.name if flag.sure else f"{best.name}?",
        "small": " · ".join(_small(flag)),
        "chance": "sure" if flag.sure else percent(float(best.chance)),
        "bar": list(_bar(flag.types)),
        "throws": [_throw(throw) for throw in reversed(flag.throws[-LATEST:])] if opened else [],
        "told": _told(flag) if opened else "",
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


def _bar(types: Sequence[Possible]) -> Iterator[Values]:
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


def _told(flag: Flag) -> str:
    """What is known of its people, and what ruled types out, in sentences."""
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
    """One's own attack on it, weighed over all that it can be, with each unit that can strike."""
    state, me = scene.state, scene.own or ""
    if not flag.on_map:
        return
    armed = [unit for unit in state.of(me, "map") if state.card(unit).attack_die]
    if not armed:
        return
    yield Choices(
        label=said("Your attack on {unit}", unit=flag.unit),
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
        words=said("{name} {unit}", name=scene.state.called(unit), unit=unit),
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
    mover = mover_of(state, unit)._replace(mp_used=0, entered=None)
    goals = reach(ground_of(state, unit), mover)
    moved = any(distance(goal.square, there, state.options.metric) <= far for goal in goals)
    return "after a move" if moved else "out of reach"


def _weighed(scene: Scene[State], unit: str, flag: Flag) -> Iterator[Piece]:
    state = scene.state
    found = weigh(state, unit, flag)
    yield Say(
        said("at least one lost {any}; {mean} on average, all types weighed.",
             any=percent(float(found.any)), mean=f"{float(found.mean):.1f}"),
        said("{name} {unit} against {target}:", name=state.called(unit), unit=unit, target=flag.unit),
    )  # fmt: skip
    yield odds_bars(found.losses, flag.unit, seat_of(state, flag.owner))
    if found.mean_back:
        yield Note(said("If it hits back: {n} of yours on average.", n=f"{float(found.mean_back):.1f}"))
