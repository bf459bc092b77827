"""What happened on an evening, in sentences, with nothing that only one seat may know (R61)."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import NamedTuple, cast

from companion.engine.campaign.books import Happening, Loss, Passage, Passages, Tone
from companion.engine.wire import Json
from companion.engine.wording import count, listed, sentence
from companion.games.parabellum.actions import VERBS
from companion.games.parabellum.data import RESOURCE_NAMES, lexicon
from companion.games.parabellum.rules.course import units_left
from companion.games.parabellum.rules.telling import flagged
from companion.games.parabellum.state import Goods, State, spoken

type Lost = dict[str, Fallen]
type Sentence = tuple[str, dict[str, object]]


def called(state: State, player: str) -> str:
    """A player as the table calls it: the company, where the player goes by its name."""
    company = state.players[player].company
    return state.binder.companies[company].name if player == company else spoken(player)


def titled(state: State, scenario: str) -> str:
    return f"{scenario.upper()} {state.binder.scenarios[scenario].name}"


def goods(paid: Goods) -> str:
    """What a bonus pays; empty for nothing."""
    return listed(paid.parts)


def moment(passage: Passage) -> str:
    state: State = passage.before or passage.after
    code = f"scenario {state.scenario.upper()}"
    if state.phase in ("choose_next", "over"):
        return f"After {code}"
    return sentence(f"{code}, round {state.round}" if state.round else f"{code}, Set-up")


def kind_of(state: State, unit: str) -> str:
    """The sort of miniature that everybody sees."""
    return spoken(state.card(unit).unit_class).lower()


def title(state: State, unit: str, sees: Collection[str]) -> str:
    """A unit with whose it is: by its card for who may know it, by its miniature for all others."""
    owner = state.units[unit].owner
    return f"{of(called(state, owner))} {name(state, unit, sees)}"


def of(owner: str) -> str:
    """Whose something is.

    >>> of("Meridian"), of("Vaun Holdings")
    ("Meridian's", "Vaun Holdings'")
    """
    return f"{owner}'" if owner.endswith("s") else f"{owner}'s"


def name(state: State, unit: str, sees: Collection[str]) -> str:
    """A unit by its card's name where that may be known, else by its class; and the letters of its flag.

    One without a flag has no letters: the number by which the house counts it is on no miniature.
    """
    if state.units[unit].owner not in sees:
        return flagged(state, unit, kind_of(state, unit))
    return state.title(unit) if state.units[unit].flag else state.called(unit)


FIGHTS = ("attack", "barrage", "attack_cache")
DEADLY = (*FIGHTS, "adjust")


class Fallen(NamedTuple):
    """So many people of a unit, and whether that was its end."""

    unit: str
    people: int
    gone: bool


def fallen(passage: Passage) -> Iterator[Fallen]:
    """Whom a line cost people, in unit order; whoever was aboard of a lost transport too."""
    before: State | None = passage.before
    if before is None or passage.action.get("type") not in DEADLY:
        return
    left = passage.after.units
    for unit, each in before.units.items():
        now = left[unit].strength if unit in left else 0
        if now < each.strength:
            yield Fallen(unit, each.strength - now, unit not in left)


def losses(passages: Passages) -> tuple[Loss, ...]:
    """All of them. A counterattack is the work of who was attacked; an explosion of who set it off."""
    return tuple(_loss(passage, each) for passage in passages for each in fallen(passage))


def _loss(passage: Passage, each: Fallen) -> Loss:
    state: State = passage.before
    owner = state.units[each.unit].owner
    return Loss(
        number=passage.number,
        moment=moment(passage),
        seat=owner,
        by=whose_work(passage, each.unit),
        unit=title(state, each.unit, ()),
        people=each.people,
        gone=each.gone,
    )


def whose_work(passage: Passage, unit: str) -> str | None:
    """Through whose dice a unit lost people; None where the table set it by hand."""
    action, state = passage.action, passage.before
    if action["type"] == "adjust":
        return None
    if action["type"] == "attack" and unit == action["unit"]:
        struck: str = state.units[action["target"]].owner
        return struck
    by: str = action["player"]
    return by


UNIT_GONE = 5
"""How much the end of a unit weighs beside its people."""


def fight(passage: Passage, sees: Collection[str]) -> Iterator[Happening]:
    """The sentence of a line in which somebody fired; none for others."""
    action = passage.action
    if passage.before is None or action.get("type") not in FIGHTS:
        return
    lost = {each.unit: each for each in fallen(passage)}
    words, values = WORDS[action["type"]](passage, lost, sees)
    people, gone = sum(each.people for each in lost.values()), sum(each.gone for each in lost.values())
    yield Happening(
        numbers=(passage.number,),
        moment=moment(passage),
        tone="fight",
        template=words,
        values=values,
        weight=people + UNIT_GONE * gone,
        because=because(people, gone),
    )


def because(people: int, gone: int) -> str:
    """What a fight weighs, in words."""
    parts = [f"{count(people, 'person', 'people')} fallen"] if people else []
    parts += [f"{count(gone, 'unit')} destroyed"] if gone else []
    return listed(parts)


def _attack(passage: Passage, lost: Lost, sees: Collection[str]) -> Sentence:
    state, action = passage.before, passage.action
    unit, target = action["unit"], action["target"]
    values: dict[str, object] = {"one": title(state, unit, sees), "other": title(state, target, sees)}
    struck = lost.get(target)
    if struck is None:
        words = "{one} attacks {other}, and nobody falls."
    elif struck.gone:
        words, values["n"] = "{one} destroys {other}, which loses its last {n}.", _people(struck)
    else:
        words, values["n"] = "{one} attacks {other}: {n} " + _fall(struck.people) + ".", _people(struck)
    if action["counter"]:
        words += _answer(lost.get(unit), values)
    return words + _aboard(state, lost, {unit, target}, values), values


def _fall(people: int) -> str:
    return "falls" if people == 1 else "fall"


def _people(each: Fallen) -> str:
    return count(each.people, "person", "people")


def _answer(lost: Fallen | None, values: dict[str, object]) -> str:
    if lost is None:
        return " The answer hits nobody."
    values["back"] = _people(lost)
    return " The answer destroys the attacker." if lost.gone else " The answer costs the attacker {back}."


def _aboard(state: State, lost: Lost, named: set[str], values: dict[str, object]) -> str:
    """Who went down with a transport, or was hit beside the target."""
    others = [each for unit, each in lost.items() if unit not in named]
    if not others:
        return ""
    values["others"] = sentence(_each(state, others))
    return " {others}."


def _each(state: State, others: list[Fallen]) -> str:
    return listed(
        f"{title(state, each.unit, ())} {'is lost' if each.gone else 'loses ' + _people(each)}"
        for each in others
    )


def _barrage(passage: Passage, lost: Lost, sees: Collection[str]) -> Sentence:
    """Shots at units and caches; blasts among those who are named."""
    state, action = passage.before, passage.action
    values: dict[str, object] = {
        "one": title(state, action["unit"], sees),
        "shots": count(len(action["shots"]), "shot"),
        "what": listed(_aims(state, action, lost)),
    }
    named = {aim["unit"] for aim in action["shots"] if "unit" in aim}
    return "{one} fires {shots}: {what}." + _aboard(state, lost, named, values), values


def _aims(state: State, action: Json, lost: Lost) -> Iterator[str]:
    """Each target once, however often it was shot at."""
    aims = dict.fromkeys(next(iter(aim.items())) for aim in action["shots"])
    blown = {
        aim["cache"]
        for aim, roll in zip(action["shots"], action["rolls"], strict=True)
        if "cache" in aim and roll and roll["explosions"]
    }
    for place, target in aims:
        if place == "unit":
            yield f"{title(state, target, ())} {_fared(lost.get(target))}"
        else:
            yield f"the cache on {target.upper()} {'goes up' if target in blown else 'holds'}"


def _fared(lost: Fallen | None) -> str:
    if lost is None:
        return "loses nobody"
    return f"loses its last {_people(lost)}" if lost.gone else f"loses {_people(lost)}"


def _cache(passage: Passage, lost: Lost, sees: Collection[str]) -> Sentence:
    state, action = passage.before, passage.action
    values: dict[str, object] = {"one": title(state, action["unit"], sees), "at": action["square"].upper()}
    up = bool(action["rolls"]["explosions"])
    words = "{one} fires at the cache on {at}, which " + ("goes up." if up else "holds.")
    return words + _aboard(state, lost, set(), values), values


WORDS: Mapping[str, Callable[[Passage, Lost, Collection[str]], Sentence]] = {
    "attack": _attack,
    "barrage": _barrage,
    "attack_cache": _cache,
}


OBJECTIVE, LEAVING, CREDITS = 10, 20, 20
"""What an objective and a company's leaving weigh, and how many credits weigh as much as one person."""
PAID_ALOUD = ("bonus", "salvage", "penalty")


