"""Dice on the screen: faces to tap, throw after throw, and the last throws drawn for all."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from companion.engine.game import Scene
from companion.engine.stage import Choice, Choices, Control, Deed, Fields, Lead, Note, Own, Piece, Way, phrase
from companion.engine.wire import Json
from companion.engine.wording import Values, count, sentence
from companion.games.parabellum.actions import Aim
from companion.games.parabellum.data import CACHE_DEFENSE_DIE, DICE, EXPLOSION_DIE, MOST_DICE, SPOTTED
from companion.games.parabellum.procedures.dice import BARE, Combat, Cover, Exploded, shoot, strike
from companion.games.parabellum.rules.combat import chain, destroy, gone
from companion.games.parabellum.rules.movement import cover_of
from companion.games.parabellum.rules.telling import at
from companion.games.parabellum.screens.board import Taps
from companion.games.parabellum.screens.cards import keep, public_name, report_values, who, whole
from companion.games.parabellum.screens.deeds import Detail
from companion.games.parabellum.screens.notebook import foe_of, hears
from companion.games.parabellum.state import State

type Thrown = tuple[Sequence[int], Sequence[int]]
type Throws = Callable[[Throw], Thrown]
"""Where dice come from: the journal, or fingers on the glass."""


def pairing_picture(volley: Json, attacker: str, defender: str) -> Values:
    """A volley as columns: an attack die above the defence die that stops it, then the dice left over."""
    stopped = [list(pair) for pair in volley["pairs"]]
    columns: list[Values] = []
    for die in volley["attack"]:
        stop = stopped.pop(0)[1] if stopped and stopped[0][0] == die else None
        columns.append(_column(die, stop))
    idle = volley["defense"][len(volley["pairs"]) :]
    columns += [_column(None, die) for die in idle]
    through = len(volley["unmatched"])
    return {
        "attacker": attacker,
        "defender": defender,
        "columns": columns,
        "label": f"{attacker} against {defender}: {through} of {len(volley['attack'])} dice come through",
    }


def _column(attack: int | None, defense: int | None) -> Values:
    if attack is None:
        words = f"{defense} is left over"
    else:
        words = f"{attack} comes through" if defense is None else f"{defense} stops {attack}"
    return {
        "attack": "" if attack is None else attack,
        "defense": "" if defense is None else defense,
        "through": attack is not None and defense is None,
        "idle": attack is None,
        "words": words,
    }


class Throw(NamedTuple):
    """Who throws how many of which die at whom; `unit` is struck, or loose tokens are.

    `defenses` and `defense_die` are its card's: a screen asks before it looks at them. A `shot` is one die
    against the best of the others.
    """

    striker: str
    struck: str
    attacks: int
    attack_die: int
    unit: str | None
    defenses: int
    defense_die: int
    cover: Cover = BARE
    shot: bool = False


def thrown_values(throw: Throw, thrown: Thrown) -> Values:
    """The picture of a throw, and its outcome in words."""
    return _shot(throw, thrown) if throw.shot else _volley_throw(throw, thrown)


def _volley_throw(throw: Throw, thrown: Thrown) -> Values:
    volley = strike(*thrown, throw.cover)
    pairing = pairing_picture(volley.as_json(), throw.striker, throw.struck)
    if throw.unit is None:
        verdict = "is set off" if volley.unmatched else "holds"
    elif volley.losses and volley.losses == len(volley.defense):
        verdict = "is destroyed"
    else:
        verdict = f"loses {count(volley.losses, 'person', 'people') if volley.losses else 'nobody'}"
    return {
        "pairing": pairing,
        "struck": throw.struck,
        "verdict": sentence(f"{throw.struck} {verdict}"),
        "losses": len(volley.unmatched),
    }


def _shot(throw: Throw, thrown: Thrown) -> Values:
    (fired,), defense = thrown
    shot = shoot(fired, defense, throw.cover)
    if throw.unit is None:
        words = "it is set off" if shot.hit else "the tokens lie"
    elif shot.hit:
        words = "hit: the last falls" if len(defense) == 1 else "hit: one falls"
    else:
        words = "a tie misses" if shot.artillery == shot.best_defense else "a miss"
    return {
        "shot": {
            "name": sentence(throw.struck),
            "fired": shot.artillery,
            "best": shot.best_defense,
            "hit": shot.hit,
        },
        "words": words,
        "struck": throw.struck,
        "losses": int(shot.hit),
    }


class Fire:
    """One deed with dice. `throws` grows throw by throw, also where the dice run out half way."""

    def __init__(self, state: State, throws: Throws) -> None:
        self.state, self._throws = state, throws
        self.throws: list[Values] = []
        self._thrown = 0

    def attack_cache(self, unit: str, square: str, die: int) -> Json:
        """A unit at loose tokens (R37), with its attack die: the rolls of the action."""
        own, name = self.state.units[unit], public_name(self.state, unit)
        tokens = self.state.caches[square].total
        throw = Throw(name, _cache_name(square), own.strength, die, None, tokens, CACHE_DEFENSE_DIE)
        attack, defense = self._throw(throw)
        rolls: dict[str, object] = {"attack": list(attack), "defense": list(defense)}
        through = strike(attack, defense).unmatched
        return {**rolls, "explosions": self._explode(square) if through else []}

    def barrage(self, unit: str, aims: Sequence[Aim], die: int) -> Json:
        """Shot after shot (R36), with the gun's die: the rolls of the action."""
        name = public_name(self.state, unit)
        return [self._shot(name, die, aim) for aim in aims]

    def _shot(self, name: str, die: int, aim: Aim) -> Json:
        if gone(self.state, aim):
            self.throws.append({"wasted": True, "words": "A shot is wasted: nothing is left of its target."})
            return None
        return self._at_unit(name, die, aim.id) if aim.place == "unit" else self._at_cache(name, die, aim.id)

    def _at_unit(self, name: str, die: int, target: str) -> Json:
        each, sides = self.state.units[target], self.state.card(target).defense_die
        cover, struck = cover_of(self.state, target), public_name(self.state, target)
        throw = Throw(name, struck, 1, die, target, each.strength, sides, cover, shot=True)
        (fired,), defense = self._throw(throw)
        self._leave(target, len(defense) - shoot(fired, defense, cover).hit)
        return {"artillery": fired, "defense": list(defense)}

    def _at_cache(self, name: str, die: int, square: str) -> Json:
        tokens = self.state.caches[square].total
        throw = Throw(name, _cache_name(square), 1, die, None, tokens, CACHE_DEFENSE_DIE, shot=True)
        (fired,), defense = self._throw(throw)
        rolls: dict[str, object] = {"artillery": fired, "defense": list(defense)}
        return {**rolls, "explosions": self._explode(square) if fired > max(defense) else []}

    def _throw(self, throw: Throw, **more: object) -> Thrown:
        thrown = self._throws(throw)
        self.throws.append({**thrown_values(throw, thrown), "n": self._thrown, **more})
        self._thrown += 1
        return thrown

    def _explode(self, square: str) -> list[Json]:
        """The chain, played on with what is left; its dice in order."""
        rolls: list[object] = []
        first, order, whole = len(self.throws), [square], False

        def dice(combat: Combat) -> Thrown:
            attack, defense = self._throw(self._combat(combat), square=combat.square)
            rolls.append({"attack": list(attack), "defense": list(defense)})
            return attack, defense

        try:
            exploded = chain(self.state, square, dice)
            order, whole = [each.square for each in exploded.explosions], True
        finally:
            self.throws[first:] = self._headed(self.throws[first:], order, whole)
        self._after(exploded)
        return rolls

    def _headed(self, rows: list[Values], order: list[str], whole: bool) -> list[Values]:
        """The rows of a chain under a heading for each cache that goes up, in the order in which they do.

        Only of a `whole` chain is it known that nothing stood near.
        """
        pieces: list[Values] = []
        for n, square in enumerate(dict.fromkeys([*order, *(row["square"] for row in rows)])):
            mine = [row for row in rows if row["square"] == square]
            words = "goes up next" if n else "goes up"
            dice = f"{self.state.caches[square].total} d{EXPLOSION_DIE} at each thing near"
            heading = f"The cache on {at(square)} {words}"
            pieces += [{"heading": heading, "dice": dice, "alone": whole and not mine}, *mine]
        return pieces

    def _combat(self, combat: Combat) -> Throw:
        unit = combat.unit
        struck = _cache_name(str(combat.cache)) if unit is None else public_name(self.state, unit)
        cover = BARE if unit is None else cover_of(self.state, unit)
        dice = (combat.attacks, EXPLOSION_DIE, unit, combat.defenses, combat.defense_die)
        return Throw(_cache_name(combat.square), struck, *dice, cover)

    def _after(self, exploded: Exploded) -> None:
        self.state = self.state.changed(caches=dict(exploded.caches))
        for unit, left in exploded.strengths.items():
            self._leave(unit, left)

    def _leave(self, unit: str, left: int) -> None:
        """Who is left; a unit without people is off the map, with whoever it carries."""
        self.state = self.state.with_unit(unit, strength=left)
        if not left:
            self.state = destroy(self.state, unit, None)


