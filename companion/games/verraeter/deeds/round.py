"""The deeds of Verräter, phase by phase: what each asks, when it is open, what it does, and its words (5)."""

from collections.abc import Mapping
from dataclasses import field
from functools import partial
from typing import Annotated, Literal

from companion.engine import deed
from companion.engine.deed import Entry, record
from companion.engine.errors import IllegalAction
from companion.engine.game import Outcome, Step
from companion.engine.records import replace
from companion.engine.shape import Between, Every, Named, Sized
from companion.games.verraeter import data, rules
from companion.games.verraeter.procedures import conflict, supply
from companion.games.verraeter.rules import into_hand, name, out_of_hand, outcome, refuse_taken, with_card
from companion.games.verraeter.state import (
    Building,
    Draft,
    DrawnCards,
    Player,
    PlayerId,
    Position,
    Site,
    State,
    SupplyCards,
    neighbour,
    sites,
    spoken,
)

MOST_REFILLED = 9


@record
class Own(deed.Deed[State]):
    """What a player does when it is his turn."""

    player: PlayerId


@record
class PlaceEstate(Own):
    """Put one's first estate under a free landscape (setup.estates)."""

    phases = ("estates",)
    log = "first estate under {landscape}"
    landscape: Position

    @classmethod
    def possible(cls, state: State) -> Entry:
        return {"landscapes": state.free()}

    def do(self, state: State) -> Outcome[State]:
        """After the last player's the rounds begin."""
        refuse_taken(state, self.landscape, "landscape")
        if not state.player(self.player).unplaced:
            whose = f"{spoken(self.player)}'s"
            words = f"All three cards of {whose} lie in the circle; take one back by hand first."
            raise IllegalAction("landscape", words)
        built = rules.built(state, self.player, self.landscape, "estate")
        words = "{who} puts an estate under the {where}."
        values = {"who": spoken(self.player), "where": name(state, self.landscape)}
        following = state.left_of(self.player)
        if following != state.start_player:
            return outcome(replace(built, active=following), "setup.estates", words, **values)
        begun = replace(built, phase="site", active=state.strategy_holder)
        first = Step("setup.estates", words, values)
        words = "{who} holds the strategy card and chooses the site."
        return outcome(begun, "1", words, first, who=spoken(state.strategy_holder))


@record
class ChooseSite(Own):
    """Say where the conflict is fought: at two neighbours of different houses (1).

    With `draft` the action cards are drafted so, and nobody is asked how; `removed` is the one that is put
    aside where they are dealt with it.
    """

    phases = ("site",)
    log = "the conflict is at {site}"
    site: Site
    draft: Literal["digital", "offline"] | None = None
    removed: data.ActionCard | None = None

    @classmethod
    def possible(cls, state: State) -> Entry:
        return {"sites": [[*site] for site in sites(state.circle)]}

    def do(self, state: State) -> Outcome[State]:
        i, j = self.site
        if neighbour(i) != j and neighbour(j) != i:
            one, other = name(state, i), name(state, j)
            words = f"The {one} and the {other} do not lie side by side; choose neighbours."
            raise IllegalAction("site", words)
        if state.circle[i].house == state.circle[j].house:
            house = state.words.houses[state.circle[i].house]
            raise IllegalAction("site", f"Both landscapes are the {house}'s; one of each house is wanted.")
        site = (i, j) if neighbour(i) == j else (j, i)
        chosen = replace(state, site=site, phase="draft", active=state.start_player, draft=Draft())
        values = {"who": spoken(self.player), "one": name(state, site[0]), "other": name(state, site[1])}
        step = Step("1", "{who} chooses the {one} and the {other}.", values)
        begun = self._drafted(chosen)
        return Outcome(begun.state, (step, *begun.steps))

    def _drafted(self, chosen: State) -> Outcome[State]:
        """The draft begun; where nothing is said of it, it is asked for."""
        if self.draft == "digital":
            if self.removed is None:
                raise IllegalAction("removed", "Say which action card is put aside, or leave it to the app.")
            return DealActions(player=chosen.start_player, removed=self.removed).do(chosen)
        if self.removed is not None:
            raise IllegalAction("removed", "The cards are not dealt with the site here; leave this out.")
        return DraftOffline(player=chosen.start_player).do(chosen) if self.draft else Outcome(chosen, ())


