"""What the enemy is asked before a deed of the Move phase: who strikes, who defends itself (8.2.3, 8.2.4).

One-sided attacks on who escapes, the defence against a Hit & Run or a charge, and the answer to a Hit & Run
are the enemy's to say. What he says is put into the action, which the journal holds as it always did.
"""

from companion.engine.errors import GameError, InvalidInput
from companion.engine.game import Question
from companion.engine.wire import Json
from companion.games.proelii.data import OTHER, Ability
from companion.games.proelii.procedures.field.binding import binders
from companion.games.proelii.rules import apply
from companion.games.proelii.state import State, Unit

ESCAPE, ATTACK = "one_sided_attacks", "defence"
"""The two kinds of question."""
PARTS = {ESCAPE: ("attacks",), ATTACK: ("defence", "response", "response_attack")}
"""The parts of an action that the enemy says."""
ABILITIES: tuple[Ability, Ability] = ("charge", "push_out")
"""With which a unit may answer a Hit & Run (R24)."""


def asks(state: State, action: Json) -> Question | None:
    """The question to the enemy, where this deed leaves him something to say; None for what cannot be."""
    bare = _bare(action)
    if bare is None or state.to_act is None:
        return None
    try:
        apply(state, bare)
    except GameError:
        return None
    ask = _escape(state, bare) if bare["type"] == "escape" else _attack(state, bare)
    return Question(OTHER[state.on_move], ask, is_open=True) if ask else None


def _kind(action: Json) -> str:
    kinds = {"escape": ESCAPE, "hit_and_run": ATTACK, "charge": ATTACK}
    return kinds.get(str(action.get("type")), "") if type(action) is dict else ""


def _bare(action: Json) -> dict[str, Json] | None:
    """The deed without what the enemy says of it."""
    kind = _kind(action)
    return {key: part for key, part in action.items() if key not in PARTS[kind]} if kind else None


def _escape(state: State, action: dict[str, Json]) -> Json:
    attackers = strikers_at(state, action["unit"])
    if not attackers:
        return None
    most = 1 if state.options.escape_attacks == "one" else len(attackers)
    path = list(action["path"])
    return {"type": ESCAPE, "unit": action["unit"], "path": path, "attackers": attackers, "most": most}


def strikers_at(state: State, name: str) -> list[str]:
    """The enemies that may strike at a unit which escapes: they bind it, and are active with energy (R21)."""
    found = ((each, state.units[each]) for each in binders(state, name))
    return [each for each, unit in found if unit.has_energy and not unit.inactive]


def _attack(state: State, action: dict[str, Json]) -> Json:
    unit, target = action["unit"], action["target"]
    answers = (
        responses(state, unit, target) if action["type"] == "hit_and_run" and not action.get("after") else []
    )
    defends = may_defend(state.units[target])
    if not defends and not answers:
        return None
    told = {"kind": action["type"], "unit": unit, "target": target, "path": list(action["path"])}
    return {"type": ATTACK, **told, "defends": defends, "answers": answers}


def may_defend(unit: Unit) -> bool:
    """Whether a unit may roll against a special attack: no die yet, active, with energy."""
    return unit.roll is None and not unit.inactive and unit.has_energy


def responses(state: State, unit: str, target: str) -> list[Ability]:
    """The abilities with which a target may answer a Hit & Run (R24)."""
    enemy = state.units[target]
    if not enemy.has_energy or enemy.inactive or any(each != unit for each in binders(state, target)):
        return []
    return [each for each in ABILITIES if each in enemy.kind.abilities]


def answer(state: State, action: Json, reply: Json) -> Json:
    """The deed with what the enemy says of it; `InvalidInput` at a part that is not his to say."""
    bare, kind = _bare(action), _kind(action)
    if bare is None:
        raise InvalidInput("", "This action waits for no answer.")
    if type(reply) is not dict:
        raise InvalidInput("", "An answer is an object.")
    for key in sorted(reply):
        if key not in PARTS[kind]:
            raise InvalidInput(key, f"Only {' and '.join(PARTS[kind])} can be said here.")
    return {**bare, **reply}
