"""A conflict told beat by beat: the cards turned over, the betrayal, the sums, then points and land.

Every screen of the table stands at the same beat and shows what has been turned over so far, nothing later.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from companion.engine import stage
from companion.engine.game import Scene
from companion.engine.scene import Values, fresh
from companion.engine.stage import Choices, Deed, Question, Row, Rows, Words, phrase
from companion.engine.step import Several
from companion.engine.wire import Json
from companion.engine.wording import count, signed, tap
from companion.games.verraeter.data import ACTION_CARDS, DIPLOMATS, HOUSES, OTHER, ActionCard, House
from companion.games.verraeter.screens.board import facing, land_name, open_weights, own_sign, person, seal
from companion.games.verraeter.screens.hand import action_card, laid_words
from companion.games.verraeter.state import State, spoken


@dataclass(frozen=True, slots=True)
class Conflict:
    """A conflict that was fought: the table before the cards were turned over, and after it."""

    before: State
    after: State

    @property
    def result(self) -> Json:
        """What came of it, as `procedures.conflict` answers."""
        return self.after.last_conflict

    @property
    def order(self) -> tuple[str, ...]:
        """In which order the cards are turned over: from the start player, the betrayal last."""
        ids = [each.id for each in self.before.in_turn()]
        return tuple(sorted(ids, key=self.betrays))

    def betrays(self, who: str) -> bool:
        return bool(self.before.player(who).allegiance != self.result["allegiances"][who])

    @property
    def traitor(self) -> str | None:
        return next((who for who in self.order if self.betrays(who)), None)

    def card(self, who: str) -> ActionCard | None:
        return self.before.player(who).pick or self.after.player(who).pick

    def weights(self, turned: Collection[str] = ()) -> dict[House, tuple[int, int, int]]:
        """Each house's landscape, supply and diplomats, so far as these have turned their cards over."""
        state = self.oaths(turned)
        helped = dict.fromkeys(HOUSES, 0)
        for who in turned:
            card = self.card(who)
            helped[state.player(who).allegiance] += DIPLOMATS.get(card or "", 0)
        return {h: (*open_weights(state, self.before.site or (0, 1))[h], helped[h]) for h in HOUSES}

    def oaths(self, turned: Collection[str]) -> State:
        """The table with the oaths of those who have turned their cards over; nobody has his points yet."""
        houses = self.result["allegiances"]
        players = tuple(
            replace(each, allegiance=houses[each.id]) if each.id in turned else each
            for each in self.before.players
        )
        return replace(self.before, players=players)

    def settled(self) -> State:
        """The table with points given and the landscape turned, before anything else is done."""
        winner, gains = self.result["winner"], self.result["vp"]
        state = self.oaths(self.order)
        players = tuple(replace(each, vp=each.vp + gains[each.id]["total"]) for each in state.players)
        state = replace(state, players=players)
        if winner is None:
            return state
        at = next(n for n in state.site or () if state.circle[n].house == OTHER[winner])
        return state.with_landscape(at, replace(state.circle[at], house=winner))


@dataclass(frozen=True, slots=True)
class Walk:
    """How far the showing of a conflict has come: `beat` cards are turned; one more beat settles all."""

    conflict: Conflict
    beat: int

    @property
    def turned(self) -> tuple[str, ...]:
        """Whose cards lie open, in the order in which they were turned."""
        return self.conflict.order[: self.beat]

    @property
    def next(self) -> str | None:
        return next(iter(self.conflict.order[self.beat :]), None)

    @property
    def is_settled(self) -> bool:
        return self.beat > len(self.conflict.order)

    @property
    def state(self) -> State:
        """The table as all may see it at this beat."""
        return self.conflict.settled() if self.is_settled else self.conflict.oaths(self.turned)


def beats(before: State, after: State) -> int:
    """In how many beats a conflict is told: a card each, then points and landscape."""
    is_fought = before.phase == "reveal" and after.phase != "reveal"
    return len(before.players) + 1 if is_fought else 0


