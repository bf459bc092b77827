"""Proelii's screens out of one scene: what is played, the question, the stage, how a battle ends."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise

from companion.engine import stage
from companion.engine.dice import Throw, weights_of
from companion.engine.film import Chart, Film, Label, Replay, Series, Turning, on_screen
from companion.engine.option import Host, Plays, Tile
from companion.engine.scene import Scene, fresh
from companion.engine.wire import Json
from companion.engine.wording import counted, tap
from companion.games.proelii import data
from companion.games.proelii.data import SIDES, Kind, Side
from companion.games.proelii.deeds import WON_BY
from companion.games.proelii.deeds.secrets import PARTS, SEALED, SECRECY, is_secret, veil
from companion.games.proelii.procedures.armies import by_centre
from companion.games.proelii.rules.course import measured
from companion.games.proelii.rules.setting_up import BATTLES, SCENARIO, Battle, battle_of, set_up
from companion.games.proelii.screens import combat, frame, moving, watching
from companion.games.proelii.screens.attacking import answer_question, waited_for
from companion.games.proelii.screens.board import Lie, field_values
from companion.games.proelii.screens.hands import as_marked, both, is_apart, shown_marks
from companion.games.proelii.screens.opening import opening
from companion.games.proelii.state import Army, State

FALLS, DECIDES = 3, 9
"""What a fallen unit and the line that decides weigh beside CP."""


def course(trail: Sequence[State]) -> Chart:
    both = [measured(state) for state in trail]
    series = []
    for side in data.SIDES:
        values = [each[side].cp for each in both]
        series.append(Series(trail[-1].people(side), values, look=side, words=str(values[-1])))
    names = "; ".join(f"{each.name} {each.words}" for each in series)
    starts = [n for n, state in enumerate(trail) if n == 0 or _pair(state) != _pair(trail[n - 1])]
    rounds = [Label(n, end, _named(trail[n])) for n, end in pairwise([*starts, len(trail)])]
    return Chart(
        told=f"Cohesion on the field: {names}", series=series, labels=rounds, stepped=True, parted=True
    )


def _pair(state: State) -> int:
    return (state.round + 1) // 2


def _named(state: State) -> str:
    return f"R{2 * _pair(state) - 1}" if state.round else "Start"


def turnings(replay: Replay) -> Iterator[Turning]:
    """Every line that cost cohesion, by what it cost; and the end."""
    for each in replay:
        if each.before is None:
            continue
        lost = {side: _cp(each.before, side) - _cp(each.after, side) for side in data.SIDES}
        worst = max(data.SIDES, key=lost.__getitem__)
        ends = each.after.result is not None and each.before.result is None
        if lost[worst] <= 0 and not ends:
            continue
        names = [
            unit.name
            for name, unit in each.after.units.items()
            if bool(each.after.units[name].at == data.DESTROYED != each.before.units[name].at)
        ]
        side, weight = data.OTHER[worst], sum(max(0, by) for by in lost.values())
        words = stage.phrase("{names} destroyed", names=" and ".join(names)) if names else ""
        small = f"round {each.after.round}"
        weighs = weight + FALLS * len(names) + DECIDES * ends
        yield Turning(each.number, words, small, f"{weight} CP", side, weighs)


def _cp(state: State, side: data.Side) -> int:
    return measured(state)[side].cp


def throws(replay: Replay) -> Iterator[Throw]:
    """Every die that counted: the swords that it showed, against what such a die shows."""
    for each in replay:
        if each.before is None or type(each.action) is not dict:
            continue
        for name, faces in _dice(each.action):
            unit = each.before.units[name]
            die = getattr(each.before.options.dice, unit.kind.die)
            chances = [Fraction(sum(data.FACES[face][0] == n for face in die), len(die)) for n in range(3)]
            got = next(swords for face, (swords, _) in data.FACES.items() if face == faces[-1])
            shown = data.FACE_NAMES[faces[-1]]
            moment = f"round {each.after.round}"
            yield Throw(
                each.number,
                moment,
                unit.side,
                data.OTHER[unit.side],
                unit.name,
                shown,
                weights_of(chances),
                got,
            )


def _dice(action: dict[str, Json]) -> Iterator[tuple[str, Sequence[str]]]:
    """The units that rolled in a line, with the faces that they showed."""
    kind = action.get("type")
    for each in action["rolls"] if kind == "rolls" else ():
        yield each["unit"], [each["face"]]
    if kind in ("roll", "reroll"):
        yield action["unit"], [action["face"]]
    for key, who in (("attack", "unit"), ("defence", "target"), ("response_attack", "target")):
        if kind in ("hit_and_run", "charge") and action.get(key):
            yield action[who], action[key]["faces"]
    for attack in action.get("attacks", ()) if kind == "escape" else ():
        yield attack["unit"], attack["faces"]


FILM: Film[State] = Film(
    course=course,
    turnings=turnings,
    weighed="CP",
    throws=throws,
    thrown="Swords thrown",
    look=lambda state, seat: seat,
)


LEAD = "Where table and app disagree, the table is right. Whoever else plays is asked first."


def adjust_question(scene: Scene[State]) -> stage.Question:
    """A unit's energy, cohesion or place; a side's prestige."""
    state = scene.state
    name = scene.draft.get("u", "")
    why = stage.Control(name="a.reason:text", label="Why", longest=200, needed=True)
    units = scene.state.units
    rows = tuple(
        stage.Choice(words=units[name].name, side=units[name].side, href=fresh(scene, do="adjust", u=name))
        for name in scene.state.ids
    )
    whom = stage.Choices(label="Which unit", choices=rows, shape="chips", shows_label=True)
    if name not in state.units:
        return stage.Question(
            kind="adjust",
            title="Set something right",
            pieces=(stage.Lead(LEAD), whom),
            missing="Choose a unit",
            back=fresh(scene),
            opens="full",
        )
    unit = state.units[name]
    fields = (*_fields(scene, name), why)
    return stage.Question(
        kind="adjust",
        title=stage.phrase("Set {unit} right", unit=unit.name),
        pieces=(stage.Lead(LEAD), stage.Fields(fields)),
        main=stage.Deed(words="Set it", action=tap({"type": "adjust", "unit": name})),
        back=fresh(scene, do="adjust"),
        opens="full",
    )


def _fields(scene: Scene[State], name: str) -> tuple[stage.Control, ...]:
    unit = scene.state.units[name]
    energy: tuple[tuple[str, stage.Words], ...] = tuple((str(n), str(n)) for n in (0, 25, 50, 75, 100))
    ranks: tuple[tuple[str, stage.Words], ...] = tuple((rank, rank.capitalize()) for rank in data.RANKS)
    cp: tuple[tuple[str, stage.Words], ...] = tuple((str(n), str(n)) for n in range(unit.kind.cp + 1))
    places = (*scene.state.board.squares, "entry", "distant", "escaped", "destroyed")
    at: tuple[tuple[str, stage.Words], ...] = tuple((place, place) for place in places)
    fields = (
        stage.Control(
            name="a.set.energy", label="Energy", kind="select", options=energy, value=str(unit.energy)
        ),
        stage.Control(name="a.set.cp", label="CP", kind="select", options=cp, value=str(unit.cp)),
        stage.Control(
            name="a.set.experience", label="Experience", kind="select", options=ranks, value=unit.experience
        ),
    )
    if is_secret(scene.state):
        return fields
    return (*fields, stage.Control(name="a.set.at", label="At", kind="select", options=at, value=unit.at))


STEPS: Mapping[str, Callable[[frame.Turn], frame.Prompt]] = {
    "deploy": moving.deploy,
    "march": moving.march,
    "start_moves": moving.start_moves,
    "detachment": moving.detachment,
    "movement": moving.movement,
    "exchange": moving.exchange,
    "roll": combat.roll,
    "cancel": combat.cancel,
    "convert": combat.convert,
    "losses": combat.losses,
    "advance": combat.advance,
}


def question(scene: Scene[State]) -> frame.Prompt:
    state = scene.state
    if scene.asked and scene.asked["type"] in PARTS:
        return answer_question(frame.Turn(scene), scene.asked)
    if SECRECY.adjusts(scene):
        return adjust_question(scene), frame.Taps()
    if question := early(scene):
        return question, frame.Taps()
    if name := moving.looked_at(scene):
        return moving.look(scene, name)
    if state.step is None:
        ask = ending(scene)
        chart = {"chart": on_screen(course(scene.trail or (scene.state,)))}
        over = replace(ask, pieces=(*ask.pieces, stage.Own(template="stage/chart.html", values=chart)))
        return over, frame.Taps()
    if scene.asked_of:
        return waited_for(frame.Turn(scene), scene.asked_of), frame.Taps()
    if watching.is_duel(scene):
        return watching.duel(scene)
    if is_apart(scene):
        heading, taps = both(frame.Turn(scene))
        pieces = (frame.steps(state), *heading.pieces, *watching.waiting(scene))
        return replace(heading, pieces=pieces), taps
    if not frame.may_decide(scene):
        return _elsewhere(scene), frame.Taps()
    heading, taps = STEPS[state.step](frame.Turn(scene))
    side = state.to_act or ""
    pieces = (frame.steps(state), *heading.pieces)
    icon = heading.icon or (frame.own_sign(side) if side else None)
    return replace(heading, pieces=pieces, side=side, icon=icon), taps


def _elsewhere(scene: Scene[State]) -> stage.Question:
    """It is decided on another screen, or where an army may lie open."""
    state, side = scene.state, scene.state.to_act
    step = data.STEP_NAMES[state.step or ""]
    who = state.people(side) if side else "Both sides"
    return stage.Question(
        kind="waiting",
        title=stage.phrase("{who}: {step}", who=who, step=step.lower()),
        icon=frame.own_sign(side) if side else None,
        side=side or "",
        pieces=(frame.steps(state), *watching.waiting(scene)),
        missing=stage.phrase("Waiting for {who}", who=who),
        rule=f"phase-{state.phase}",
        waits=side if side and scene.own != side else "",
    )


def staged(scene: Scene[State], ask: stage.Question, taps: frame.Taps) -> stage.Stage:
    taps = moving.with_looks(scene, taps)
    state = scene.state
    before = scene.trail[-2] if len(scene.trail) > 1 else None
    return stage.Stage(
        ask=ask,
        board=_board(scene, taps),
        strip=frame.strip(scene),
        changes=tuple(frame.changes(before, state)) if before else (),
        moment=opening(scene),
        adjust=fresh(scene, do="adjust") if SECRECY.may_adjust(scene) else "",
        ends=tuple(ways_out(scene)),
    )


def _board(scene: Scene[State], taps: frame.Taps) -> stage.Part:
    """The battlefield; while dice are fought out, all pairs as a frieze in its place, but on the TV."""
    before = scene.trail[-2] if len(scene.trail) > 1 else None
    if combat.is_fought(scene.state) and not watching.is_duel(scene):
        hands = shown_marks(frame.Turn(scene)) if is_apart(scene) else None
        values = combat.frieze(lie(scene), taps, scene.once(frame.pairs), hands)
        return stage.Part("proelii/frieze.html", {"frieze": values}, "The combat", frame.SIGNS)
    if before is not None:
        left, came = watching.traces(before, scene.state, lie(scene))
        taps = replace(taps, left=left, came=came)
    return stage.Part(
        "proelii/board.html", {"field": field_values(lie(scene), taps)}, "The battlefield", frame.SIGNS
    )


def lie(scene: Scene[State]) -> Lie:
    """The field as this screen lies before it, armies behind the screen hidden from other eyes."""
    own = scene.own
    near: data.Side = "black" if own == "black" else "white"
    hides = frozenset(side for side in data.SIDES if side != own) if is_secret(scene.state) else frozenset()
    return Lie(scene.state, near, hides)


def covers(state: State, seat: str) -> stage.Cover | None:
    """An army while it is deployed; on a device that goes round, the marks of a hand too."""
    if seat not in data.SIDES:
        return None
    side: data.Side = "black" if seat == "black" else "white"
    if not is_secret(state):
        words = stage.phrase("{side} marks", side=state.people(side))
        marks = stage.Cover(name=words, side=side, icon=frame.own_sign(side), is_shared=True)
        return marks if side in SEALED.owners(state) else None
    return stage.Cover(
        name=stage.phrase("{side} deployment", side=state.people(side)), side=side, icon=frame.own_sign(side)
    )


def view(scene: Scene[State]) -> stage.Screen:
    """All that Proelii shows; what the sight may not see is not in it."""
    scene = as_marked(scene)
    hand = scene.own if scene.room == "hand" else None
    return stage.Screen(frame.bar(scene.state, hand), {}, staged(scene, *question(scene)))


SURRENDERS, CENTRE = "surrender", "centre"


def ending(scene: Scene[State]) -> stage.Question:
    result = scene.state.result
    winner = result.winner if result else "draw"
    won = winner in data.SIDES
    left, right = (_measured(scene.state, side) for side in data.SIDES)
    return stage.Question(
        kind="finished",
        title=stage.phrase("{who} wins", who=scene.state.people(winner)) if won else "A draw",
        under=_why(scene.state, result.reason) if result else "",
        icon=stage.Icon("trophy"),
        side=winner if won else "",
        pieces=(stage.Versus(left, right),),
        missing="The battle is over",
        rule="phase-over",
    )


def _why(state: State, reason: str) -> stage.Words:
    """Why it ended; where the rounds that were agreed are over, this as well (R42)."""
    words, most = WON_BY[reason], state.options.max_rounds or 0
    if most and state.round >= most and reason in AT_LAST:
        return stage.phrase("After {n:# round|# rounds}, as agreed: {words}.", n=most, words=words)
    return words.capitalize() + "."


AT_LAST = ("centre", "centre_cp", "field_cp", "even")
"""What the last round that was agreed, or nothing that can come to blows, leaves to decide."""


def _measured(state: State, side: data.Side) -> stage.End:
    left = measured(state)[side]
    reasons = (
        stage.phrase("{n:# unit|# units} on the field", n=left.on_field),
        stage.phrase("{n} escaped", n=left.escaped),
        stage.phrase("{n} destroyed", n=left.destroyed),
        stage.phrase("{n:# unit|# units} in the centre", n=left.centre_units),
    )
    return stage.End(
        str(left.cp), stage.phrase("{side} CP", side=state.people(side)), reasons, side, "cohesion"
    )


def ways_out(scene: Scene[State]) -> Iterator[stage.Way]:
    """What ends the battle now, for who plays in it; each asks before it does it."""
    if scene.state.is_over or scene.room == "tv":
        return
    for side in data.SIDES:
        if scene.acts_for(side):
            words = stage.phrase("{side} surrenders", side=scene.state.people(side))
            yield stage.Way(
                words=words, href=fresh(scene, do=SURRENDERS, who=side), icon=stage.Icon("resign")
            )
    if scene.state.phase != "start" and any(map(scene.acts_for, data.SIDES)):
        yield stage.Way(
            words="Nothing can come to blows", href=fresh(scene, do=CENTRE), icon=stage.Icon("truce")
        )


def early(scene: Scene[State]) -> stage.Question | None:
    """The question before a battle is ended by hand; None where none is asked."""
    state, do, who = scene.state, scene.draft.get("do"), scene.draft.get("who", "")
    if state.is_over or scene.room == "tv":
        return None
    side = next((each for each in data.SIDES if each == who and scene.acts_for(each)), None)
    if do == SURRENDERS and side:
        return _surrender(scene, side)
    if do == CENTRE and state.phase != "start" and any(map(scene.acts_for, data.SIDES)):
        return _centre(scene)
    return None


def _surrender(scene: Scene[State], side: data.Side) -> stage.Question:
    state = scene.state
    winner = state.people(data.OTHER[side])
    return stage.Question(
        kind="surrender",
        title=stage.phrase("Does {side} surrender?", side=state.people(side)),
        under=stage.phrase("{winner} would win, and the battle is over.", winner=winner),
        side=side,
        pieces=(_both(veil(state, scene, False)),),
        main=stage.Deed(
            words=stage.phrase("{side} surrenders", side=state.people(side)),
            small=stage.phrase("{winner} wins", winner=winner),
            action=tap({"type": "surrender", "side": side}),
            danger=True,
        ),
        lesser=(stage.Way(words="Fight on", href=fresh(scene)),),
        back=fresh(scene),
        rule="surrender",
    )


def _centre(scene: Scene[State]) -> stage.Question:
    """Who would hold the centre, before both say that nothing can come to blows any more."""
    state = scene.state
    ending_ = by_centre(measured(state))
    winner = ending_.winner
    words = stage.phrase("{who} wins", who=state.people(winner)) if winner != "draw" else "A draw"
    decides = stage.Deed(
        words="The centre decides", small=words, action=tap({"type": "stalemate"}), danger=True
    )
    return stage.Question(
        kind="stalemate",
        title="Can nothing come to blows any more?",
        under="The centre decides, and the battle is over.",
        pieces=(stage.Say(words=WON_BY[ending_.reason].capitalize() + ".", verdict=words), _both(state)),
        main=decides,
        lesser=(stage.Way(words="Fight on", href=fresh(scene)),),
        back=fresh(scene),
        rule="stalemate",
    )


def _both(state: State) -> stage.Versus:
    left, right = (_measured(state, side) for side in data.SIDES)
    return stage.Versus(left, right)


ARMS: tuple[tuple[str, tuple[Kind, ...]], ...] = (
    ("elephants", ("war_elephants",)),
    ("chariots", ("chariots",)),
    ("horse", ("cavalry", "bow_cavalry")),
)
"""What an army is strong in, the rarest first."""
STRONG = 3
"""So much horse is a strength."""
HOW_LONG = {"tokens": "30–60 min", "cubes": "90 min"}


@cache
def tiles() -> tuple[Tile, ...]:
    return tuple(map(_tile, BATTLES))


def _tile(key: str) -> Tile:
    battle = battle_of(key)
    drawn = {"scenario": key, "options": {"free_deployment": False}}
    both = measured(set_up(drawn).state)
    title, _, when = battle.title.partition(", ")
    if battle.pieces == "cubes":
        title, when = "The grand battle", "cubes"
    arms = {side: _arms(battle, side) for side in SIDES}
    every = dict.fromkeys(name for side in SIDES for name in arms[side])
    return Tile(
        key=key,
        title=title,
        value=key,
        drawn=drawn,
        when=when,
        small=" · ".join((HOW_LONG[battle.pieces], ", ".join(every) or "foot")),
        hosts=tuple(_host(battle, side) for side in SIDES),
        facts=(
            ("units", *(str(len(battle.host(side).units)) for side in SIDES)),
            ("cohesion", *(str(both[side].cp) for side in SIDES)),
            ("prestige", *(str(battle.host(side).prestige) for side in SIDES)),
            ("commander", *(battle.host(side).command for side in SIDES)),
            ("strong in", *(_strength(each) for each in arms.values())),
        ),
        rule=(
            f"ends after {counted(battle.max_rounds, 'round')}" if battle.max_rounds else "",
            "as printed it plays on",
        ),
    )  # fmt: skip


def _strength(arms: dict[str, int]) -> str:
    return ", ".join(f"{n} {name}" for name, n in arms.items()) or "foot"


def _host(battle: Battle, side: Side) -> Host:
    host = battle.host(side)
    army = Army(host.name, host.prestige, "average", host.command)
    return Host(len(host.units), army.people, army.leader)


def _arms(battle: Battle, side: Side) -> dict[str, int]:
    kinds = Counter(unit.type for unit in battle.host(side).units)
    many = {name: sum(kinds[kind] for kind in of) for name, of in ARMS}
    return {name: n for name, n in many.items() if n and (name != "horse" or n >= STRONG)}


PLAYS = Plays("Which battle?", "Two play. Tap a field to see who stands there.", SCENARIO.key, tiles)
