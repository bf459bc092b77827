"""Two sealed hands: each side marks its own in a step that belongs to both, and both open at once (8.4)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.engine.scene import BOTH, Scene, fresh
from companion.engine.stage import (
    Choice,
    Choices,
    Deed,
    Lead,
    Note,
    Own,
    Piece,
    Question,
    Row,
    Rows,
    Way,
    Words,
    phrase,
)
from companion.engine.wording import Values, href, listed, tap
from companion.games.proelii.data import DISTANT, ENTRY, OTHER, SIDES, STEP_NAMES, Side, place_name
from companion.games.proelii.deeds import secrets
from companion.games.proelii.procedures.energy import open_sources
from companion.games.proelii.rules import course, laying_out
from companion.games.proelii.screens.combat import advance, all_dice, is_fought, thrown_at
from companion.games.proelii.screens.frame import Prompt, Taps, Turn, own_sign, unit_rows, what
from companion.games.proelii.screens.moving import deploying, flanks
from companion.games.proelii.screens.sheet import Weighed, by, cell, pieces, title, way_words
from companion.games.proelii.state import State


def is_apart(scene: Scene[State]) -> bool:
    """Whether this step is decided under two seals, as this screen has it.

    A deployment is so wherever a screen stands: were it written a line at a time, their number would tell.
    """
    hands = scene.hands
    if not hands.owners:
        return False
    together = scene.draft.get("for") == BOTH
    if scene.state.step != "deploy":
        together |= len(scene.sight.holds & {*hands.owners}) < 2
    return not (hands.alone and together)


def me_of(scene: Scene[State]) -> Side | None:
    own = secrets.SECRECY.own(scene)
    return own if own in scene.hands.owners else None


def both(turn: Turn) -> Prompt:
    """What this screen has to say of a common step: its own marks, or for whom is waited."""
    me = me_of(turn.scene)
    if me is None or turn.scene.room == "tv":
        return _watched(turn), Taps(pairs=turn.letters)
    if turn.scene.hands.is_ready(me):
        other = turn.state.people(OTHER[me])
        anew = Deed(words="Take back, mark anew", action=tap({"seat": me, "ready": False}), to="mark")
        by_word = me in turn.scene.hands.said
        alone = turn.scene.hands.alone and OTHER[me] in turn.scene.sight.acts - turn.scene.sight.holds
        nothing = "There is nothing of yours to mark: you are ready by yourself."
        lead = phrase("Your marks are sealed. When {other} is ready too, all open at once.", other=other)
        sealed = Question(
            kind="hands",
            title="Ready" if by_word else "Nothing to mark",
            under=STEP_NAMES[turn.state.step or ""],
            icon=own_sign(me),
            side=me,
            pieces=(*plates(turn), Lead(lead if by_word else nothing), *_can_come(turn, me)),
            main=_for_another(turn, OTHER[me]) if alone else None,
            lesser=(anew,) if by_word else (),
            missing=phrase("Waiting for {who}", who=other),
        )
        return sealed, Taps(pairs=turn.letters)
    if turn.state.step == "deploy":
        return _deployment(turn, me)
    return _advance(turn, me) if turn.state.step == "advance" else _sheet(turn, me)


def as_marked(scene: Scene[State]) -> Scene[State]:
    """A deployment as this screen has it: its own army where it is marked to stand, its own side to act."""
    if scene.state.step != "deploy" or not is_apart(scene):
        return scene
    me = me_of(scene)
    state = laying_out.deployed(scene.state, {me: scene.hands.marks.get(me)}) if me else scene.state
    return replace(scene, state=replace(state, to_act=me))


def ready(turn: Turn, me: Side, words: Words = "Ready") -> Deed:
    other = OTHER[me]
    last = turn.scene.hands.is_ready(other) or other not in turn.scene.hands.owners
    small = (
        phrase("{other} is ready; this is the last word", other=turn.state.people(other))
        if last
        else phrase("take back until {other} is ready too", other=turn.state.people(other))
    )
    return Deed(words=words, small=small, action=tap({"seat": me, "ready": True}), to="mark")


def mark(me: Side, **said_: object) -> str:
    return tap({"seat": me, "marks": [said_]})


def plates(turn: Turn) -> tuple[Own, ...]:
    """Both sides where no frieze shows them: who is still marking, who is ready, and no more than that."""
    if is_fought(turn.state):
        return ()
    return (Own(template="proelii/hands.html", values={"plates": shown_plates(turn)}),)


def shown_plates(turn: Turn) -> list[Values]:
    hands, me = turn.scene.hands, me_of(turn.scene)
    shown = []
    for side in hands.owners:
        words: Words = "is still marking"
        if side in hands.said:
            words = "ready"
        elif side in hands.idle:
            words = "has nothing to mark"
        elif side == me:
            words = _counted(turn, side)
        shown.append(
            {"side": side, "name": turn.state.people(side), "words": words, "ready": hands.is_ready(side)}
        )
    return shown


def shown_marks(turn: Turn) -> Values:
    """What a frieze shows of both hands: the plates, and each unit's mark, seal or question mark."""
    state, me = turn.state, me_of(turn.scene)
    marks = {name: _mark_of(turn, me, name) for name in state.ids if state.units[name].is_living}
    return {"values": {"plates": shown_plates(turn)}, "marks": marks}


