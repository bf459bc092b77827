"""Scarper on the shelf: the card of the game, and the functions that the house plays it with."""

from companion.engine.game import Chair, Game, Walk
from companion.games.scarper import deeds
from companion.games.scarper.data import FOLDER, SIDE_NAMES, SIDES
from companion.games.scarper.deeds import actors, apply, result, secrets
from companion.games.scarper.front import FRONT, sketch
from companion.games.scarper.player import PLAYER
from companion.games.scarper.printables import DRESS, tonight
from companion.games.scarper.printables.aid import AIDS, DECK_LISTS, MARKERS
from companion.games.scarper.printables.board import BOARDS
from companion.games.scarper.printables.cards import DECKS, WORKSHOP
from companion.games.scarper.printables.chances import CHARGE_TABLES
from companion.games.scarper.printables.record import ANSWERS, POSITIONS, YEAR_SHEETS
from companion.games.scarper.printables.years import RECORDS
from companion.games.scarper.rules import setting_up
from companion.games.scarper.rules.setting_up import set_up
from companion.games.scarper.screens import covers, view
from companion.games.scarper.screens.board import recall
from companion.games.scarper.screens.desk import PROCEDURES
from companion.games.scarper.screens.year import FILM, beats, came, plates, so_far
from companion.games.scarper.state import HOUSE_RULES, State, read_state
from companion.press.boxes import dividers, tuckboxes
from companion.press.options import on_shelf
from companion.press.whole import with_everything

CHAIRS = tuple(Chair(side, SIDE_NAMES[side]) for side in SIDES)

BOXES = tuckboxes(DRESS, 80, "card")
PLACES = ("1914", "1915", "1916", "1917", "1918", "Allied", "German", "In play", "Discards")
DIVIDERS = dividers(DRESS, PLACES, "card")
PRINTABLES = on_shelf(
    FOLDER / "printables" / "shelf.json",
    BOXES, DIVIDERS, DECKS, BOARDS, MARKERS, AIDS, POSITIONS, RECORDS, CHARGE_TABLES, DECK_LISTS,
    YEAR_SHEETS, answers=ANSWERS,
)  # fmt: skip
"""Everything of Scarper that goes on paper, by name, in the order in which the shop shows it."""


GAME: Game[State] = Game(
    folder=FOLDER,
    sketch=sketch,
    procedures={procedure.name: procedure for procedure in PROCEDURES},
    setup_seats=lambda setup: CHAIRS,
    options=HOUSE_RULES,
    shuffle=setting_up.shuffle,
    open=set_up,
    roll=setting_up.roll,
    apply=apply,
    legal=secrets.seen_legal,
    looks=secrets.looks,
    by_hand=deeds.is_by_hand,
    asks=secrets.asks,
    answer=secrets.answer,
    read_state=read_state,
    redact_state=secrets.redact_state,
    redact_action=secrets.redact_action,
    veil=secrets.veil,
    is_irrevocable=secrets.is_irrevocable,
    actors=actors,
    is_over=lambda state: state.phase == "over",
    describe=deeds.describe,
    tell=deeds.tell,
    recall=recall,
    came=came,
    plates=plates,
    headline=deeds.headline,
    covers=covers,
    view=view,
    workshop=WORKSHOP,
    printables=with_everything(DRESS.title, {**PRINTABLES, **FRONT}, tonight),
    files=setting_up.FILES,
    result=result,
    walk=Walk(beats, so_far),
    film=FILM,
    player=PLAYER,
)
