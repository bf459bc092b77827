"""A phase of a turn without a unit in hand: who can do what, the way on; and for whom the others wait."""

from companion.engine.game import Scene
from companion.engine.stage import Choice, Choices, Fold, Icon, Lead, Own, Piece, Question, Way, said
from companion.engine.wording import count, listed, sentence
from companion.games.parabellum.data import PHASE_NAMES
from companion.games.parabellum.rules.words import at
from companion.games.parabellum.screens.cards import SHEET, report_values, seat_of, sign_of
from companion.games.parabellum.screens.course.scenario import objectives
from companion.games.parabellum.screens.deeds import NAMES, Entry, able, of_unit
from companion.games.parabellum.screens.frame import SHORT, who
from companion.games.parabellum.screens.notebook import NOTES
from companion.games.parabellum.screens.own import PLAN
from companion.games.parabellum.screens.passing import to_attacks, turn_over, way_on
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
            more(scene, ends=bool(to_attacks(state, me))),
        ),
        main=way_on(state, me),
        lesser=to_attacks(state, me) or (turn_over(state, me),),
    )


def _ready(scene: Scene[State], unit: str, entries: list[Entry]) -> Choice:
    """A unit that can do something: what, and where it stands."""
    state, each = scene.state, scene.state.units[unit]
    deeds = listed(NAMES[kind].lower() for kind in of_unit(entries, unit))
    return Choice(
        words=said("{name} {id}", name=state.called(unit), id=unit),
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
    return (
        Fold(id="story", title=found["title"], pieces=(drawn,), open="report" in found or scene.room == "tv"),
    )


def _reports(state: State) -> tuple[Piece, ...]:
    reports = [report_values(state, unit) for unit in state.reports]
    drawn = Own(template="parabellum/reports.html", values={"reports": reports})
    return (
        (Fold(id="reports", title="Reported in this Combat phase", pieces=(drawn,), open=True),)
        if reports
        else ()
    )


def more(scene: Scene[State], *, ends: bool = False) -> Fold:
    """What else one may look up or do in any phase of a turn; `ends` where no button ends all of it."""
    over = turn_over(scene.state, scene.state.active or "") if ends else None
    ways = (
        Choice(words="Balance Sheet", href=fresh(scene, do="books"), icon=Icon("books")),
        Choice(words="Catalogue", href=fresh(scene, do=PLAN), icon=Icon("cards")),
        Choice(words="Notebook", href=fresh(scene, do=NOTES), icon=Icon("pen")),
        Choice(words="Objectives and ground", href=fresh(scene, do="objectives"), icon=Icon("mission")),
        Choice(words="Withdraw from the scenario…", href=fresh(scene, do="withdraw"), icon=Icon("resign")),
        *((Choice(words=over.words, small=over.small, action=over.action),) if over else ()),
    )
    return Fold(
        id="more", title="Books, objectives, withdrawal", pieces=(Choices(label="More", choices=ways),)
    )


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
        pieces=(
            *told_pieces(scene),
            Lead(said("{what}.", what=lead)),
            *(objectives(scene) if me is None else ()),
        ),
        lesser=plan,
        missing=said("Waiting for {who}", who=who(state, active)),
        waits=active if me is None else "",
    )
