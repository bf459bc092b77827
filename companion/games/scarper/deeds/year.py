"""The deeds of a year about its rounds: missions, who goes first, the scoring, giving up (4, 8)."""

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar

from companion.engine.deed import Entry, part, record
from companion.engine.errors import IllegalAction, InvalidInput
from companion.engine.game import Outcome, Step
from companion.engine.records import replace
from companion.engine.shape import ByHand, Given
from companion.engine.wire import integer, items, parts, say, text
from companion.engine.wording import count
from companion.games.scarper.data import OTHER, SIDE_NAMES, SIDES, Side
from companion.games.scarper.deeds.round import Deed, Offers, Own
from companion.games.scarper.procedures import year
from companion.games.scarper.rules import rounds
from companion.games.scarper.rules.rounds import acting, in_phase, to_judge
from companion.games.scarper.state import After, Orders, PerSide, State, TracksScored, YearRecord


def read_keep(value: object, state: State) -> tuple[str, ...] | int:
    """The missions that a side keeps; with physical cards only how many."""
    if state.options.cards == "table":
        return integer(value, "", 1, 2)
    keep = tuple(text(each, str(n)) for n, each in enumerate(items(value, "", 1, 2)))
    if len(set(keep)) < len(keep):
        raise InvalidInput("", "The same mission is named twice; name each one once.")
    return keep


@record
class ChooseMissions(Own):
    """Keep one or two of the missions drawn (4.3 C); with physical cards only their number is known."""

    log = "{side}: keeps {kept}"
    phases = ("missions",)
    secret: ClassVar[Entry] = {"from": None}
    keep: Annotated[tuple[str, ...] | int, ByHand(read_keep, knowing="state")]

    @classmethod
    def offers(cls, state: State, side: Side) -> Offers:
        drawn = state.missions[side].drawn
        yield {"from": None if drawn is None else list(drawn), "min": 1, "max": 2}

    def do(self, state: State) -> After:
        """When both sides have chosen the year goes on."""
        in_phase(state, "missions")
        orders, name = state.missions[self.side], SIDE_NAMES[self.side]
        if orders.count:
            raise IllegalAction("side", f"The {name} side has chosen its missions already.")
        after = replace(state, missions=state.missions.put(self.side, self._kept(orders)))
        values = {"side": name, "count": after.missions[self.side].count}
        chosen = Step("4.3 C", "The {side} side keeps {count:one of its missions|both its missions}.", values)
        if not all(each.count for each in after.missions):
            return Outcome(after, (chosen,))
        return rounds.begin_actions(after).after(chosen)

    def _kept(self, orders: Orders) -> Orders:
        if isinstance(self.keep, int):
            return Orders(None, None, self.keep)
        drawn = orders.drawn or ()
        for n, each in enumerate(self.keep):
            if each not in drawn:
                raise IllegalAction(f"keep.{n}", "This mission was not drawn this year; keep one that was.")
        kept = tuple(each for each in drawn if each in self.keep)
        return Orders((), kept, len(kept))


@record
class ChooseFirst(Own):
    """Say who takes the year's first round (4.2)."""

    log = "{side}: {whose} first"
    phases = ("initiative",)
    first: Side

    @classmethod
    def offers(cls, state: State, side: Side) -> Offers:
        yield {"first": list(SIDES)}

    def do(self, state: State) -> After:
        in_phase(state, "initiative")
        acting(self.side, state.chooser)
        values = {"side": SIDE_NAMES[self.side], "first": SIDE_NAMES[self.first]}
        chosen = Step("4.2", "The {side} side lets the {first} side go first.", values)
        return rounds.begin_rounds(state, self.first).after(chosen)


def no_missions(value: object, path: str) -> None:
    raise InvalidInput(path, "The app knows which missions were kept; leave them out.")


def read_missions(value: object, state: State) -> PerSide[tuple[str, ...]]:
    """The physical cards that each side turned over."""
    sides = parts(value, "", *SIDES)
    return PerSide(_named(sides, "allied", state), _named(sides, "german", state))


def _named(sides: Mapping[str, object], side: Side, state: State) -> tuple[str, ...]:
    listed, deck = items(sides[side], side), state.box.missions_of(side)
    for n, each in enumerate(listed):
        if type(each) is not str or each not in deck:
            wanted = f"“{state.box.title}” has no such {SIDE_NAMES[side]} mission; {say(each)} was given."
            raise InvalidInput(f"{side}.{n}", wanted)
        if each in listed[:n]:
            raise InvalidInput(f"{side}.{n}", f"“{each}” is named twice; name each mission once.")
    return tuple(listed)