def _mark_of(turn: Turn, me: Side | None, name: str) -> Values:
    """One unit's mark as this screen may know it: its own side's in words, else a seal or a question mark."""
    state, unit = turn.state, turn.state.units[name]
    if unit.roll is None or not secrets.has_choice(state, name):
        return shown_mark("none" if unit.roll else "", "nothing to mark")
    if unit.side != me:
        ready_ = turn.scene.hands.is_ready(unit.side)
        shut = {**shown_mark("shut", "shut", label=", its mark is sealed"), "sealed": True}
        return shut if ready_ else shown_mark("asks", "?")
    return {**_own_mark(turn, me, name), "sealed": me in turn.scene.hands.said}


def _own_mark(turn: Turn, me: Side, name: str) -> Values:
    state = turn.state
    entry = marks_of(turn, me).get(name)
    if entry is None:
        return shown_mark("open", "Keep", "no mark")
    at = state.units[entry["at"]].name if "at" in entry else ""
    also = (("hold", "shield down"), ("rear", "at the rear"), ("parry", "parries"))
    small = ", ".join(
        filter(None, (f"strike {at}" if at else "", *(words for key, words in also if entry.get(key))))
    )
    words, what_ = way_words(entry.get("way", secrets.KEEP))
    return shown_mark("chip", words, small or what_, f", marked: {words}")


def shown_mark(kind: str, words: str = "", small: str = "", label: str = "") -> Values:
    """A unit's mark in a frieze, without wax: its look, its words, what is said to those who listen."""
    return {"kind": kind, "words": words, "small": small, "label": label, "sealed": False}


def _counted(turn: Turn, me: Side) -> Words:
    if turn.state.step not in secrets.SHEET:
        return "you"
    names = [name for name in own_units(turn, me) if secrets.has_choice(turn.state, name)]
    marks = marks_of(turn, me)
    return phrase("{n} of {of} marked", n=sum(name in marks for name in names), of=len(names))


def marks_of(turn: Turn, me: Side) -> secrets.Sheet:
    return turn.scene.hands.marks.get(me) or {}


def own_units(turn: Turn, me: Side) -> list[str]:
    """The units of a side that stand in a fight and roll, or show a roll; by the letter of the fight."""
    state, letters = turn.state, turn.letters
    names = [name for name, unit in state.army(me) if secrets.may_throw(state, unit) or unit.roll is not None]
    return sorted((name for name in names if name in letters), key=lambda name: (letters[name], name))