def turns(passage: Passage) -> bool:
    """Whether objectives, the phase of the campaign or somebody's place in it changed in a line."""
    before, after = passage.before, passage.after
    if before is None or before.phase == "choose_next":
        return True
    return len(before.history) < len(after.history) or _holders(before) != _holders(after)


def _holders(state: State) -> Mapping[str, tuple[str, ...]]:
    return {name: standing.done for name, standing in state.objectives.items()}


def course(passage: Passage) -> Iterator[Happening]:
    """What a line changed in the course of things, sentence by sentence."""
    if passage.before is None:
        yield _opening(passage)
        return
    tell = TELLERS.get(passage.action.get("type"))
    if tell is not None:
        yield tell(passage)
    if passage.before.scenario == passage.after.scenario:
        yield from _objectives(passage)
    if len(passage.before.history) < len(passage.after.history):
        yield from _end(passage)
    if passage.after.phase == "over":
        yield _over(passage)


def _line(passage: Passage, tone: Tone, words: str, **values: object) -> Happening:
    return Happening((passage.number,), moment(passage), tone, words, values)


def _opening(passage: Passage) -> Happening:
    state: State = passage.after
    words = "{name} begins with {who}, {budget} credits each."
    who = listed(called(state, player) for player in state.seated)
    return _line(passage, "course", words, name=state.binder.name, who=who, budget=state.binder.budget)