def so_far(before: State, after: State, beat: int) -> State:
    """The table as everybody may know it once so many of the cards lie open."""
    return Walk(Conflict(before, after), beat).state


def conflicts(trail: Sequence[State]) -> Iterator[Conflict]:
    for before, after in pairwise(trail):
        if beats(before, after):
            yield Conflict(before, after)


def last_conflict(trail: Sequence[State]) -> Conflict | None:
    for n in range(len(trail) - 1, 0, -1):
        if beats(trail[n - 1], trail[n]):
            return Conflict(trail[n - 1], trail[n])
    return None


def walk_of(scene: Scene[State]) -> Walk | None:
    """The walk on which all screens are; None where turning the cards over is not what is shown."""
    conflict = last_conflict(scene.trail[-2:]) if len(scene.trail) > 1 else None
    if conflict is None or scene.walk is None or scene.walk > len(conflict.order) + 1:
        return None
    return Walk(conflict, scene.walk)


def beat_words(walk: Walk) -> tuple[Words, Words]:
    """What the last beat showed: its verdict, and what it means."""
    if walk.is_settled:
        return verdict(walk.conflict), prize(walk.conflict)
    if not walk.turned:
        return "", "All supply is played. The cards are turned over one by one."
    who, conflict = walk.turned[-1], walk.conflict
    if conflict.betrays(who):
        return _betrayal(walk)
    card, house = conflict.card(who), conflict.result["allegiances"][who]
    name = conflict.before.words.houses[house]
    words = {
        "diplomat_2": phrase("{who} adds 2 for the {house}.", who=spoken(who), house=name),
        "diplomat_5": phrase("{who} adds 5 for the {house}.", who=spoken(who), house=name),
        "strategist": phrase("{who} takes two points and chooses the next site.", who=spoken(who)),
    }
    kept = phrase("{who} keeps the oath to the {house}.", who=spoken(who), house=name)
    return "", words.get(card or "", kept)


def _betrayal(walk: Walk) -> tuple[Words, Words]:
    who, conflict = walk.turned[-1], walk.conflict
    houses, player = conflict.before.words.houses, conflict.before.player(who)
    goes = sum(player.played or ())
    alone = [each for each, house in conflict.result["allegiances"].items() if house == player.allegiance]
    taken = phrase(
        "Supply of {sum} goes over to the {house}", sum=goes, house=houses[OTHER[player.allegiance]]
    )
    nothing = phrase("No supply goes over to the {house}", house=houses[OTHER[player.allegiance]])
    stands = phrase(", and {who} stands alone", who=spoken(alone[0])) if len(alone) == 1 else ""
    words = phrase("{goes}{stands}.", goes=taken if goes else nothing, stands=stands)
    return phrase("{who} betrays the {house}.", who=spoken(who), house=houses[player.allegiance]), words


def verdict(conflict: Conflict) -> Words:
    result, houses = conflict.result, conflict.before.words.houses
    if result["winner"] is None:
        return "Equal totals: nobody wins, and no landscape turns."
    return phrase("The {house} wins by {margin}.", house=houses[result["winner"]], margin=result["margin"])


def prize(conflict: Conflict) -> Words:
    result, before = conflict.result, conflict.before
    winner = result["winner"]
    if winner is None:
        return ""
    lost, house = land_name(before, result["flipped"]), before.words.houses[winner]
    names = [spoken(who) for who, served in result["allegiances"].items() if served == winner]
    turns = phrase("The {land} turns to the {house}.", land=lost, house=house)
    if not names:
        return phrase("{turns} Nobody serves the {house}: it gives no points.", turns=turns, house=house)
    share = count(result["prize"], "point")
    each = phrase("{who}, {points}.", who=names[0], points=share) if len(names) == 1 else phrase(
        "{who}, {points} each.", who=Several(names), points=share)  # fmt: skip
    return phrase("{turns} {each}", turns=turns, each=each)