class Drafted(Own):
    """How the action cards are drafted (2)."""

    @classmethod
    def barred(cls, state: State) -> str:
        return "The cards of this round are dealt already; pick one." if state.draft.mode else ""


@record
class DealActions(Drafted):
    """Shuffle the six action cards and put one aside unseen; the start player has the others (2)."""

    phases = ("draft",)
    log = "one action card is put aside"
    removed: data.ActionCard

    @classmethod
    def possible(cls, state: State) -> Entry:
        return {"removed": list(data.ACTION_CARDS)}

    def do(self, state: State) -> Outcome[State]:
        pool = tuple(card for card in data.ACTION_CARDS if card != self.removed)
        dealt = replace(state, draft=Draft("digital", self.removed, pool))
        words = "One action card is put aside face down; {who} looks at the others."
        return outcome(dealt, "2", words, who=spoken(self.player))


@record
class DraftOffline(Drafted):
    """Let the real action cards go round the table; the app hears of them when they are turned over (2)."""

    phases = ("draft",)
    log = "the real action cards go round"

    def do(self, state: State) -> Outcome[State]:
        begun = rules.supply_begins(replace(state, draft=Draft("offline")))
        return outcome(begun, "2", "The real action cards go round the table; each keeps one.")


@record
class PickAction(Own):
    """Keep one action card and hand the rest on (2)."""

    phases = ("draft",)
    log = "keeps {card}"
    card: data.ActionCard

    @classmethod
    def barred(cls, state: State) -> str:
        dealt = state.draft.mode is not None
        return "" if dealt else "The action cards are not dealt yet; deal them, or draft with real ones."

    @classmethod
    def possible(cls, state: State) -> Entry:
        return {"cards": list(state.draft.pool)}

    def do(self, state: State) -> Outcome[State]:
        """The last player puts what is left back face down (R11)."""
        if self.card not in state.draft.pool:
            # A refusal stands outside the cover of a hand: it names none of the cards that lie under it.
            why = f"The {data.ACTION_NAMES[self.card]} is not among the cards handed on; pick one of those."
            raise IllegalAction("card", why)
        left = tuple(card for card in state.draft.pool if card != self.card)
        picked = state.with_player(self.player, lambda player: replace(player, pick=self.card))
        following = state.left_of(self.player)
        values = {"who": spoken(self.player), "next": spoken(following), "count": len(left)}
        if following != state.start_player:
            handed = replace(picked, draft=replace(state.draft, pool=left), active=following)
            return outcome(handed, "2", "{who} keeps a card and hands {count} on to {next}.", **values)
        words = "{who} keeps a card; what is left ({count}) goes back face down."
        drafted = replace(picked, draft=replace(state.draft, pool=(), leftover=left))
        return outcome(rules.supply_begins(drafted), "R11" if len(left) > 1 else "2", words, **values)


@record
class PlaySupply(Own):
    """Lay supply cards down, face up (3)."""

    phases = ("supply",)
    log = "plays {cards}"
    cards: Annotated[SupplyCards, Sized(0, data.MOST_SUPPLY_PLAYED)]

    @classmethod
    def possible(cls, state: State) -> Entry:
        hand = _hand(state)
        return {"hand": hand, "min": 0, "max": min(data.MOST_SUPPLY_PLAYED, len(hand))}

    def do(self, state: State) -> Outcome[State]:
        """After the last player the action cards are turned over."""
        played = state.with_player(self.player, lambda player: replace(player, played=()))
        for n, value in enumerate(self.cards):
            laid = tuple(sorted(self.cards[: n + 1]))
            played = out_of_hand(played, self.player, value, f"cards.{n}")
            played = played.with_player(self.player, partial(_before, laid))
        following = state.left_of(self.player)
        last = following == state.start_player
        after = replace(played, phase="reveal", active=None) if last else replace(played, active=following)
        if not self.cards:
            return outcome(after, "3", "{who} plays no supply.", who=spoken(self.player))
        cards = ", ".join(map(str, self.cards))
        words = "{who} plays supply {cards}: {total:# point|# points}."
        return outcome(after, "3", words, who=spoken(self.player), cards=cards, total=sum(self.cards))


def _before(laid: tuple[int, ...], player: Player) -> Player:
    return replace(player, played=laid)


def _hand(state: State) -> list[int]:
    return list(state.player(state.active or "").hand)


