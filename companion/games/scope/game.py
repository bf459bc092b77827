"""SCOPE Stalingrad on the shelf: the card of the game, and the functions that the house plays it with."""

from companion.engine.game import Chair, Game, OwnerFile, Size
from companion.engine.wording import Plate
from companion.games.scope import deeds
from companion.games.scope.data import FOLDER, SEAT_NAMES, TEAM_SEATS, TWO_SEATS
from companion.games.scope.deeds import result, secrets
from companion.games.scope.front import FRONT, sketch
from companion.games.scope.player import PLAYER
from companion.games.scope.printables import PRINTABLES
from companion.games.scope.printables.battlefield import WORKSHOP
from companion.games.scope.printables.cards import tonight
from companion.games.scope.printables.look import DRESS
from companion.games.scope.rules import setting_up
from companion.games.scope.rules.setting_up import six_nights
from companion.games.scope.screens import PLAYS, covers, frame, view
from companion.games.scope.screens.desk import PROCEDURES
from companion.games.scope.screens.film import FILM
from companion.games.scope.state import CHOICES, HOUSE_RULES, State, read_state
from companion.press.whole import with_everything

FILES = (
    OwnerFile(
        key="custom",
        title="A scenario of your own",
        help="Its size, its cards and its objective, as a JSON file.",
        check=setting_up.check_scenario,
        sample=lambda: setting_up.starter_scenarios()[0],
    ),
)


def seats(setup: object) -> tuple[Chair, ...]:
    """The seats of a setup: two sides, or their divisions (players_3_4)."""
    players = setup.get("players", len(TWO_SEATS)) if type(setup) is dict else len(TWO_SEATS)
    slots = TWO_SEATS if players == len(TWO_SEATS) else TEAM_SEATS
    return tuple(Chair(seat, SEAT_NAMES[seat]) for seat in slots)


SIZES = (
    Size("Two", {"players": 2}),
    Size("Three, advanced mode", {"players": 3, "mode": "advanced"}),
    Size("Four, advanced mode", {"players": 4, "mode": "advanced"}),
)


GAME: Game[State] = Game(
    folder=FOLDER,
    sketch=sketch,
    procedures={procedure.name: procedure for procedure in PROCEDURES},
    setup_seats=seats,
    options=(*CHOICES, *HOUSE_RULES),
    shuffle=setting_up.shuffle,
    open=setting_up.open_table,
    roll=setting_up.roll,
    apply=secrets.apply_at_table,
    legal=secrets.seen_legal,
    looks=secrets.looks,
    by_hand=deeds.is_by_hand,
    shows=secrets.shows,
    # After a search everybody's secrets decide whether a line still follows another past.
    hangs=lambda state, action: state.slots,
    read_state=read_state,
    redact_state=lambda state, sight: secrets.seen_state(state, sight.sees),
    redact_action=secrets.redact_action,
    veil=secrets.veil,
    is_irrevocable=secrets.is_irrevocable,
    actors=setting_up.acting,
    is_over=lambda state: state.phase == "finished",
    describe=deeds.describe,
    tell=deeds.tell,
    headline=deeds.headline,
    came=frame.came,
    plates=lambda state: map(Plate, state.grid),
    past=secrets.past,
    covers=covers,
    view=view,
    workshop=WORKSHOP,
    printables=with_everything(DRESS.title, {**PRINTABLES, **FRONT}, tonight),
    files=FILES,
    sizes=SIZES,
    seat_key="seat",
    both_agree=True,
    result=result,
    film=FILM,
    player=PLAYER,
    plays=PLAYS,
    program=six_nights(),
)
