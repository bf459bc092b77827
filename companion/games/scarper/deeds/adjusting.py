"""What the table sets by hand, with its ends and its words; and physical cards that the library lacks."""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, NamedTuple
from unicodedata import normalize

from companion.engine import deed, shape
from companion.engine.deed import record
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Outcome, Step
from companion.engine.records import replace
from companion.engine.shape import Between, ByHand, Given, Sized
from companion.engine.wire import Json, integer, say
from companion.engine.wording import change, signed
from companion.games.scarper import data
from companion.games.scarper.deeds.round import Deed
from companion.games.scarper.procedures import year
from companion.games.scarper.rules.rounds import morale_set, still_on
from companion.games.scarper.state import After, Hand, State
from companion.games.scarper.state.box import Battlefield, Library, read_trenches, with_card

LARGEST_HAND = 9


class Figure(NamedTuple):
    """A figure that may be set: how log and form call it, its ends, how it stands; `lead`: with a sign."""

    name: str
    label: str
    low: int
    high: int
    now: int
    lead: bool = False


def figures(state: State) -> Mapping[str, Figure]:
    """All that may be set at this table, by their paths in its state."""
    return dict(_figures(state))


def _figures(state: State) -> Iterator[tuple[str, Figure]]:
    label = "Morale (Allied lead; German with −)"
    yield "morale", Figure("morale", label, -data.MORALE_END, data.MORALE_END, state.morale, True)
    for what in ("propaganda", "economy"):
        most = year.limit(state.options, what)
        for side, now in zip(data.SIDES, state.track(what), strict=True):
            name = data.SIDE_NAMES[side]
            yield f"{what}.{side}", Figure(f"{name} {what}", f"{what.title()}, {name}", 0, most, now)
    for side in data.SIDES if state.options.cards == "table" else ():
        name, count = data.SIDE_NAMES[side], state.hands[side].count
        words = f"{name} cards in hand", f"Cards in hand, {name}"
        yield f"hands.{side}.count", Figure(*words, 0, LARGEST_HAND, count)
    for where, front in state.battlefields.items():
        track, name = state.front.tracks[where], f"frontline of {data.BATTLEFIELD_NAMES[where]}"
        ends = track.low, track.high
        yield f"battlefields.{where}.frontline", Figure(name, "", *ends, front.frontline, lead=True)


class Change(NamedTuple):
    """One figure that the table sets by hand, or the trenches of a battlefield."""

    path: Annotated[str, Sized(1)]
    value: Json

    def done(self, state: State) -> State:
        """The state with it."""
        value = self.value
        match self.path.split("."):
            case ("propaganda" | "economy" as track, "allied" | "german" as side):
                return state.with_track(track, state.track(track).put(side, value))
            case ("hands", "allied" | "german" as side, _):
                return replace(state, hands=state.hands.put(side, Hand(value, None)))
            case (_, where, "frontline"):
                return state.with_battlefield(where, Battlefield(value, state.battlefields[where].trenches))
            case (_, where, _):
                return state.with_battlefield(where, Battlefield(state.battlefields[where].frontline, value))
        return replace(state, morale=value)


def read_change(value: object, state: State) -> Change:
    """One figure; how it goes with the others is for the rules. `InvalidInput` at the fault."""
    change = shape.read(Change, value)
    figure = figures(state).get(change.path)
    match change.path.split("."):
        case ("battlefields", where, "trenches") if where in data.BATTLEFIELDS:
            return change._replace(value=_dug(change.value, where, state))
    if figure is None:
        hands = ", hands" if state.options.cards == "table" else ""
        wanted = f"morale, propaganda, economy{hands}, frontlines and trenches can"
        raise InvalidInput("path", f"{say(change.path)} cannot be set by hand; {wanted}.")
    return change._replace(value=integer(change.value, "value", figure.low, figure.high))


def _dug(value: object, where: str, state: State) -> dict[int, int]:
    try:
        return read_trenches(value, "", state.front.tracks[where], None)
    except InvalidInput as error:
        inside = f"Space {error.path}: {error.message}" if error.path else error.message
        raise InvalidInput("value", inside) from error