@record
class Reveal(deed.Deed[State]):
    """Turn all action cards over and evaluate the conflict (4 to 6); `picks` are real cards, or empty."""

    phases = ("reveal",)
    log = "The action cards are turned over"
    picks: Annotated[Mapping[str, data.ActionCard], Every("players")] = field(default_factory=dict)

    @classmethod
    def possible(cls, state: State) -> Entry:
        return {"picks": state.draft.mode == "offline"}

    def do(self, state: State) -> Outcome[State]:
        """Then it is for the master builder, if there is one."""
        offline = state.draft.mode == "offline"
        if offline != bool(self.picks):
            needed = "The cards were drafted at the table; say what each player turned over."
            words = needed if offline else "The app knows what each player picked; leave the picks out."
            raise IllegalAction("picks", words)
        cards = list(self.picks.values())
        for n, (who, card) in enumerate(self.picks.items()):
            if card in cards[:n]:
                words = f"There is one {data.ACTION_NAMES[card]}; somebody before turned it over already."
                raise IllegalAction(f"picks.{who}", words)
        turned = tuple(replace(each, pick=self.picks.get(each.id, each.pick)) for each in state.players)
        state = replace(state, players=turned)
        site = state.site or (0, 1)
        grounds = tuple(conflict.Ground(state.circle[n].type, state.circle[n].house) for n in site)
        ground = conflict.Field(grounds, state.options, state.cards, state.words)
        fighters = [
            conflict.Fighter(each.id, each.allegiance, each.played or (), each.pick) for each in turned
        ]
        fought = conflict.fight(ground, fighters)
        steps = (*rules.cards_turned(state), *conflict.conflict_steps(ground, fighters, fought))
        after = rules.settled(state, site, fought)
        builder = next((each.id for each in turned if each.pick == "master_builder"), None)
        if builder is None:
            begun = rules.after_building(after)
            return Outcome(begun.state, (*steps, *begun.steps))
        return Outcome(replace(after, phase="build", active=builder), steps)


@record
class Build(Own):
    """What the master builder does (7)."""

    phases = ("build",)


@record
class PlaceBuilding(Build):
    """The master builder brings a card in (7)."""

    kind = "build"
    log = "builds an {side} under {landscape}"
    landscape: Position
    side: data.BuildingSide = "estate"

    @classmethod
    def possible(cls, state: State) -> Entry:
        who = state.active or ""
        more = state.player(who).unplaced > 0
        sides = rules.sides(state, who) if more else []
        return {"op": "place", "landscapes": state.free() if more else [], "sides": sides}

    def do(self, state: State) -> Outcome[State]:
        if not state.player(self.player).unplaced:
            words = "All three cards lie in the circle already; move or turn one, or pass."
            raise IllegalAction("op", words)
        refuse_taken(state, self.landscape, "landscape")
        if self.side not in rules.sides(state, self.player):
            words = "There are two offices already, the most that a player has; build an estate."
            if state.options.build_side == "estate":
                words = "At this table a new card comes in as an estate (RULING R14); "
                words += "it can be turned over later."
            raise IllegalAction("side", words)
        values = {"who": spoken(self.player), "side": self.side, "where": name(state, self.landscape)}
        step = Step("7", "{who} builds an {side} under the {where}.", values)
        return rules.after_building(rules.built(state, self.player, self.landscape, self.side), step)


@record
class MoveBuilding(Build):
    """The master builder moves a card, which keeps its side (7, R15)."""

    kind = "build"
    log = "moves a card from {from} to {to}"
    source: Annotated[int, Between(0, data.CIRCLE - 1), Named("from")]
    target: Annotated[int, Between(0, data.CIRCLE - 1), Named("to")]

    @classmethod
    def possible(cls, state: State) -> Entry:
        own = state.buildings(state.active or "")
        return {"op": "move", "from": own, "to": state.free() if own else []}

    def do(self, state: State) -> Outcome[State]:
        building = rules.own_building(state, self.player, self.source, "from")
        refuse_taken(state, self.target, "to")
        moved = state.with_building(self.source, None).with_building(self.target, building)
        values: dict[str, str] = {"who": spoken(self.player), "side": building.side}
        values |= {"here": name(state, self.source), "there": name(state, self.target)}
        step = Step("R15", "{who} moves an {side} from the {here} to the {there}.", values)
        return rules.after_building(moved, step)