def _turn_order(passage: Passage) -> Happening:
    state: State = passage.after
    first, *others = (called(state, player) for player in state.order)
    words = "{first} wins the dice for turn order and goes first, then {others}."
    return _line(passage, "course", words, first=first, others=listed(others))


def _choose(passage: Passage) -> Happening:
    state: State = passage.after
    who = called(state, passage.action["player"])
    return _line(passage, "course", "{who} chooses {way}.", who=who, way=titled(state, state.scenario))


def _withdraw(passage: Passage) -> Happening:
    state, player = passage.before, passage.action["player"]
    left = len(units_left(state, player))
    others = [line for line in passage.after.ledger[len(state.ledger) :] if line.kind == "share"]
    share = others[0].amount if others else 0
    words = "{who} withdraws"
    words += " and leaves {left} behind, worth {share} credits to each still in." if share else "."
    event = _line(passage, "end", words, who=called(state, player), left=count(left, "unit"), share=share)
    paid = f" and {share} credits to each" if share else ""
    return event._replace(weight=LEAVING + share // CREDITS, because=f"a company leaves{paid}")


def _abstain(passage: Passage) -> Happening:
    who = called(passage.before, passage.action["player"])
    event = _line(passage, "end", "{who} leaves the campaign.", who=who)
    return event._replace(weight=LEAVING, because="a company leaves")


def _adjust(passage: Passage) -> Happening:
    """The table's own correction; its reason was said aloud, its numbers were not."""
    lost = list(fallen(passage))
    people, gone = sum(each.people for each in lost), sum(each.gone for each in lost)
    who = called(passage.before, passage.action["player"])
    words = "The table sets something by hand for {who}: “{reason}”."
    event = _line(passage, "course", words, who=who, reason=passage.action["reason"])
    return event._replace(weight=people + UNIT_GONE * gone, because=because(people, gone))


TELLERS: Mapping[str, Callable[[Passage], Happening]] = {
    "turn_order": _turn_order,
    "choose": _choose,
    "withdraw": _withdraw,
    "abstain": _abstain,
    "adjust": _adjust,
}


def _objectives(passage: Passage) -> Iterator[Happening]:
    before, after = passage.before, passage.after
    for objective in after.booklet.objectives:
        had, has = before.objectives[objective.id].done, after.objectives[objective.id].done
        for player in after.seated:
            if (player in had) == (player in has):
                continue
            words = "{who} completes “{goal}”." if player in has else "{who} loses “{goal}” again."
            won = player in has
            event = _line(passage, "goal", words, who=called(after, player), goal=objective.name, won=won)
            yield event._replace(weight=OBJECTIVE, because=f"an objective {'won' if won else 'lost'}")


ENDED: Mapping[str, str] = lexicon("campaign/words.json")["over"]


def _end(passage: Passage) -> Iterator[Happening]:
    state: State = passage.after
    chapter = state.history[-1]
    rounds = count(chapter.rounds, "round")
    yield _line(
        passage,
        "end",
        ENDED[chapter.ended_by],
        what=f"Scenario {state.scenario.upper()}, {state.booklet.name}",
        rounds=rounds,
    )
    for player in state.seated:
        yield from _settled(passage, player)
    for player in chapter.eliminated:
        event = _line(passage, "end", "{who} has nothing left and is out.", who=called(state, player))
        yield event._replace(weight=LEAVING, because="a company leaves")
    if state.choosers:
        words = "{who} is to choose what comes next."
        yield _line(passage, "end", words, who=called(state, state.choosers[0]))


def _settled(passage: Passage, player: str) -> Iterator[Happening]:
    """What was paid before everybody when a scenario ended (R41, R50)."""
    lines = passage.after.ledger[len(passage.before.ledger) :]
    paid = [each.amount for each in lines if each.player == player and each.kind in PAID_ALOUD]
    earned, fined = sum(n for n in paid if n > 0), -sum(n for n in paid if n < 0)
    if not paid:
        return
    parts = ["is paid {earned} credits"] if earned else []
    parts += ["pays {fined} in penalties" if earned else "pays {fined} credits in penalties"] if fined else []
    words = "{who} " + " and ".join(parts) + "."
    who = called(passage.after, player)
    event = _line(passage, "money", words, who=who, earned=earned, fined=fined)
    swing = abs(earned - fined)
    yield event._replace(weight=swing // CREDITS, because=f"a settlement of {swing} credits")


def _over(passage: Passage) -> Happening:
    state: State = passage.after
    if state.winner is None:
        return _line(passage, "end", "The campaign is over; nobody has anything left.")
    return _line(passage, "end", "{who} wins the campaign.", who=called(state, state.winner))


def shopping(lines: list[Passage], sees: Collection[str]) -> Happening:
    """Everything with its price for who may know it; of all others that people were hired, and how many."""
    first, player = lines[0], lines[0].action["player"]
    own = player in sees
    values: dict[str, object] = {"who": called(first.before, player)}
    values["goods"] = listed(_all(lines) if own else _heard(lines))
    if own:
        values["paid"] = sum(_paid(passage) for passage in lines)
    words = "{who} buys {goods} for {paid} credits." if own else "{who} buys {goods}."
    return Happening(tuple(each.number for each in lines), moment(first), "rear", words, values)


def _paid(passage: Passage) -> int:
    player = passage.action["player"]
    before: int = passage.before.players[player].credits
    after: int = passage.after.players[player].credits
    return before - after


def _all(lines: list[Passage]) -> Iterator[str]:
    cards = sum(len(passage.after.units) - len(passage.before.units) for passage in lines)
    if cards:
        yield count(cards, "unit")
    bought = _tokens(lines)
    if people := bought.pop("manpower", 0):
        yield count(people, "person", "people")
    for resource, n in bought.items():
        yield f"{n} {RESOURCE_NAMES[resource]}"


def _tokens(lines: list[Passage]) -> dict[str, int]:
    bought: dict[str, int] = {}
    for passage in lines:
        resource = passage.action["resource"]
        if resource != "units":
            bought[resource] = bought.get(resource, 0) + passage.action["quantity"]
    return bought


def _heard(lines: list[Passage]) -> Iterator[str]:
    """The shared supply shows to everybody how much was taken out of it; the rest lies behind a screen."""
    kinds, supply = {passage.action["resource"] for passage in lines}, lines[0].before.supply
    if "units" in kinds:
        yield "cards"
    shared = {resource for resource in kinds - {"units"} if getattr(supply, resource) is not None}
    bought = _tokens([passage for passage in lines if passage.action["resource"] in shared])
    for resource, named in RESOURCE_NAMES.items():
        if resource == "manpower" and resource in kinds:
            yield count(bought[resource], "person", "people")
        elif resource in kinds:
            yield f"{bought[resource]} {named}" if resource in shared else named


WEIGHING = (
    "Turning points are the five heaviest events: each person fallen counts 1, each unit destroyed 5 more, "
    "an objective won or lost for good 10, a company's leaving 20, and 20 credits paid before everybody 1."
)


def story(passages: Passages, sees: Collection[str]) -> tuple[Happening, ...]:
    runs: dict[tuple[str, str, str], list[Passage]] = {}
    for passage in passages:
        if (run := _run(passage)) is not None:
            runs.setdefault(run, []).append(passage)
    return tuple(each for (kind, _, _), lines in runs.items() for each in _of_a_run(kind, lines, sees))


def _run(passage: Passage) -> tuple[str, str, str] | None:
    """What a line shares with those that are told in one sentence with it; None where nothing is told."""
    kind = str(passage.action.get("type")) if passage.before is not None else ""
    verb = VERBS.get(kind)
    if (verb and verb.counted) or kind == "purchase":
        return kind, str(passage.action["player"]), moment(passage)
    if verb and verb.is_untold and not turns(passage):
        return None
    return kind, "", str(passage.number)


def _of_a_run(kind: str, lines: list[Passage], sees: Collection[str]) -> Iterator[Happening]:
    if kind in VERBS and VERBS[kind].counted:
        words, one, many, tone = VERBS[kind].counted
        first = lines[0]
        values = {"who": called(first.before, first.action["player"]), "n": count(len(lines), one, many)}
        numbers = tuple(passage.number for passage in lines)
        yield Happening(numbers, moment(first), cast("Tone", tone), words, values)
    elif kind == "purchase":
        yield shopping(lines, sees)
    else:
        yield from fight(lines[0], sees)
        yield from course(lines[0])
