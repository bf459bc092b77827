"""Real dice as faces to tap: how many show each face, throw after throw, in the page's own address.

The one control for attacks, answers, shots and explosions. Of another's unit it knows what lies on the table:
who throws for it says the die, and as many dice as are tapped are its people.
"""

from collections.abc import Iterable, Iterator

from companion.engine.game import Scene
from companion.engine.stage import Choice, Choices, Deed, Field, Fields, Lead, Note, Own, Piece, Way, said
from companion.engine.wording import Values, sentence
from companion.games.parabellum.data import DICE, MOST_DICE
from companion.games.parabellum.screens.board import Taps
from companion.games.parabellum.screens.combat.thrown import Throw, Thrown
from companion.games.parabellum.screens.deeds.detail import Detail
from companion.games.parabellum.screens.frame import who
from companion.games.parabellum.screens.guesses import foe_of
from companion.games.parabellum.screens.seeing import keep, whole
from companion.games.parabellum.state import State

AGAIN = "again"
"""The throw whose dice are being changed."""


class Wanting(Exception):
    """Dice that are still to be tapped: `form` is what to ask."""

    def __init__(self, form: Values) -> None:
        super().__init__()
        self.form = form

    def detail(self, scene: Scene[State], told: Iterable[Values], taps: Taps) -> Detail:
        """The throws so far, the pads for the next one, and the button that sorts its dice."""
        return Detail(
            pieces=(*thrown_pieces(scene, told), *self._pieces()),
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
            yield Note(said(ask, owner=form["owner"]))
        yield Fields(tuple(Field(name=key, kind="hidden", value=text) for key, text in form["kept"]))
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
        known = self._knows(throw)
        whole = len(attack) == throw.attacks and len(defense) == (throw.defenses if known else len(defense))
        if not whole or not defense or self._scene.draft.get(AGAIN) == str(n):
            raise Wanting(self._form(throw, sides, known))
        self._n += 1
        self._counted |= {throw.unit} if throw.unit else set()
        return attack, defense

    def _knows(self, throw: Throw) -> bool:
        """Whether this screen may say how many dice are thrown: loose tokens, own people, those counted."""
        return throw.unit is None or self._own(throw.unit) or throw.unit in self._counted

    def _own(self, unit: str) -> bool:
        return self._scene.state.units[unit].owner == self._me

    def _sides(self, throw: Throw) -> int:
        """The defence die: by the card where it may be seen, else as its owner says."""
        state, unit = self._scene.state, throw.unit
        if unit is None or self._own(unit):
            return throw.defense_die
        if unit in state.reports:
            return state.binder.units[state.reports[unit].type].defense_die
        said = whole(self._scene, f"dd.{unit}")
        return said if said in DICE else foe_of(self._scene, unit).card.defense_die

    def _form(self, throw: Throw, sides: int, known: bool) -> Values:
        state, n, unit = self._scene.state, self._n, throw.unit
        report = state.reports.get(unit) if unit else None
        wanted = throw.defenses if known else report.strength if report else None
        pools = [
            _pool(self._scene, (f"x{n}A", throw.attack_die), throw.striker, throw.attacks),
            _pool(self._scene, (f"x{n}D", sides), throw.struck, wanted),
        ]
        asks = unit is not None and not self._own(unit) and report is None
        owner = who(state, state.units[unit].owner) if unit else ""
        return {
            "title": sentence(f"{throw.striker} at {throw.struck}"),
            "pools": pools,
            "kept": _kept(self._scene, n),
            "die": _die_choice(self._scene, f"dd.{unit}", sides) if asks else (),
            "owner": owner,
            "hints": _hints(pools),
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
    found: Values = {
        "name": name,
        "legend": f"{sentence(legend)}, d{sides}",
        "faces": faces,
        "wanted": wanted,
    }
    return found | {"sum": len(typed(scene, name, sides))}


def _hints(pools: list[Values]) -> list[str]:
    """What is missing or too much, once any die has been tapped."""
    return [_hint(each) for each in pools if _short(each)] if any(each["sum"] for each in pools) else []


def _short(pool: Values) -> bool:
    return pool["sum"] != pool["wanted"] if pool["wanted"] is not None else not pool["sum"]


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
    later = {key: None for key in scene.draft if _place(key) > n}
    return keep(scene, **later, **{AGAIN: n})


def thrown_pieces(scene: Scene[State], told: Iterable[Values]) -> tuple[Own, ...]:
    """What has been thrown so far, each throw with its way back."""
    rows = [row | {"again": again(scene, row["n"])} if "n" in row else row for row in told]
    return (Own(template="parabellum/throws.html", values={"rows": rows}),) if rows else ()


def app_rolls(scene: Scene[State]) -> Way:
    """The way from real dice to the app's."""
    gone = {key: None for key in scene.draft if _place(key) >= 0 or key == AGAIN}
    return Way(words="Let the app roll", href=keep(scene, dice=None, **gone))


def _die_choice(scene: Scene[State], key: str, chosen: int) -> tuple[Choice, ...]:
    """Which die somebody rolls, where only that one knows."""
    return tuple(Choice(words=f"d{n}", href=keep(scene, **{key: n}), chosen=n == chosen) for n in DICE)