def _cache_name(square: str) -> str:
    return f"the cache on {at(square)}"


AGAIN = "again"
"""The throw whose dice are being changed."""


class Wanting(Exception):
    """Dice that are still to be tapped: `form` is what to ask."""

    def __init__(self, form: Values) -> None:
        super().__init__()
        self.form = form

    def detail(self, scene: Scene[State], shown: Iterable[Values], taps: Taps) -> Detail:
        """The throws so far, the pads for the next one, and the button that sorts its dice."""
        return Detail(
            pieces=(*thrown_pieces(scene, shown), *self._pieces()),
            main=Deed(words="Sort and pair the dice", name=""),
            lesser=(app_rolls(scene),),
            taps=taps,
            to="here",
        )

    def _pieces(self) -> Iterator[Piece]:
        form = self.form
        yield Lead(form["title"])
        if form["die"]:
            yield Choices(label="The defender's die", choices=form["die"], shape="pad")
            ask = "Ask {owner} which die this unit defends with: one for each of its people."
            yield Note(phrase(ask, owner=form["owner"]))
        yield Fields(tuple(Control(name=key, kind="hidden", value=text) for key, text in form["kept"]))
        yield Own(template="parabellum/pads.html", values={"pools": form["pools"]})
        yield from (Note(words, warns=True) for words in form["hints"])


