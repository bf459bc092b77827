"""Dice for the turn order: tapped face by face, the tied again, or rolled by the app."""

from companion.engine.game import Scene
from companion.engine.stage import Choice, Choices, Deed, Icon, Lead, Note, Question, Row, Rows, said
from companion.engine.wording import tap
from companion.games.parabellum.procedures.campaign.turn_order import decide
from companion.games.parabellum.screens.cards import seat_of
from companion.games.parabellum.screens.frame import who
from companion.games.parabellum.screens.seeing import keep, whole
from companion.games.parabellum.state import State

MOST_ROUNDS = 12


def turn_order_question(scene: Scene[State]) -> Question:
    """The faces of whoever still rolls, to be tapped; the order once nobody is tied."""
    state = scene.state
    dice = {player: state.players[player].die for player in state.playing}
    rolls = _typed(scene, dice)
    rolling = _rolling(dice, rolls)
    may = bool(scene.sight.acts) and scene.room != "tv"
    pads = tuple(_pad(scene, player, dice[player], len(rolls)) for player in rolling) if may else ()
    by_app = Deed(words="Roll for us", action=tap({"type": "turn_order"}), icon=Icon("roll"))
    return Question(
        kind="turn_order",
        title="Who goes first?",
        under=state.booklet.name,
        pieces=(
            *_told(state, rolls),
            *pads,
            Lead(state.booklet.overview),
            *map(Note, state.booklet.circumstances),
        ),
        main=_order(state, dice, rolls) if may else None,
        lesser=(by_app,) if may and rolling else (),
    )


def _order(state: State, dice: dict[str, int], rolls: list[dict[str, int]]) -> Deed:
    """The main deed: the order that the dice give, or what of them is missing."""
    if _rolling(dice, rolls):
        again = "The tied roll again" if rolls else "Tap what each die shows"
        return Deed(words="Play in this order", shut=again)
    order = [who(state, player) for player in decide(dice, rolls)[0]]
    action = {"type": "turn_order", "rolls": rolls}
    return Deed(words="Play in this order", small=", then ".join(order), action=tap(action))


def _told(state: State, rolls: list[dict[str, int]]) -> tuple[Rows, ...]:
    """The rounds of dice so far."""
    rows = tuple(
        Row((who(state, player), said("roll {n}", n=n + 1), str(face)), seat_of(state, player))
        for n, roll in enumerate(rolls)
        for player, face in roll.items()
    )
    return (Rows(label="The dice so far", rows=rows),) if rows else ()


def _pad(scene: Scene[State], player: str, die: int, n: int) -> Choices:
    """One company's die in this round."""
    field = f"r{n}.{player}"
    faces = tuple(
        Choice(
            key=f"{field}-{face}",
            words=str(face),
            href=keep(scene, **{field: face}),
            side=seat_of(scene.state, player),
            chosen=whole(scene, field) == face,
        )
        for face in range(1, die + 1)
    )
    label = said("{who}: d{die}", who=who(scene.state, player), die=die)
    return Choices(label=label, choices=faces, shape="pad", shows_label=True)


def _typed(scene: Scene[State], dice: dict[str, int]) -> list[dict[str, int]]:
    """The rounds of rolls that are whole."""
    rolls: list[dict[str, int]] = []
    while len(rolls) < MOST_ROUNDS and (rolling := _rolling(dice, rolls)):
        row = {player: whole(scene, f"r{len(rolls)}.{player}") for player in rolling}
        if not all(1 <= face <= dice[player] for player, face in row.items()):
            break
        rolls.append(row)
    return rolls


def _rolling(dice: dict[str, int], rolls: list[dict[str, int]]) -> list[str]:
    """Who must still roll, in the dice's order."""
    places: dict[str, tuple[int, ...]] = dict.fromkeys(dice, ())
    for roll in rolls:
        places = {player: (*place, roll.get(player, 0)) for player, place in places.items()}
    shared = list(places.values())
    return [player for player, place in places.items() if shared.count(place) > 1]