@record
class FlipBuilding(Build):
    """The master builder turns a card over (7)."""

    kind = "build"
    log = "turns the card under {landscape} over"
    landscape: Position

    @classmethod
    def possible(cls, state: State) -> Entry:
        who = state.active or ""
        may_open = state.may_open_office(who)
        turned = state.buildings(who) if may_open else state.buildings(who, "office")
        return {"op": "flip", "landscapes": turned}

    def do(self, state: State) -> Outcome[State]:
        """An estate becomes an office, or the other way round."""
        was = rules.own_building(state, self.player, self.landscape, "landscape").side
        side: data.BuildingSide = "office" if was == "estate" else "estate"
        if side == "office" and not state.may_open_office(self.player):
            words = "There are two offices already, the most that a player has."
            raise IllegalAction("landscape", words)
        turned = state.with_building(self.landscape, Building(self.player, side))
        values = {"who": spoken(self.player), "was": was, "side": side, "where": name(state, self.landscape)}
        step = Step("7", "{who} turns the {was} under the {where} into an {side}.", values)
        return rules.after_building(turned, step)


@record
class PassBuilding(Build):
    """The master builder builds nothing (R14)."""

    kind = "build"
    log = "builds nothing"

    @classmethod
    def possible(cls, state: State) -> Entry:
        return {"op": "pass"}

    def do(self, state: State) -> Outcome[State]:
        step = Step("R14", "{who} builds nothing.", {"who": spoken(self.player)})
        return rules.after_building(state, step)


@record
class Refill(Own):
    """Pick supply up, laying down what is too much (10); `cards` are the values drawn, in order."""

    phases = ("refill",)
    log = "{laid_down}picks up {picked}"
    discard: Annotated[SupplyCards, Sized(0, MOST_REFILLED)] = ()
    cards: Annotated[DrawnCards, Sized(0, MOST_REFILLED)]

    @classmethod
    def possible(cls, state: State) -> Entry:
        hand, piles = _hand(state), len(state.draw) + len(state.discard)
        most = supply.most_cards(state.refill[0].entitlement, len(hand), piles, state.options)
        discards = [supply.surplus(len(hand), n, state.options) for n in range(most + 1)]
        return {"max_cards": most, "hand": hand, "discards": discards}

    def do(self, state: State) -> Outcome[State]:
        """One player of the queue picks up; after the last the round ends."""
        most = state.refill[0].entitlement
        if len(self.cards) > most:
            words = f"{spoken(self.player)} may pick up at most {most}; {len(self.cards)} were asked for."
            raise IllegalAction("cards", words)
        wanted = supply.surplus(len(state.player(self.player).hand), len(self.cards), state.options)
        if len(self.discard) != wanted:
            limit, given = state.options.hand_limit, len(self.discard)
            words = f"To keep to {limit} cards exactly {wanted} must be laid down; {given} were given."
            raise IllegalAction("discard", words)
        first, then = (self._laid_down, self._drawn)
        if state.options.surplus != "before":
            first, then = then, first
        left = replace(then(first(state)), refill=state.refill[1:])
        values: dict[str, object] = {"who": spoken(self.player), "count": len(self.cards), "most": most}
        step = Step("10", "{who} picks up {count} of {most}.", values)
        if self.discard:
            values |= {"discard": ", ".join(map(str, self.discard))}
            step = Step("R20", "{who} lays down {discard} and picks up {count} of {most}.", values)
        if left.refill:
            return Outcome(replace(left, active=left.refill[0].player), (step,))
        ended = rules.end_round(left)
        return Outcome(ended.state, (step, *ended.steps))

    def _laid_down(self, state: State) -> State:
        for n, value in enumerate(self.discard):
            state = out_of_hand(state, self.player, value, f"discard.{n}")
            state = replace(state, discard=with_card(state.discard, value))
        return state

    def _drawn(self, state: State) -> State:
        for n, value in enumerate(self.cards):
            state = into_hand(state, self.player, value, f"cards.{n}")
        return state


BUILDS: Mapping[str, type[Build]] = {
    "place": PlaceBuilding,
    "move": MoveBuilding,
    "flip": FlipBuilding,
    "pass": PassBuilding,
}
DEEDS: tuple[type[deed.Deed[State]], ...] = (
    *(PlaceEstate, ChooseSite, DealActions, DraftOffline, PickAction, PlaySupply, Reveal),
    *(FlipBuilding, MoveBuilding, PassBuilding, PlaceBuilding, Refill),
)
"""Every deed, in the order of `legal`."""
