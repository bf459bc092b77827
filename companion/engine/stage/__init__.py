"""The stage: what a screen shows, as typed data, the same for every game.

A game says its bar, board, strip, question and hand; the house places them and draws them with one set of
templates (`templates/stage/`), so that the next game writes almost none. All of it is had from here.
"""

from companion.engine.form import Control as Control
from companion.engine.stage.question import *  # noqa: F403
from companion.engine.stage.screen import *  # noqa: F403
from companion.engine.wording import Phrase as Phrase
from companion.engine.wording import Words as Words
from companion.engine.wording import phrase as phrase
