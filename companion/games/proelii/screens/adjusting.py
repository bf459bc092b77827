"""Setting something right by hand, and how the people at the table end a battle themselves."""

from companion.engine.looking import fresh
from companion.engine.scene import Scene
from companion.engine.stage import (
    Choice,
    Choices,
    Deed,
    Field,
    Fields,
    Fold,
    Lead,
    Piece,
    Question,
    Words,
    said,
)
from companion.engine.wording import tap
from companion.games.proelii.data import RANKS, SIDE_NAMES, SIDES
from companion.games.proelii.rules.secrets import is_secret
from companion.games.proelii.state import State

LEAD = "Where table and app disagree, the table is right. Whoever else plays is asked first."


def wants_adjusting(scene: Scene[State]) -> bool:
    """Whether this screen asks to set something right, and may."""
    return scene.draft.get("do") == "adjust" and bool(scene.sight.acts) and not scene.state.is_over


def adjust_question(scene: Scene[State]) -> Question:
    """A unit's energy, cohesion or place; a side's prestige."""
    state = scene.state
    name = scene.draft.get("u", "")
    why = Field(name="a.reason:text", words="Why", longest=200, needed=True)
    whom = _whom(scene)
    if name not in state.units:
        return Question(
            kind="adjust",
            title="Set something right",
            pieces=(Lead(LEAD), whom, *_ends(scene)),
            missing="Choose a unit",
            back=fresh(scene),
            opens="full",
        )
    unit = state.units[name]
    fields = (*_fields(scene, name), why)
    return Question(
        kind="adjust",
        title=said("Set {unit} right", unit=unit.name),
        pieces=(Lead(LEAD), Fields(fields)),
        main=Deed(words="Set it", action=tap({"type": "adjust", "unit": name})),
        back=fresh(scene, do="adjust"),
        opens="full",
    )


def _whom(scene: Scene[State]) -> Choices:
    units = scene.state.units
    rows = tuple(
        Choice(words=units[name].name, side=units[name].side, href=fresh(scene, do="adjust", u=name))
        for name in scene.state.ids
    )
    return Choices(label="Which unit", choices=rows, shape="chips", shows_label=True)


def _fields(scene: Scene[State], name: str) -> tuple[Field, ...]:
    unit = scene.state.units[name]
    energy: tuple[tuple[str, Words], ...] = tuple((str(n), str(n)) for n in (0, 25, 50, 75, 100))
    ranks: tuple[tuple[str, Words], ...] = tuple((rank, rank.capitalize()) for rank in RANKS)
    cp: tuple[tuple[str, Words], ...] = tuple((str(n), str(n)) for n in range(unit.kind.cp + 1))
    places = (*scene.state.board.squares, "entry", "distant", "escaped", "destroyed")
    at: tuple[tuple[str, Words], ...] = tuple((place, place) for place in places)
    found = (
        Field(name="a.set.energy", words="Energy", kind="select", options=energy, value=str(unit.energy)),
        Field(name="a.set.cp", words="CP", kind="select", options=cp, value=str(unit.cp)),
        Field(
            name="a.set.experience", words="Experience", kind="select", options=ranks, value=unit.experience
        ),
    )
    if is_secret(scene.state):
        return found
    return (*found, Field(name="a.set.at", words="At", kind="select", options=at, value=unit.at))


def _ends(scene: Scene[State]) -> tuple[Piece, ...]:
    """Giving up, and agreeing that nothing more can be fought for."""
    choices = [
        Choice(
            words=said("{side} surrenders", side=SIDE_NAMES[side]),
            action=tap({"type": "surrender", "side": side}),
        )
        for side in SIDES
        if side in scene.sight.acts
    ]
    if scene.state.phase != "start":
        words = "Nothing can lead to combat any more: the centre decides"
        choices.append(Choice(words=words, action=tap({"type": "stalemate"})))
    return (
        Fold(id="ends", title="End the battle", pieces=(Choices(label="The end", choices=tuple(choices)),)),
    )
