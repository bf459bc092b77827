"""Verräter on the shelf: the card of the game, and the functions that the house plays it with."""

from companion.engine.game import Chair, Game, OwnerFile, Resolution, Size, Step, Walk
from companion.engine.wording import isolated
from companion.games.verraeter import deeds, rules
from companion.games.verraeter import state as ground
from companion.games.verraeter.data import COLOURS, FOLDER
from companion.games.verraeter.deeds import apply, result
from companion.games.verraeter.front import FRONT, sketch
from companion.games.verraeter.player import PLAYER
from companion.games.verraeter.printables import PRINTABLES, WORKSHOP
from companion.games.verraeter.printables.look import DRESS, tonight
from companion.games.verraeter.screens import changes, covers, plates, view
from companion.games.verraeter.screens.conflict import beats, so_far
from companion.games.verraeter.screens.desk import PROCEDURES
from companion.games.verraeter.screens.film import FILM
from companion.press.whole import with_everything


def check_cards(file: object) -> Resolution[dict[str, int]]:
    """Whether a group's file of card values can be played with (specification 9.4)."""
    cards, words = ground.read_file(file, "")
    ground.check_starting_hands(cards, ground.FEWEST_PLAYERS, "supply")
    read = {words.landscapes[kind]: land.conflict for kind, land in cards.landscapes.items()}
    values = {"lands": ", ".join(f"{isolated(name)} {conflict}" for name, conflict in read.items())}
    values |= {"count": str(len(cards.deck))}
    return Resolution(read, (Step("contents", "{lands}; {count} supply cards.", values),))


FILES = (
    OwnerFile(
        key="cards",
        title="Card values",
        help="The numbers on your landscapes and how many supply cards there are, as a JSON file.",
        check=check_cards,
        sample=ground.starter_file,
    ),
)


def seats(setup: object) -> tuple[Chair, ...]:
    """The players that a setup names, clockwise; where it names none, a colour each."""
    players = setup.get("players", COLOURS) if type(setup) is dict else COLOURS
    return tuple(Chair(player, ground.spoken(player)) for player in players)


SIZES = (
    Size("Four", {"players": list(COLOURS)}),
    Size("Three", {"players": list(COLOURS[: ground.FEWEST_PLAYERS])}),
)


GAME: Game[ground.State] = Game(
    folder=FOLDER,
    sketch=sketch,
    procedures={procedure.name: procedure for procedure in PROCEDURES},
    setup_seats=seats,
    options=ground.HOUSE_RULES,
    shuffle=rules.shuffle,
    open=rules.open_table,
    roll=rules.roll,
    apply=apply,
    legal=deeds.seen_legal,
    looks=deeds.looks,
    by_hand=deeds.is_by_hand,
    asks=deeds.asks,
    answer=deeds.answer,
    read_state=ground.read_state,
    redact_state=lambda state, sight: deeds.seen_state(state, sight.sees),
    redact_action=deeds.redact_action,
    veil=deeds.veil,
    is_irrevocable=deeds.is_irrevocable,
    actors=lambda state: () if state.active is None else (state.active,),
    turns=lambda state: ground.ids_of(state.in_turn()) if state.phase in ("draft", "supply") else (),
    is_over=lambda state: state.phase == "finished",
    describe=deeds.describe,
    tell=deeds.tell,
    headline=deeds.headline,
    came=changes,
    plates=plates,
    covers=covers,
    view=view,
    workshop=WORKSHOP,
    printables=with_everything(DRESS.title, {**PRINTABLES, **FRONT}, tonight),
    files=FILES,
    sizes=SIZES,
    begins="start_player",
    seat_key="player",
    result=result,
    walk=Walk(beats, so_far),
    film=FILM,
    player=PLAYER,
)