def _watched(turn: Turn) -> Question:
    """On a screen that shows to all: who is ready, and the way to each side's own room."""
    scene, hands = turn.scene, turn.scene.hands
    step = STEP_NAMES[turn.state.step or ""]
    own = [side for side in SIDES if side in hands.missing and side in scene.sight.holds]
    rooms = [_room(turn, side) for side in own if scene.room == "table"]
    others = [
        side for side in SIDES if side in hands.missing and side in scene.sight.acts - scene.sight.holds
    ]
    words = [_for_another(turn, side) for side in others if scene.room != "tv"]
    openly = Choice(
        words="Decide both openly",
        small="nothing is sealed, and each deed counts at once",
        href=href(**{**scene.draft, "for": BOTH}),
    )
    there = [Choice(words=way.words, small=way.small, href=way.href, leaves=True) for way in rooms[1:]]
    rows = (*there, *((openly,) if hands.alone and rooms else ()))
    return Question(
        kind="hands",
        title="Two hands, opened at once",
        under=phrase("{step}: each side marks its own, and nobody sees the other's.", step=step),
        pieces=(*plates(turn), *((Choices(label="Or", choices=rows),) if rows else ())),
        main=rooms[0] if rooms else words[0] if len(words) == 1 else None,
        missing=phrase("Waiting for {who}", who=listed(turn.state.people(side) for side in hands.missing)),
        rule=f"phase-{turn.state.phase}",
    )


def _room(turn: Turn, side: Side) -> Way:
    words, small = (
        phrase("I am {who}", who=turn.state.people(side)),
        "your marks show only while they are held",
    )
    return Way(words=words, small=small, href="hand/" + href(seat=side), leaves=True)


def _for_another(turn: Turn, side: Side) -> Deed:
    """A host who plays for a side by his word sees none of its marks: he says that it is ready."""
    words = phrase("{who} is ready", who=turn.state.people(side))
    return Deed(
        words=words, small="nothing more is marked", action=tap({"seat": side, "ready": True}), to="mark"
    )


def _can_come(turn: Turn, me: Side) -> Iterator[Rows]:
    """What one's own marks can come to, against an enemy that keeps its roll and against its other ways."""
    if turn.state.step not in secrets.SHEET:
        return
    state, marks, letters = turn.state, marks_of(turn, me), turn.letters
    rows = []
    for name in own_units(turn, me):
        enemy = next((each for each in state.facing[name] if state.units[each].roll is not None), "")
        if state.units[name].roll is None or not enemy:
            continue
        cells = [
            _shown_cell(cell(state, name, {**marks, **by(enemy, way)})) for way in secrets.ways(state, enemy)
        ]
        others = " or ".join(dict.fromkeys(cells[1:])) or "as it is"
        rows.append(Row((f"{letters[name]} · {state.units[name].name}", cells[0], others)))
    if rows:
        yield Rows(label="What it can come to", rows=tuple(rows), head=("You", "if they keep", "if not"))


def _shown_cell(cell: Values) -> str:
    return f"{cell['words']}, {cell['small']}" if cell["small"] else str(cell["words"])


def _advance(turn: Turn, me: Side) -> Prompt:
    """Own units that may step forward do so at once; then the word that no more do."""
    question, taps = advance(turn)
    return replace(question, pieces=(*plates(turn), *question.pieces), main=ready(turn, me)), taps