def sums(conflict: Conflict) -> Rows:
    """How the two totals came together (5)."""
    totals, houses = conflict.result["totals"], conflict.before.words.houses
    parts = (("Landscape", "base"), ("Supply", "supply"), ("Diplomats", "diplomats"))
    rows = [Row((name, *(str(totals[house][key]) for house in HOUSES))) for name, key in parts]
    total = Row(("Together", *(str(totals[house]["total"]) for house in HOUSES)), sum=True)
    return Rows(label="The sums", head=("Sum of", *(houses[house] for house in HOUSES)), rows=(*rows, total))


def gains(conflict: Conflict) -> Rows:
    """Who gained how many points, and for what (6)."""
    result, before = conflict.result, conflict.before
    rows = tuple(
        Row(
            (
                spoken(each.id),
                laid_words(each.played),
                signed(result["vp"][each.id]["total"]) if result["vp"][each.id]["total"] else "0",
                str(each.vp + result["vp"][each.id]["total"]),
            ),
            result["allegiances"][each.id],
        )
        for each in before.in_turn()
    )
    return Rows(label="Points", head=("Player", "Supply", "Gains", "Points"), rows=rows)


def reveal_question(scene: Scene[State]) -> Question:
    """One tap for the whole table; after a draft with real cards each is named first."""
    if scene.state.draft.mode == "offline":
        return _named(scene)
    backs = [
        _back(scene.state, each.id) | {"ready": each.id in scene.ready.said} for each in scene.state.in_turn()
    ]
    ask = Question(
        kind="reveal",
        title="Turn the action cards over",
        under="All supply is played. Everybody holds a card ready.",
        pieces=(stage.Own(template="verraeter/cards.html", values={"cards": backs}),),
        missing="The cards are turned over now",
    )
    return replace(ask, **_turning(scene)) if scene.may_act else ask


def _turning(scene: Scene[State]) -> Values:
    """What the foot offers: one tap where one device holds all seats, else the word of each seat."""
    action, ready = tap({"type": "reveal"}), scene.ready
    missing = [who for who in ready.missing if who not in scene.sight.holds]
    if not missing and (not ready.said or not ready.missing):
        return {"main": Deed(words="Turn the cards over", action=action)}
    names = Several(spoken(who) for who in missing)
    waits = phrase("Waiting for {who}", who=names)
    hurry = Deed(words="Turn them now", small=phrase("without {who}", who=names), name="ready", action="now")
    says = Deed(words="I am ready", small="The cards turn when all are", name="ready", action="yes")
    is_mine = any(who in scene.sight.holds for who in ready.missing)
    return {
        "action": action,
        "to": "ready",
        "main": says if is_mine else None,
        "lesser": (hurry,) if missing and ready.hurries else (),
        "missing": waits,
    }


def _back(state: State, who: str) -> Values:
    """A card face down: whose it is, whom he serves, what he laid."""
    return person(state, who) | {"laid": laid_words(state.player(who).played), "card": None}


def walk_question(scene: Scene[State], walk: Walk) -> Question:
    """The cards one by one, on every screen at once."""
    lead, words = beat_words(walk)
    pieces_: tuple[stage.Piece, ...] = (stage.Say(words, lead),) if words or lead else ()
    if walk.is_settled:
        pieces_ = (*pieces_, sums(walk.conflict), gains(walk.conflict))
    shown = stage.Own(template="verraeter/cards.html", values=picture(walk))
    main, lesser = stage.ways_on(scene, walk.beat, len(walk.conflict.order) + 1 + walk.is_settled, _on(walk))
    return Question(
        kind="walk",
        title=_title(walk),
        pieces=(*pieces_[:1], shown, *pieces_[1:]),
        main=main,
        lesser=lesser,
        missing="",
        to="walk",
    )


def _on(walk: Walk) -> Words:
    if walk.is_settled:
        return "Go on"
    return phrase("Turn {who}'s card", who=spoken(walk.next)) if walk.next else "What comes of it"


