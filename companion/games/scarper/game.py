"""Scarper on the shelf: the card of the game, and the functions that the house plays it with."""

from functools import partial

from companion.engine.game import Chair, Game, Walk
from companion.engine.whole_game import recorded
from companion.games.scarper.data import FOLDER, SIDE_NAMES, SIDES, TITLE
from companion.games.scarper.front import FRONT
from companion.games.scarper.printables import PRINTABLES
from companion.games.scarper.printables.cards import WORKSHOP
from companion.games.scarper.printables.look import DRESS, tonight
from companion.games.scarper.rules import apply, secrets, setting_up, telling
from companion.games.scarper.rules.legal import actors
from companion.games.scarper.rules.setting_up import set_up
from companion.games.scarper.rules.telling import result
from companion.games.scarper.screens import covers, view
from companion.games.scarper.screens.board import recall
from companion.games.scarper.screens.desk import PROCEDURES
from companion.games.scarper.screens.film import FILM
from companion.games.scarper.screens.year import beats, so_far
from companion.games.scarper.state import HOUSE_RULES, State, read_state, state_json
from companion.press.whole.everything import with_everything

CHAIRS = tuple(Chair(side, SIDE_NAMES[side]) for side in SIDES)


GAME: Game[State] = Game(
    slug="scarper",
    title=TITLE,
    tagline="The Western Front, 1914 to 1918, trench by trench",
    players="2",
    folder=FOLDER,
    procedures={procedure.name: procedure for procedure in PROCEDURES},
    setup_seats=lambda setup: CHAIRS,
    options=HOUSE_RULES,
    shuffle=setting_up.shuffle,
    open=set_up,
    roll=setting_up.roll,
    apply=apply,
    legal=secrets.seen_legal,
    looks=secrets.looks,
    by_hand=telling.is_by_hand,
    asks=secrets.asks,
    answer=secrets.answer,
    state_json=state_json,
    read_state=read_state,
    redact_state=secrets.redact_state,
    redact_action=secrets.redact_action,
    veil=secrets.veil,
    is_irrevocable=secrets.is_irrevocable,
    actors=actors,
    is_over=lambda state: state.phase == "over",
    describe=telling.describe,
    tell=telling.tell,
    recall=recall,
    headline=telling.headline,
    covers=covers,
    view=view,
    workshop=WORKSHOP,
    printables=with_everything(DRESS.title, {**PRINTABLES, **FRONT}, tonight),
    files=setting_up.FILES,
    demo=partial(recorded, FOLDER),
    result=result,
    walk=Walk(beats, so_far),
    film=FILM,
)
