"""The tree's room as Parabellum fills it."""

from companion.engine.campaign.branches import Branches
from companion.games.parabellum.campaign.ahead.forecast import outlook
from companion.games.parabellum.campaign.ahead.planning import plan
from companion.games.parabellum.campaign.booklets import booklet
from companion.games.parabellum.campaign.choosing import choice, choose
from companion.games.parabellum.campaign.path import legs
from companion.games.parabellum.campaign.tree import tree
from companion.games.parabellum.campaign.what_if import prospect
from companion.games.parabellum.state import State

BRANCHES: Branches[State] = Branches(
    tree=tree,
    choice=choice,
    legs=legs,
    booklet=booklet,
    prospect=prospect,
    outlook=outlook,
    plan=plan,
    choose=choose,
    poster="tree",
)