class Typed:
    """The dice of this screen, one throw after another; `Wanting` at the first that is not whole."""

    def __init__(self, scene: Scene[State], me: str) -> None:
        self._scene, self._me = scene, me
        self._n, self._counted = 0, set[str]()

    def __call__(self, throw: Throw) -> Thrown:
        """What was tapped for it."""
        n, sides = self._n, self._sides(throw)
        attack = typed(self._scene, f"x{n}A", throw.attack_die)
        defense = typed(self._scene, f"x{n}D", sides)
        # Whether this screen may say how many dice are thrown: loose tokens, own people, those counted.
        given = throw.unit is None or self._own(throw.unit) or throw.unit in self._counted
        whole = len(attack) == throw.attacks and len(defense) == (throw.defenses if given else len(defense))
        if not whole or not defense or self._scene.draft.get(AGAIN) == str(n):
            raise Wanting(self._form(throw, sides, given))
        self._n += 1
        self._counted |= {throw.unit} if throw.unit else set()
        return attack, defense

    def _own(self, unit: str) -> bool:
        return self._scene.state.units[unit].owner == self._me

    def _sides(self, throw: Throw) -> int:
        """The defence die: by the card where it may be seen, else as its owner says."""
        state, unit = self._scene.state, throw.unit
        if unit is None or self._own(unit):
            return throw.defense_die
        if unit in state.reports:
            return state.binder.units[state.reports[unit].type].defense_die
        sides = whole(self._scene, f"dd.{unit}")
        return sides if sides in DICE else foe_of(self._scene, unit).card.defense_die

    def _form(self, throw: Throw, sides: int, given: bool) -> Values:
        state, n, unit = self._scene.state, self._n, throw.unit
        report = state.reports.get(unit) if unit else None
        wanted = throw.defenses if given else report.strength if report else None
        pools = [
            _pool(self._scene, (f"x{n}A", throw.attack_die), throw.striker, throw.attacks),
            _pool(self._scene, (f"x{n}D", sides), throw.struck, wanted),
        ]
        asks = unit is not None and not self._own(unit) and report is None
        owner = who(state, state.units[unit].owner) if unit else ""
        # What is missing or too much, once any die has been tapped.
        return {
            "title": sentence(f"{throw.striker} at {throw.struck}"),
            "pools": pools,
            "kept": _kept(self._scene, n),
            "die": _die_choice(self._scene, f"dd.{unit}", sides) if asks else (),
            "owner": owner,
            "hints": (
                [
                    _hint(each)
                    for each in pools
                    if (each["sum"] != each["wanted"] if each["wanted"] is not None else not each["sum"])
                ]
                if any(each["sum"] for each in pools)
                else []
            ),
        }


