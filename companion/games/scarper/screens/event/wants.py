"""What an effect of an event wants chosen: a battlefield, spaces for trenches, cards to discard (5.1)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.engine.game import Scene
from companion.engine.stage import (
    Choice,
    Choices,
    Field,
    Fields,
    Note,
    Piece,
    Ticks,
    Way,
    Words,
    said,
)
from companion.engine.wire import Json
from companion.engine.wording import count, sentence
from companion.games.scarper.data import BATTLEFIELD_NAMES, OTHER, Side
from companion.games.scarper.procedures.asked import supply_left
from companion.games.scarper.rules.effects import options
from companion.games.scarper.screens.board import Taps
from companion.games.scarper.screens.cards import card_tick
from companion.games.scarper.screens.draft import Places, keep
from companion.games.scarper.screens.missions import may_show
from companion.games.scarper.screens.people import first_of_all
from companion.games.scarper.screens.places import Placing
from companion.games.scarper.screens.spending.attack import Attack
from companion.games.scarper.screens.spending.offers import assault_attack, charge_attack
from companion.games.scarper.screens.start import table_cards, to_hand
from companion.games.scarper.state import Effect, State


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What an effect still wants: its pieces, what the board's taps answer, the choice as it stands.

    `waits` says what is missing, and without it nothing is carried out; `full` is that no tap can add to it;
    `dice` that dice decide it; `way` leads to the screen where it is chosen.
    """

    pieces: tuple[Piece, ...] = ()
    taps: Taps = field(default_factory=Taps)
    choice: Json = None
    waits: Words = ""
    full: bool = True
    dice: bool = False
    way: Way | None = None


@dataclass(frozen=True, slots=True)
class Asking:
    """One effect that wants a choice: the screen, the state then, who resolves, whom it concerns."""

    scene: Scene[State]
    state: State
    side: Side
    whose: Side
    n: int
    effect: Effect

    @property
    def key(self) -> str:
        """Where the address holds the choice."""
        return f"e{self.n}"

    @property
    def options(self) -> list[str]:
        """Where, or with which cards, it may be done."""
        return options(self.state, self.effect, self.side)

    def link(self, choice: str) -> str:
        """The address with this choice made."""
        return keep(self.scene.draft, **{self.key: choice, "on": str(self.n)})


def _battlefield(asking: Asking) -> Asked:
    options = asking.options
    chosen = asking.scene.draft.get(asking.key, "") or (options[0] if len(options) == 1 else "")
    chosen = chosen if chosen in options else ""
    links = {each: asking.link(each) for each in options}
    fronts = tuple(
        Choice(
            words=BATTLEFIELD_NAMES[each], href=links[each], chosen=each == chosen, key=f"{asking.key}-{each}"
        )
        for each in options
    )
    where: Piece = Choices(label="Where", choices=fronts, shape="chips")
    found = Asked(
        pieces=(where,),
        taps=Taps(links, chosen=frozenset({chosen} - {""})),
        choice={"battlefield": chosen} if chosen else None,
        waits="" if chosen else "Tap a battlefield",
        full=bool(chosen),
    )
    if not chosen or asking.effect.kind not in OFFERS:
        return found
    attack = OFFERS[asking.effect.kind](
        asking.state, asking.whose, chosen, asking.effect.amount, f"a.choices.{asking.n}.rolls"
    )
    taps = replace(found.taps, outlooks=attack.outlooks)
    return replace(found, pieces=(where, *attack.pieces, *attack.dice), taps=taps, dice=True)


OFFERS: Mapping[str, Callable[[State, Side, str, int, str], Attack]] = {
    "charge": charge_attack,
    "assault": assault_attack,
}


def _placements(asking: Asking) -> Asked:
    state, whose, most = asking.state, asking.whose, asking.effect.amount
    fronts = [(name, state.front.tracks[name], state.battlefields[name].frontline) for name in asking.options]
    room = {(name, space): most for name, track, line in fronts for space in track.ground(whose, line)}
    supply = supply_left(state.options, state.battlefields.values(), whose)
    return _places(asking, room, most if supply is None else min(most, supply), "dug")


def _removals(asking: Asking) -> Asked:
    """The enemy trenches that lie on the battlefields of the effect."""
    state, foe = asking.state, OTHER[asking.whose]
    room = {
        (name, space): n
        for name in asking.options
        for space, n in state.battlefields[name].trenches.items()
        if space in state.front.tracks[name].ground(foe, state.battlefields[name].frontline)
    }
    return _places(asking, room, asking.effect.amount, "removed")


def _places(asking: Asking, room: Mapping[tuple[str, int], int], most: int, done: str) -> Asked:
    places = Places.read(asking.scene.draft.get(asking.key, "")).within(room, most)
    placing = Placing(asking.state, places, room, most, lambda after: asking.link(after.text))
    said_ = said(
        "{trenches} {done}, up to {most}",
        trenches=sentence(count(places.total, "trench", "trenches")),
        done=done,
        most=most,
    )
    return Asked(
        pieces=(Note(said_), *placing.pieces(f"places-{asking.n}")),
        taps=placing.taps(),
        choice={asking.effect.needs: places.json()},
        full=placing.left == 0 or places.total >= sum(room.values()),
    )


def _cards(asking: Asking) -> Asked:
    state, number = asking.state, min(asking.effect.amount, asking.state.hands[asking.whose].count)
    if asking.whose != asking.side:
        words = said("{who} will be asked which.", who=first_of_all(asking.whose))
        return Asked(pieces=(Note(words),))
    if state.options.cards == "app" and not may_show(asking.scene, asking.side):
        words = said("{who} discards on the own screen", who=first_of_all(asking.side))
        return Asked(waits=words, way=to_hand(asking.scene, asking.side))
    name = f"a.choices.{asking.n}.cards[]"
    return Asked(pieces=(discarding(state, asking.options, number, name),), choice={})


def discarding(state: State, cards: Sequence[str], number: int, name: str) -> Piece:
    """So many cards to discard: ticked out of a hand, or with physical cards named out of the library."""
    label = said("Choose {cards} to discard", cards=count(number, "card"))
    if cards:
        return Ticks(
            label=label,
            name=name,
            ticks=tuple(card_tick(state, each) for each in cards),
            shape="rows",
        )
    box = state.box.cards
    named = tuple(
        (each, said("{title} ({year})", title=box[each].title, year=box[each].year))
        for each in table_cards(state)
    )
    choices: tuple[tuple[str, Words], ...] = (("", "Choose a card"), *named)
    words = [said("Card {n}", n=n + 1) for n in range(number)]
    return Fields(tuple(Field(name=name, words=each, kind="select", options=choices) for each in words))


ASKS: Mapping[str, Callable[[Asking], Asked]] = {
    "battlefield": _battlefield,
    "placements": _placements,
    "removals": _removals,
    "cards": _cards,
}
