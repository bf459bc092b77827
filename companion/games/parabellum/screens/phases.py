"""A phase of a turn without a unit in hand: who can do what, the way on; and for whom the others wait."""

from collections.abc import Iterator

from companion.engine.game import Scene
from companion.engine.stage import Choice, Choices, Deed, Fold, Icon, Lead, Own, Piece, Question, Way, said
from companion.engine.wording import count, listed, sentence, tap
from companion.games.parabellum.data import PHASE_NAMES, TURN_PHASES, Phase
from companion.games.parabellum.rules import apply
from companion.games.parabellum.rules.words import at
from companion.games.parabellum.screens.cards import SHEET, report_values, seat_of, sign_of
from companion.games.parabellum.screens.deeds import NAMES, Entry, able, entries_of, of_unit
from companion.games.parabellum.screens.frame import SHORT, who
from companion.games.parabellum.screens.notebook import NOTES
from companion.games.parabellum.screens.own import PLAN
from companion.games.parabellum.screens.seeing import fresh
from companion.games.parabellum.screens.story import story
from companion.games.parabellum.state import State

SIGN = {
    "movement": Icon("march", SHEET),
    "deployment": Icon("deploy", SHEET),
    "logistics": Icon("cargo", SHEET),
    "special": Icon("explosion", SHEET),
    "direct": Icon("attack"),
}


def phase_question(scene: Scene[State], me: str, entries: list[Entry]) -> Question:
    """Who can act in this phase, and the end of it."""
    state = scene.state
    ready = [unit for unit in state.of(me) if unit in able(entries)]
    units = tuple(_ready(scene, unit, entries) for unit in ready)
    lead = said("{what}.", what=SHORT[state.phase][2])
    return Question(
        kind=state.phase,
        title=PHASE_NAMES[state.phase],
        under=said("{units} can act", units=sentence(count(len(ready), "unit"))),
        icon=SIGN[state.phase],
        side=seat_of(state, me),
        pieces=(
            *told_pieces(scene),
            Lead(lead),
            *((Choices(label="Units that can act", choices=units),) if units else ()),
            *_reports(state),
            more(scene),
        ),
        main=way_on(state, me),
        lesser=(_turn_over(state, me),),
    )


def _ready(scene: Scene[State], unit: str, entries: list[Entry]) -> Choice:
    """A unit that can do something: what, and where it stands."""
    state, each = scene.state, scene.state.units[unit]
    deeds = listed(NAMES[kind].lower() for kind in of_unit(entries, unit))
    return Choice(
        words=said("{name} {id}", name=state.card(unit).name, id=unit),
        small=sentence(deeds),
        end=at(each.square) if each.square else "",
        icon=Icon(sign_of(state, each.type), SHEET),
        side=seat_of(state, each.owner),
        href=fresh(scene, unit=unit),
    )


def told_pieces(scene: Scene[State]) -> tuple[Piece, ...]:
    """What the last dice did, drawn, as long as nothing else is chosen."""
    found = story(scene) if not set(scene.draft) - {"seat"} else None
    if not found:
        return ()
    drawn = Own(template="parabellum/story.html", values={"story": found})
    return (Fold(id="story", title=found["title"], pieces=(drawn,), open="report" in found),)


def _reports(state: State) -> tuple[Piece, ...]:
    reports = [report_values(state, unit) for unit in state.reports]
    drawn = Own(template="parabellum/reports.html", values={"reports": reports})
    return (
        (Fold(id="reports", title="Reported in this Combat phase", pieces=(drawn,), open=True),)
        if reports
        else ()
    )


def more(scene: Scene[State]) -> Fold:
    """What else one may look up or do in any phase of a turn."""
    ways = (
        Choice(words="Balance Sheet", href=fresh(scene, do="books"), icon=Icon("books")),
        Choice(words="Catalogue", href=fresh(scene, do=PLAN), icon=Icon("cards")),
        Choice(words="Notebook", href=fresh(scene, do=NOTES), icon=Icon("pen")),
        Choice(words="Objectives and ground", href=fresh(scene, do="objectives"), icon=Icon("mission")),
        Choice(words="Withdraw from the scenario…", href=fresh(scene, do="withdraw"), icon=Icon("resign")),
    )
    return Fold(
        id="more", title="Books, objectives, withdrawal", pieces=(Choices(label="More", choices=ways),)
    )


def way_on(state: State, me: str) -> Deed:
    """On to the next phase in which something can be done: those between end with this tap."""
    end = {"type": "end_phase", "player": me}
    passed = list(_passed(state, me))
    to = TURN_PHASES.index(state.phase) + 1 + len(passed)
    words = (
        said("On to {phase}", phase=PHASE_NAMES[TURN_PHASES[to]]) if to < len(TURN_PHASES) else "End the turn"
    )
    small = said("nothing to do in {phases}", phases=listed(passed)) if passed else ""
    return Deed(words=words, small=small, action=tap([end] * (1 + len(passed))) if passed else tap(end))


def _turn_over(state: State, me: str) -> Deed:
    """All phases that are left, a line each."""
    left = len(TURN_PHASES) - TURN_PHASES.index(state.phase)
    end = {"type": "end_phase", "player": me}
    return Deed(words="End the turn", small=said("{n} phases", n=left), action=tap([end] * left))


def _passed(state: State, me: str) -> Iterator[str]:
    """The phases after this one in which no unit can do anything; the Boardroom is always worth a look."""
    if state.phase == "boardroom":
        return
    for phase in _after(state.phase):
        state = apply(state, {"type": "end_phase", "player": me}).state
        if able(entries_of(state, me)):
            return
        yield SHORT[phase][0]


def _after(phase: Phase) -> tuple[Phase, ...]:
    return TURN_PHASES[TURN_PHASES.index(phase) + 1 : -1]


def waiting_question(scene: Scene[State], me: str | None) -> Question:
    """For whom the table waits, and the way to that company's own desk."""
    state = scene.state
    active = state.active or ""
    doing = PHASE_NAMES[state.phase]
    lead = SHORT[state.phase][2] if state.phase in SHORT else "Companies buy in turn, one resource a go"
    plan = (Way(words="Catalogue and plan", href=fresh(scene, do=PLAN)),) if me is not None else ()
    return Question(
        kind="waiting",
        title=said("{who}: {doing}", who=who(state, active), doing=doing) if active else doing,
        icon=SIGN.get(state.phase),
        side=seat_of(state, active) if active else "",
        pieces=(*told_pieces(scene), Lead(said("{what}.", what=lead))),
        lesser=plan,
        missing=said("Waiting for {who}", who=who(state, active)),
        waits=active if me is None else "",
    )