def _title(walk: Walk) -> Words:
    if walk.is_settled:
        return phrase("The conflict of round {round}", round=walk.conflict.before.round)
    if walk.beat + 1 == len(walk.conflict.order):
        return "One card is left"
    return (
        phrase("{who} turns first", who=spoken(walk.next))
        if not walk.beat and walk.next
        else "The cards turn"
    )


def picture(walk: Walk) -> Values:
    """The cards so far, the newest large, and how the sums stand after it."""
    cards = [_card(walk.conflict, who, who in walk.turned) for who in walk.conflict.order]
    if walk.turned and not walk.is_settled:
        cards[walk.beat - 1]["newest"] = True
    return {"cards": cards, "sums": tipped(walk)}


def _card(conflict: Conflict, who: str, is_turned: bool) -> Values:
    card = conflict.card(who) if is_turned else None
    if card is None:
        return _back(conflict.before, who)
    house = conflict.result["allegiances"][who]
    came = {"now": house, "now_name": conflict.before.words.houses[house], "betrays": conflict.betrays(who)}
    return _back(conflict.before, who) | {"card": action_card(card)} | came


def tipped(walk: Walk) -> Values:
    """Both sums as they stand, and what they were before the last card."""
    now, was = (walk.conflict.weights(turned) for turned in (walk.turned, walk.turned[:-1]))
    return facing(walk.conflict.before, now, now if walk.is_settled else was)


def _named(scene: Scene[State]) -> Question:
    state, picks = scene.state, _picks_told(scene)
    who_next = next((each.id for each in state.in_turn() if each.id not in picks), None)
    if not scene.may_act:
        return Question(kind="named", title="Turn the action cards over", missing="They are turned over now",
                        under="All supply is played; the real cards are turned over now.")  # fmt: skip
    action = tap({"type": "reveal", "picks": picks})
    question = phrase("What did {who} turn over?", who=spoken(who_next)) if who_next else "All cards are told"
    chosen = tuple(
        stage.Choice(
            words=phrase("{who}: {card} ×", who=spoken(who), card=action_card(card)["name"]),
            icon=seal(scene.state, who),
            href=_link(scene, {each: kept for each, kept in picks.items() if each != who}),
        )
        for who, card in picks.items()
    )
    turned_cards = (Choices(label="Told, tap to take back", choices=chosen, shape="chips"),) if chosen else ()
    return Question(
        kind="named",
        title=question,
        pieces=(*turned_cards, *((_tiles(scene, picks, who_next),) if who_next else ())),
        main=None if who_next else Deed(words="Evaluate the conflict", action=action),
        missing="Tap the card",
        back=fresh(scene) if picks else "",
    )


def _tiles(scene: Scene[State], picks: dict[str, ActionCard], player: str) -> Choices:
    takers = {card: who for who, card in picks.items()}
    choices = tuple(
        stage.Choice(
            words=action_card(card)["name"],
            icon=own_sign(action_card(card)["sign"]),
            small=spoken(takers[card]) if card in takers else "",
            href="" if card in takers else _link(scene, {**picks, player: card}),
        )
        for card in ACTION_CARDS
    )
    return Choices(label="Action cards", choices=choices, shape="tiles")


def _picks_told(scene: Scene[State]) -> dict[str, ActionCard]:
    """Who turned over what, as far as it has been told; each card once."""
    picks: dict[str, ActionCard] = {}
    for part in scene.draft.get("picks", "").split("~"):
        who, _, name = part.partition(":")
        card = next((each for each in ACTION_CARDS if each == name), None)
        if who in scene.state.ids and card is not None and card not in picks.values():
            picks[who] = card
    return picks


def _link(scene: Scene[State], picks: dict[str, ActionCard]) -> str:
    return fresh(scene, picks="~".join(f"{who}:{card}" for who, card in picks.items()))
