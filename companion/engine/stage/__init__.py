"""The stage: what a screen shows, as typed data, the same for every game.

A game says its bar, board, strip, question and hand; the house places them and draws them with one set of
templates (`templates/stage/`), so that the next game writes almost none.
"""

from companion.engine.stage.bar import Bar, Turn
from companion.engine.stage.choosing import Choice, Choices, Counter, Counters, Field, Fields, Tick, Ticks
from companion.engine.stage.covering import Covering, Passing, Sitter
from companion.engine.stage.hand import Cover, Edge, Hand, Me
from companion.engine.stage.moment import Effect, Moment, Throw
from companion.engine.stage.odds import Bars, Chance, Dice, Die, OddsBar, Outcomes
from companion.engine.stage.part import Icon, Part
from companion.engine.stage.pieces import Fold, Piece
from companion.engine.stage.question import Deed, Question, Way
from companion.engine.stage.said import Said, Words, said
from companion.engine.stage.screen import Screen, Stage, covered
from companion.engine.stage.strip import Chip, Strip, StripFact, Would
from companion.engine.stage.telling import (
    End,
    Fact,
    Facts,
    Lead,
    Note,
    Own,
    Queue,
    Row,
    Rows,
    Say,
    Turned,
    Versus,
)
from companion.engine.stage.walking import beats_shown, on_to, ways_on

__all__ = [
    "Bar",
    "Bars",
    "Chance",
    "Chip",
    "Choice",
    "Choices",
    "Counter",
    "Counters",
    "Cover", "Covering",
    "Deed",
    "Dice",
    "Die",
    "Edge", "Effect",
    "End",
    "Fact",
    "Facts",
    "Field",
    "Fields",
    "Fold",
    "Hand",
    "Icon",
    "Lead",
    "Me", "Moment",
    "Note",
    "OddsBar",
    "Outcomes", "Own",
    "Part", "Passing",
    "Piece",
    "Question",
    "Queue",
    "Row",
    "Rows",
    "Said",
    "Say",
    "Screen", "Sitter",
    "Stage",
    "Strip",
    "StripFact",
    "Throw", "Tick",
    "Ticks",
    "Turn",
    "Turned",
    "Versus",
    "Way",
    "Words",
    "Would",
    "beats_shown", "covered", "on_to",
    "said", "ways_on",
]  # fmt: skip