@record
class RevealMissions(Deed):
    """Turn the kept missions over (4.3 E); what the app cannot know or judge is entered."""

    log = "Missions are revealed"
    phases = ("reveal",)
    turns_up = True
    missions: Annotated[PerSide[tuple[str, ...]] | None, ByHand(no_missions)] = None
    verdicts: Annotated[Mapping[str, bool] | None, Given] = None

    @classmethod
    def offers(cls, state: State, side: Side) -> Offers:
        kept = {side: state.missions[side].kept for side in SIDES}
        listed = {side: None if cards is None else list(cards) for side, cards in kept.items()}
        yield {
            "missions": listed,
            "verdicts": to_judge(state, [each for cards in kept.values() for each in cards or ()]),
        }

    def do(self, state: State) -> After:
        """All kept missions are judged at once on the board as it stands (R37)."""
        in_phase(state, "reveal")
        revealed = self._revealed(state)
        self._fit(to_judge(state, (*revealed.allied, *revealed.german)))
        moved = year.markers_at(state, "missions")
        state = replace(state, propaganda=moved.propaganda, economy=moved.economy)
        verdicts = PerSide(*(self._judged(state, revealed[side]) for side in SIDES))
        gains = year.mission_gains(verdicts, state.options)
        morale = year.held(state.morale + gains.allied - gains.german)
        orders = (Orders(each.drawn, None if each.kept is None else (), 0) for each in state.missions)
        record_ = YearRecord(state.year, gains, revealed, None, morale)
        history = (*state.history, record_)
        after = replace(state, morale=morale, missions=PerSide(*orders), history=history)
        steps = (*moved.steps, *year.mission_steps(verdicts, gains, morale, state.options))
        end = rounds.ended(after, "missions", steps)
        return end or Outcome(replace(after, phase="scoring"), steps)

    def _revealed(self, state: State) -> PerSide[tuple[str, ...]]:
        if self.missions is None:
            return PerSide(*(each.kept or () for each in state.missions))
        for side in SIDES:
            _as_kept(state, side, self.missions[side])
        return self.missions

    def _fit(self, wanted: Sequence[str]) -> None:
        """`InvalidInput` where the table judges too few of the missions, or others."""
        if self.verdicts is None:
            if wanted:
                words = f"The table must say whether these succeed: {', '.join(wanted)}."
                raise InvalidInput("verdicts", words)
            return
        for each in self.verdicts:
            if each not in wanted:
                raise InvalidInput(f"verdicts.{each}", "No verdict is wanted for this; leave it out.")
        for each in wanted:
            if each not in self.verdicts:
                raise InvalidInput(f"verdicts.{each}", "The table must say whether this mission succeeds.")

    def _judged(self, state: State, missions: Sequence[str]) -> tuple[year.Verdict, ...]:
        given, cards = self.verdicts or {}, [state.box.missions[each] for each in missions]
        pairs = [(card, year.judged(card, state)) for card in cards]
        return tuple(year.Verdict(card.title, given[card.id] if met is None else met) for card, met in pairs)


def _as_kept(state: State, side: Side, named: Sequence[str]) -> None:
    kept = state.missions[side].count
    if len(named) != kept:
        kept_, many = count(kept, "mission"), len(named)
        words = f"The {SIDE_NAMES[side]} side kept {kept_}; {many} of them were named."
        raise IllegalAction(f"missions.{side}", words)
    before = {each for record in state.history for each in record.revealed[side]}
    for n, each in enumerate(named):
        if each in before:
            words = f"“{each}” was revealed in an earlier year (RULING R25)."
            raise IllegalAction(f"missions.{side}.{n}", words)


@record
class RevealCards(RevealMissions):
    """The same with physical cards, which are named as they are turned over."""

    kind = "reveal_missions"
    missions: Annotated[PerSide[tuple[str, ...]] | None, ByHand(read_missions, knowing="state")] = part()


@record
class ScoreYear(Deed):
    """Score battlefields, propaganda and economy (4.3 F)."""

    log = "The year is scored"
    phases = ("scoring",)
    turns_up = True

    def do(self, state: State) -> After:
        """Everything is scored at once; then the next year begins, or the war is over."""
        in_phase(state, "scoring")
        moved = year.markers_at(state, "scoring")
        sums = year.scored(state, moved.propaganda, moved.economy)
        morale = year.held(state.morale + sums.net)
        tracks = TracksScored(sums.battlefields, sums.propaganda, sums.economy, sums.ongoing)
        last = state.history[-1]
        scored = YearRecord(last.year, last.missions, last.revealed, tracks, morale)
        after = replace(
            state,
            morale=morale,
            propaganda=rounds.NONE_YET,
            economy=moved.economy,
            history=(*state.history[:-1], scored),
        )
        steps = (*moved.steps, *year.scoring_steps(sums, morale))
        end = rounds.ended(after, "scoring", steps)
        return end or rounds.enter_year(replace(after, year=after.year + 1)).after(*steps)


@record
class Resign(Own):
    """Give the war up."""

    log = "{side}: gives the war up"

    def do(self, state: State) -> After:
        rounds.still_on(state)
        winner = OTHER[self.side]
        values = {"side": SIDE_NAMES[self.side], "winner": SIDE_NAMES[winner]}
        given_up = Step("8", "The {side} side gives the war up; the {winner} side has won.", values)
        return Outcome(rounds.over(state, winner, "resignation"), (given_up,))