@record
class Adjust(Deed):
    """Overrule the app, with a reason; the sequence of play does not move."""

    log = "Set by hand: {reason}"
    reason: Annotated[str, Sized(1)]
    changes: Annotated[tuple[Annotated[Change, ByHand(read_change, knowing="state")], ...], Sized(1)]

    def do(self, state: State) -> After:
        still_on(state)
        turn = state.turn
        for n, each in enumerate(self.changes):
            starts = turn is not None and turn.step == "start" and each.path == f"hands.{turn.side}.count"
            if starts and not each.value:
                words = "The side whose round it is must hold a card; adjust before its round begins."
                raise IllegalAction(f"changes.{n}.value", words)
        for each in self.changes:
            state = each.done(state)
        for where, front in state.battlefields.items():
            if front.frontline in front.trenches:
                name = data.BATTLEFIELD_NAMES[where]
                words = f"A trench would lie in the frontline's space of {name}; move one of them."
                raise IllegalAction("changes", words)
        reason = Step("adjust", "The table sets things by hand: {reason}", {"reason": self.reason})
        sets = (Step("adjust", "{path} is set to {value}.", each._asdict()) for each in self.changes)
        return morale_set(state, state.morale).after(reason, *sets)


def set_words(state: State, entry: deed.Entry) -> str:
    """What is set, from what to what."""
    path, value = str(entry.get("path")), entry.get("value")
    if figure := figures(state).get(path):
        return change(figure.name, *(_shown(each, figure.lead) for each in (figure.now, value)))
    match path.split("."):
        case (_, where, "trenches") if where in data.BATTLEFIELDS:
            name = f"trenches on {data.BATTLEFIELD_NAMES[where]}:"
            return change(name, _trenches(state.battlefields[where].trenches), _trenches(value))
    return ""


def _shown(value: object, lead: bool) -> object:
    return signed(value) if lead and type(value) is int else value


def _trenches(there: object) -> str:
    dug = {int(space): n for space, n in there.items()} if isinstance(there, Mapping) else {}
    return ", ".join(f"{n} at {signed(space)}" for space, n in sorted(dug.items())) or "none"


class NewCard(NamedTuple):
    """What is printed on a physical card; of this year where no other is said."""

    title: Annotated[str, Sized(1)]
    side: data.CardSide
    points: Annotated[int, Between(1, 6)]
    year: Annotated[Annotated[int, Between(data.YEARS[0], data.YEARS[-1])] | None, Given] = None
    text: str = ""
    remain: bool = False


@record
class AddCard(Deed):
    """Enter a physical card that the library lacks; the table carries its event out, and books it by hand."""

    log = "{new} comes into the library"
    card: NewCard

    def do(self, state: State) -> After:
        still_on(state)
        if state.options.cards == "app":
            words = "The app deals the cards of this table; none can be added to its decks."
            raise IllegalAction("type", words)
        card = self.card._replace(year=self.card.year or state.year)
        if card.title.casefold() in {each.title.casefold() for each in state.box.cards.values()}:
            refusal = f"“{card.title}” is in the library already; look for it by its title."
            raise IllegalAction("card.title", refusal)
        effects = [{"kind": "table", "text": card.text}] if card.text else []
        given = {**card._asdict(), "id": identifier(card.title, state.box), "effects": effects}
        library = with_card(state.box, given, "card")
        values = {**card._asdict(), "side": data.SIDE_NAMES[card.side]}
        words = "“{title}” comes into the library: {side}, {year}, {points:# point|# points}."
        return Outcome(replace(state, library=library), (Step("9.4", words, values),))


def identifier(title: str, library: Library) -> str:
    """A new card's own id, made of its title."""
    plain = normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    start = re.sub("[^a-z0-9]+", "-", plain).strip("-") or "card"
    taken = (f"{start}-{n}" if n > 1 else start for n in range(1, len(library.cards) + 2))
    return next(each for each in taken if each not in library.cards)