def typed(scene: Scene[State], name: str, sides: int) -> list[int]:
    """The dice that were tapped, high to low."""
    return [face for face in range(sides, 0, -1) for _ in range(_count(scene, f"{name}.{face}"))]


def _count(scene: Scene[State], key: str) -> int:
    text = scene.draft.get(key, "")
    return min(int(text), MOST_DICE) if text.isdecimal() and text.isascii() and len(text) < 3 else 0


def _pool(scene: Scene[State], dice: tuple[str, int], legend: str, wanted: int | None) -> Values:
    """One side's dice: a key for each face with its count, the sum, and how many there should be."""
    name, sides = dice
    faces = [
        {"face": face, "name": f"{name}.{face}", "count": _count(scene, f"{name}.{face}")}
        for face in range(sides, 0, -1)
    ]
    pool: Values = {"name": name, "legend": f"{sentence(legend)}, d{sides}", "faces": faces, "wanted": wanted}
    return pool | {"sum": len(typed(scene, name, sides))}


def _hint(pool: Values) -> str:
    tapped = f"{pool['sum'] or 'none'} {'is' if pool['sum'] == 1 else 'are'} tapped"
    if pool["wanted"] is None:
        return f"{pool['legend']}: tap its dice too; {tapped}."
    thrown = "1 die is" if pool["wanted"] == 1 else f"{pool['wanted']} dice are"
    return f"{pool['legend']}: {thrown} thrown; {tapped}."


def _kept(scene: Scene[State], n: int) -> list[tuple[str, str]]:
    """What the form of one throw carries along: all but its own dice, and those of later ones."""
    return [(key, text) for key, text in scene.draft.items() if text and key != AGAIN and _place(key) < n]


def _place(key: str) -> int:
    """Which throw a key's dice belong to; none comes before all."""
    number = key.partition(".")[0][1:-1]
    dice = key[:1] == "x" and key.partition(".")[0][-1:] in ("A", "D")
    return int(number) if dice and number.isascii() and number.isdecimal() else -1


def again(scene: Scene[State], n: int) -> str:
    """The link to change the dice of a throw: those of later ones go."""
    return keep(scene, **{key: None for key in scene.draft if _place(key) > n}, **{AGAIN: n})


def thrown_pieces(scene: Scene[State], shown: Iterable[Values]) -> tuple[Own, ...]:
    """What has been thrown so far, each throw with its way back."""
    rows = [row | {"again": again(scene, row["n"])} if "n" in row else row for row in shown]
    return (Own(template="parabellum/throws.html", values={"rows": rows}),) if rows else ()