def _deployment(turn: Turn, me: Side) -> Prompt:
    """An army behind its screen: both sides lay theirs out at the same time (5.1)."""
    army = {name: unit for name, unit in turn.state.army(me) if unit.at != DISTANT}
    name = turn.chosen("u", army)
    places = [at for at in laying_out.places_of(turn.state, me) if name and at != army[name].at]
    to = turn.chosen("at", places)
    words: Words = phrase("{unit} to {to}", unit=army[name].name if name else "", to=place_name(to))
    two: Words = ""
    if other := turn.state.standing.get(to, ""):
        words = "Change places"
        two = phrase("{unit} and {other}", unit=army[name].name, other=army[other].name)
    stands = ready(turn, me, "My army stands")
    anew = Deed(words="As at first", small="all back", action=mark(me, clear=True))
    question = Question(
        kind="deploy",
        title="Put your army in line",
        under="Tap a unit, then its place; who stands there takes the other. The enemy does so too.",
        pieces=(*plates(turn), flanks(turn, me, name, to), *_lines(me), *unit_rows(turn, list(army), name)),
        main=Deed(words=words, small=two, action=mark(me, unit=name, to=to)) if to else stands,
        to="mark",
        lesser=(replace(stands, small=""),) if to else (anew,) if marks_of(turn, me) else (),
        back=fresh(turn.scene) if name else "",
        secret=True,
    )
    taps = deploying(turn, list(army), name, places, to)
    taken = {
        each: turn.link(at=unit.at) for each, unit in army.items() if unit.at in places and unit.at != ENTRY
    }
    return question, replace(taps, units={**taps.units, **taken})


def _lines(me: Side) -> Iterator[Choices]:
    """The army laid out with one tap."""
    lines = {"rank": "Line up by rank", "mirror": "Mirror", "reserve": "All to the reserve"}
    chips = [Choice(words="As the battle was", action=mark(me, clear=True))]
    chips += [Choice(words=words, action=mark(me, line=line)) for line, words in lines.items()]
    yield Choices(label="Formations", choices=tuple(chips), shape="chips", shows_label=True)


def _sheet(turn: Turn, me: Side) -> Prompt:
    """The rolls, and what shall follow: one sheet from the first die to the losses."""
    state, names = turn.state, own_units(turn, me)
    name = turn.chosen("u", names) or next((n for n in names if state.units[n].roll is None), "")
    name = name or next(iter(names), "")
    taps = _taps(turn, names, name)
    if not name:
        question = Question(
            kind="hands", title="Two hands, opened at once", pieces=plates(turn), main=ready(turn, me)
        )
        return question, taps
    sources = open_sources(state, state.units[name]) if state.step == "roll" else []
    if state.units[name].roll is None or (sources and {*turn.scene.draft} & {"again", "by"}):
        return _thrown(turn, me, name), taps
    return _ways_question(turn, me, name), taps


def _taps(turn: Turn, names: Sequence[str], name: str) -> Taps:
    state = turn.state
    there = frozenset({state.units[name].at, name}) if name else frozenset()
    units = {each: turn.link(u=each, again=None) for each in names}
    return Taps(units=units, pairs=turn.letters, chosen=there)


def _thrown(turn: Turn, me: Side, name: str) -> Question:
    """One unit's die; as long as none is chosen, all of them together come first."""
    question = thrown_at(turn, name)
    deeds = [each for each in (question.main, *all_dice(turn, own_units(turn, me))) if each]
    if "u" not in turn.scene.draft:
        deeds.reverse()
    return replace(
        question,
        kind="hands",
        pieces=(*plates(turn), *question.pieces),
        main=deeds[0],
        lesser=(*deeds[1:], ready(turn, me)),
    )


def _ways_question(turn: Turn, me: Side, name: str) -> Question:
    """One unit's sheet: its ways against the enemy's, and what else may be marked of it."""
    state, unit = turn.state, turn.state.units[name]
    marks, dice = marks_of(turn, me), _to_fall(turn, OTHER[me])
    weighed = Weighed(
        turn,
        name,
        marks,
        lambda way: mark(me, unit=name, way=way),
        marks.get(name, {}).get("way", secrets.KEEP),
    )
    clear = Deed(
        words=phrase("Clear {letter}", letter=turn.letters.get(name, "")),
        small="no mark is keep",
        action=mark(me, unit=name, clear=True),
    )
    return Question(
        kind="hands",
        title=title(state, name, turn.letters.get(name, "")),
        under=phrase("{unit}, {what}", unit=unit.name, what=what(unit)),
        pieces=(*_news(turn, me), *_barred(turn, me), *pieces(weighed), *_more(turn, me, name)),
        main=None if dice else ready(turn, me),
        lesser=(
            *((clear,) if name in marks else ()),
            *((ready(turn, me, "Ready as it is"),) if dice else ()),
        ),
        missing=phrase("{other} may yet roll {n:a die|# dice}", other=state.people(OTHER[me]), n=dice),
        to="mark",
        back=fresh(turn.scene) if "u" in turn.scene.draft else "",
    )


