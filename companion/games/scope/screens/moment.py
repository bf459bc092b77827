"""What the last action did, as a scene: the card turns over inside the scope, on every screen."""

from companion.engine.looking import Values
from companion.engine.scene import Scene
from companion.engine.stage import Effect, Moment, Part, Words, said
from companion.engine.wording import listed
from companion.games.scope.data import CARD_NAMES, ENEMY, SIDE_NAMES, Side
from companion.games.scope.screens.city import card
from companion.games.scope.screens.frame import SIGNS, own_sign
from companion.games.scope.screens.odds import odds, per_cent
from companion.games.scope.screens.story import Up, fell, turned
from companion.games.scope.state import State

DEEDS = ("search", "recognition", "howitzer", "offensive_fire", "assault", "shoot", "advance")


def moment(scene: Scene[State]) -> Moment | None:
    """The scene of a card that was turned up or fell; any other action is told by the house itself."""
    action = scene.last
    kind = action.get("type") if isinstance(action, dict) else None
    if kind not in DEEDS or len(scene.trail) < 2:
        return None
    before, now = scene.trail[-2], scene.state
    up = [each for each in turned(before, now) if each.side != before.side]
    if not up:
        return _fallen(before, now)
    picture = Part("scope/sight.html", {"cards": [_card(now, each) for each in up]}, "", SIGNS)
    return Moment(
        title=_title(up), side=before.side, picture=picture, effects=tuple(_effects(before, now, up))
    )


def _card(state: State, up: Up) -> Values:
    return card(state, up.card, up.side) | {"at": up.at}


def _title(up: list[Up]) -> Words:
    """The one word for it."""
    cards = {each.card for each in up}
    if cards == {"empty"}:
        return "Nothing there"
    if cards <= {"decoy", "empty"}:
        return "A decoy!"
    return "Hit!" if len(up) == 1 else "Seen!"


def _effects(before: State, now: State, up: list[Up]) -> list[Effect]:
    """Where it lies, how likely it was, what it is worth."""
    told = listed(f"{CARD_NAMES[each.card]} at {each.at}" for each in up)
    effects = [Effect(told[:1].upper() + told[1:], before.side, own_sign(up[0].card))]
    if len(up) == 1:
        effects += [Effect(words, before.side) for words in _worth(before, now, up[0])]
    return effects + [_loss(now, side, each) for side, each in fell(before, now)]


def _worth(before: State, now: State, up: Up) -> list[Words]:
    found = odds(before, up.side).get(up.at, {})
    chance = next((chance for card, chance in found.items() if card == up.card), None)
    told: list[Words] = [said("{n} in 100 to be there", n=per_cent(chance))] if chance else []
    points = now.options.points.of(up.card)
    if now.phase == "decide" and points:
        told.append(said("{n:# point|# points} if it is shot", n=points))
    return told


def _loss(now: State, side: Side, fallen: str) -> Effect:
    points = now.options.points.of(fallen)
    who = SIDE_NAMES[ENEMY[side]]
    words = said("{n:# point|# points} for the {who} side", n=points, who=who)
    return Effect(words, ENEMY[side], own_sign(ENEMY[side]))


def _fallen(before: State, now: State) -> Moment | None:
    """A shot at a card that was up already."""
    gone = fell(before, now)
    if not gone:
        return None
    side, fallen = gone[0]
    shot = now.shots[before.side]
    title = said("{side} {card} eliminated", side=SIDE_NAMES[side], card=CARD_NAMES[fallen])
    effects = [_loss(now, side, fallen)]
    if shot and before.shots[before.side] != shot:
        effects.append(
            Effect(said("The shot came from {square}", square=shot.quadrant), before.side, own_sign("shot"))
        )
    return Moment(title=title, side=before.side, effects=tuple(effects))