def app_rolls(scene: Scene[State]) -> Way:
    gone = {key: None for key in scene.draft if _place(key) >= 0 or key == AGAIN}
    return Way(words="Let the app roll", href=keep(scene, dice=None, **gone))


def _die_choice(scene: Scene[State], key: str, chosen: int) -> tuple[Choice, ...]:
    """Which die somebody rolls, where only that one knows."""
    return tuple(Choice(words=f"d{n}", href=keep(scene, **{key: n}), chosen=n == chosen) for n in DICE)


UNASKED = 0
"""Sides of a die that has fallen: nobody asks any more."""


def story(scene: Scene[State]) -> Values | None:
    """What the dice of the last line did, or its scout found; None where there is nothing to tell."""
    action = scene.last
    if type(action) is not dict or len(scene.trail) < 2:
        return None
    before, kind = scene.trail[-2], action.get("type")
    if kind == "recon":
        # The report, on the screens of those who hear it (R35).
        state, target = scene.state, action["target"]
        if not hears(scene, state, target):
            return None
        title = f"{public_name(state, action['unit'])} reconnoitres {public_name(state, target)}"
        words = (
            "Read out to the table." if state.options.recon_public else "Only these two companies know it."
        )
        until = f"Its defence dice count {SPOTTED} less against artillery until this Combat phase ends."
        return {"title": title, "report": report_values(state, target), "note": f"{words} {until}"}
    if not action.get("rolls"):
        return None
    if kind == "attack":
        return _attack(before, action)
    if kind == "attack_cache":
        unit, square, rolls = action["unit"], action["square"], action["rolls"]
        fire = Fire(before, Journal([rolls, *rolls["explosions"]]))
        fire.attack_cache(unit, square, UNASKED)
        return {
            "title": f"{public_name(before, unit)} fires at the cache on {at(square)}",
            "rows": fire.throws,
        }
    return _barrage(before, action) if kind == "barrage" else None


def _attack(before: State, action: Json) -> Values:
    unit, target, rolls = action["unit"], action["target"], action["rolls"]
    rows = [_volley_story(before, (unit, target), (rolls["attack"], rolls["defense"]))]
    if action.get("counter"):
        rows.append({"heading": "It hits back", "dice": "", "alone": False})
        rows.append(
            _volley_story(before, (target, unit), (rolls["counter_attack"], rolls["counter_defense"]))
        )
    title = f"{public_name(before, unit)} attacks {public_name(before, target)}"
    return {"title": title, "rows": rows}


def _volley_story(state: State, pair: tuple[str, str], thrown: Thrown) -> Values:
    unit, target = pair
    names = public_name(state, unit), public_name(state, target)
    return thrown_values(Throw(*names, 0, UNASKED, target, 0, UNASKED, cover_of(state, target)), thrown)


def _barrage(before: State, action: Json) -> Values:
    unit, rolls = action["unit"], action["rolls"]
    aims = [
        Aim("unit", aim["unit"]) if "unit" in aim else Aim("cache", aim["cache"]) for aim in action["shots"]
    ]
    fire = Fire(before, Journal(list(_entries(rolls))))
    fire.barrage(unit, aims, UNASKED)
    return {"title": f"{public_name(before, unit)} fires {count(len(aims), 'shot')}", "rows": fire.throws}


def _aim(shot: Json) -> Aim:
    return Aim("unit", shot["unit"]) if "unit" in shot else Aim("cache", shot["cache"])


def _entries(rolls: Json) -> Iterator[Json]:
    """The dice of a barrage, a throw each: a shot's, then those of what it set off."""
    for entry in rolls:
        if entry is not None:
            yield {"attack": [entry["artillery"]], "defense": entry["defense"]}
            yield from entry.get("explosions", ())


class Journal:
    """Dice as the journal has them, one throw after another; nothing is counted against a card."""

    def __init__(self, entries: list[Json]) -> None:
        self._entries = iter(entries)

    def __call__(self, throw: Throw) -> Thrown:
        """The next."""
        entry = next(self._entries)
        return entry["attack"], entry["defense"]