def _to_fall(turn: Turn, side: Side) -> int:
    """How many dice a side may yet roll before it is ready; each would take back the other's word."""
    if turn.state.step != "roll" or turn.scene.hands.is_ready(side):
        return 0
    return sum(course.may_roll(turn.state, unit) for _, unit in turn.state.army(side))


def _news(turn: Turn, me: Side) -> Iterator[Note]:
    """A die of the other side that has just fallen took every ready back."""
    last = turn.scene.last if isinstance(turn.scene.last, dict) else {}
    names = secrets.rolling(last) if last.get("type") in ("roll", "rolls", "reroll") else []
    if names and turn.state.units[names[0]].side != me:
        units = listed(turn.state.units[name].name for name in names)
        words = "{units} show a new die: marks of that fight begin anew, and nobody is ready yet."
        yield Note(phrase(words, units=units))


def _barred(turn: Turn, me: Side) -> Iterator[Note]:
    """Marks of this side that stand in one another's way, before it says that it is ready."""
    for name, why in secrets.barred(turn.state, me, marks_of(turn, me)):
        yield Note(phrase("{unit}: {why}", unit=turn.state.units[name].name, why=why), warns=True)


def _more(turn: Turn, me: Side, name: str) -> Iterator[Piece]:
    """What else may be marked of a unit: its aim, shields let down, the rear, parries."""
    state, marks = turn.state, marks_of(turn, me).get(name, {})
    targets = state.facing[name] if marks.get("rear") else secrets.aims(state, name)
    if len(targets) > 1:
        chips = tuple(
            Choice(
                words=state.units[each].name,
                action=mark(me, unit=name, at=each),
                chosen=marks.get("at") == each,
            )
            for each in targets
        )
        yield Choices(label="Strike first at", choices=chips, shape="chips", shows_label=True)
    switches = []
    if secrets.any_shield(state, name):
        hold = bool(marks.get("hold"))
        small = "hits come through, and the shield brings 25"
        switches.append(Choice(words="Let the shield down", small=small, icon=own_sign("shield"),
                               action=mark(me, unit=name, hold=not hold), chosen=hold))  # fmt: skip
    if secrets.may_rear(state, name):
        rear = bool(marks.get("rear"))
        switches.append(Choice(words="Strike at the rear", end="2 prestige",
                               action=mark(me, unit=name, rear=not rear), chosen=rear))  # fmt: skip
    switches += _parries(turn, me, name)
    if switches:
        yield Choices(label="Also", choices=tuple(switches))


def _parries(turn: Turn, me: Side, name: str) -> Iterator[Choice]:
    """A switch a sword, for each enemy's swords, in realistic combat."""
    state, unit = turn.state, turn.state.units[name]
    now = list(marks_of(turn, me).get(name, {}).get("parry", ()))
    if state.options.combat == "arcade":
        return
    for enemy in state.facing[name]:
        made = now.count(enemy)
        for n in range(1, min(unit.swords, state.units[enemy].swords) + 1):
            on = made >= n
            rest = [each for each in now if each != enemy]
            parry = [*rest, *[enemy] * (n - 1 if on else n)]
            if len(parry) <= unit.swords or on:
                words = phrase("Parry a sword of {enemy}", enemy=state.units[enemy].name)
                yield Choice(words=words, action=mark(me, unit=name, parry=parry), chosen=on)
