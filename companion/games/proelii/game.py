"""Proelii on the shelf: the card of the game, and the functions that the house plays it with."""

from companion.engine.game import Chair, Game, OwnerFile
from companion.engine.wire import Json
from companion.games.proelii import deeds
from companion.games.proelii.data import FOLDER, SIDE_NAMES, SIDES, Side
from companion.games.proelii.deeds import apply, result, secrets
from companion.games.proelii.front import FRONT, sketch
from companion.games.proelii.player import PLAYER
from companion.games.proelii.printables import DRESS
from companion.games.proelii.printables.battlefield import BOARDS, MARKERS, SHEETS, TOKENS, WORKSHOP
from companion.games.proelii.printables.sheets import AIDS, ANSWERS, CARDS, LEDGERS, LOSSES, RECORDS
from companion.games.proelii.rules import dice, setting_up
from companion.games.proelii.rules.setting_up import SCENARIO, set_up
from companion.games.proelii.rules.war import WAR
from companion.games.proelii.screens import FILM, PLAYS, covers, frame, view
from companion.games.proelii.screens.desk import PROCEDURES
from companion.games.proelii.screens.desk.without_board import ASIDE
from companion.games.proelii.state import HOUSE_RULES, State, people_of, read_state, state_json
from companion.press.boxes import dividers, tuckboxes
from companion.press.options import on_shelf
from companion.press.whole import with_everything

BOXES = tuckboxes(DRESS, 8, "card")
DIVIDERS = dividers(DRESS, ("Units", "Energy", "Losses"), "card")
PRINTABLES = on_shelf(
    FOLDER / "printables" / "shelf.json",
    BOXES, DIVIDERS, TOKENS, CARDS, MARKERS, BOARDS, SHEETS, LEDGERS, RECORDS, AIDS, LOSSES, answers=ANSWERS,
)  # fmt: skip
"""Everything of Proelii that goes on paper, by name, in the order in which the shop shows it."""


def actors(state: State) -> tuple[str, ...]:
    """The side to act; both while armies are laid out in secret, each on its own device."""
    both = secrets.owners(state) if state.step == "deploy" else ()
    return both or ((state.to_act,) if state.to_act else ())


def seats(setup: object) -> tuple[Chair, ...]:
    """Both sides, by the peoples that meet where the setup says which battle is fought."""
    battle: Json = setting_up.chosen(setup).get("scenario") if isinstance(setup, dict) else None
    whole: Json = setting_up.starter().get(battle) if isinstance(battle, str) else battle
    return tuple(Chair(side, _people(whole, side) or SIDE_NAMES[side]) for side in SIDES)


def _people(battle: Json, side: Side) -> str:
    """Whose army stands there, in a battle that nobody has checked yet; empty where it does not say."""
    match battle:
        case {"white": {"name": str(white)}, "black": {"name": str(black)}}:
            return people_of({"white": white, "black": black}[side])
    return ""


FILES = (
    OwnerFile(
        key="scenario",
        title="A battle of your own",
        help="Its ground and both armies, as a spreadsheet or a JSON file.",
        check=setting_up.check_file,
        sample=setting_up.sample,
        read=setting_up.read_file,
        template=setting_up.template,
        template_name=setting_up.TEMPLATE_NAME,
    ),
)

GAME: Game[State] = Game(
    folder=FOLDER,
    sketch=sketch,
    procedures={procedure.name: procedure for procedure in PROCEDURES},
    setup_seats=seats,
    options=(SCENARIO, *HOUSE_RULES),
    shuffle=setting_up.shuffle,
    open=set_up,
    roll=dice.roll,
    apply=apply,
    legal=secrets.seen_legal,
    whose=secrets.whose,
    looks=secrets.looks,
    by_hand=deeds.is_by_hand,
    shows=secrets.shows,
    hangs=secrets.hangs,
    asks=secrets.asks,
    answer=secrets.answer,
    state_json=state_json,
    read_state=read_state,
    redact_state=secrets.redact_state,
    redact_action=secrets.redact_action,
    veil=secrets.veil,
    is_irrevocable=secrets.is_irrevocable,
    actors=actors,
    is_over=lambda state: state.is_over,
    describe=deeds.describe,
    tell=deeds.tell,
    headline=deeds.headline,
    came=frame.changes,
    plates=frame.plates,
    covers=covers,
    view=view,
    workshop=WORKSHOP,
    printables=with_everything(DRESS.title, {**PRINTABLES, **FRONT}),
    files=FILES,
    result=result,
    sealed=secrets.SEALED,
    war=WAR,
    film=FILM,
    plays=PLAYS,
    asides=(ASIDE,),
    player=PLAYER,
)
