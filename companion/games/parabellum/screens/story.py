"""The last dice on the table, drawn: which die stopped which, shot by shot, for everybody to see."""

from companion.engine.game import Scene
from companion.engine.wire import Json
from companion.engine.wording import Values, count
from companion.games.parabellum.procedures.covers import BARE, Cover
from companion.games.parabellum.procedures.volleys import strike
from companion.games.parabellum.rules.field import cover_of
from companion.games.parabellum.rules.words import at
from companion.games.parabellum.screens.cards import public_name
from companion.games.parabellum.screens.pairing import pairing_picture
from companion.games.parabellum.state import State
from companion.games.parabellum.state.naming import spoken


def story(scene: Scene[State]) -> Values | None:
    """What the dice of the last line did; None where it threw none."""
    action = scene.last
    if type(action) is not dict or len(scene.trail) < 2 or not action.get("rolls"):
        return None
    before, kind = scene.trail[-2], action.get("type")
    if kind == "attack":
        return _attack(before, action)
    if kind == "attack_cache":
        return _cache(before, action)
    return _barrage(before, action) if kind == "barrage" else None


def _attack(before: State, action: Json) -> Values:
    unit, target, rolls = action["unit"], action["target"], action["rolls"]
    one, other = public_name(before, unit), public_name(before, target)
    pair = (_short(before, unit), _short(before, target))
    volleys = [_volley(rolls["attack"], rolls["defense"], cover_of(before, target), pair)]
    if action.get("counter"):
        volleys.append(
            _volley(rolls["counter_attack"], rolls["counter_defense"], cover_of(before, unit), (other, one))
        )
    return {"title": f"{one} attacks {other}", "volleys": volleys, "shots": []}


def _short(state: State, unit: str) -> str:
    return f"{spoken(state.card(unit).unit_class)} {unit}"


def _volley(attack: list[int], defense: list[int], cover: Cover, names: tuple[str, str]) -> Values:
    volley = strike(attack, defense, cover)
    return {
        "pairing": pairing_picture(volley.as_json(), *names),
        "verdict": f"{names[1]} loses {count(volley.losses, 'person', 'people')}",
        "losses": volley.losses,
    }


def _cache(before: State, action: Json) -> Values:
    unit, rolls = public_name(before, action["unit"]), action["rolls"]
    volley = strike(rolls["attack"], rolls["defense"], BARE)
    verdict = "The cache explodes" if volley.unmatched else "The tokens lie"
    pairing = pairing_picture(volley.as_json(), unit, "the cache")
    return {
        "title": f"{unit} fires at the cache on {at(action['square'])}",
        "volleys": [{"pairing": pairing, "verdict": verdict, "losses": len(volley.unmatched)}],
        "shots": [],
    }


def _barrage(before: State, action: Json) -> Values:
    shots = [_shot(before, aim, roll) for aim, roll in zip(action["shots"], action["rolls"], strict=True)]
    return {
        "title": f"{public_name(before, action['unit'])} fires {count(len(shots), 'shot')}",
        "volleys": [],
        "shots": shots,
    }


def _shot(before: State, aim: Json, roll: Json) -> Values:
    target = aim.get("unit")
    name = public_name(before, target) if target else f"the cache on {at(aim['cache'])}"
    if roll is None:
        return {"name": name, "wasted": True, "words": "nothing is left of it"}
    cover = cover_of(before, target) if target else BARE
    fired, best = roll["artillery"] + cover.attack, max(roll["defense"], default=0) + cover.indirect
    hit = fired > best
    return {
        "name": name,
        "fired": fired,
        "best": best,
        "hit": hit,
        "words": ("it explodes" if not target else "a hit") if hit else "a miss",
    }
