"""A battle with cards of one's own: what is done on the table is tapped where it was done, and told (3.3)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

from companion.engine import stage
from companion.engine.deed import Entry
from companion.engine.errors import GameError
from companion.engine.scene import Scene, fresh
from companion.engine.stage import Choice, Choices, Deed, Lead, Piece, Question, Words, phrase
from companion.engine.wording import counted, tap
from companion.games.scope.data import CARD_NAMES, CARDS, SIDE_NAMES, SIDES, Card, Side
from companion.games.scope.deeds import DEEDS, MOVES, read_action
from companion.games.scope.deeds.secrets import STAY, legal_at_table, possible
from companion.games.scope.deeds.turn import Deed as Done
from companion.games.scope.procedures.search_odds import remembered
from companion.games.scope.screens.board import Disc, Taps
from companion.games.scope.screens.frame import Prompt, own_sign
from companion.games.scope.state import State, adjacent, spoken

NONE = "-"
"""That a part is left out."""


class Step(NamedTuple):
    """One thing that is asked: its key in the half-made choice, its words, what it may be.

    `at` is the cell that was turned up, where a card is asked for; `optional` that it may be left out.
    """

    key: str
    words: str
    options: Sequence[str]
    optional: bool = False
    at: str = ""


@dataclass(frozen=True, slots=True)
class Account:
    """A deed on the way to being told, as far as it has been tapped."""

    scene: Scene[State]
    kind: str
    entry: Entry

    @property
    def state(self) -> State:
        return self.scene.state

    def value(self, key: str) -> str:
        return self.scene.draft.get(key, "")

    def link(self, key: str, value: str) -> str:
        """The same deed with one more part told; what was told after it is asked again."""
        before = {step.key: self.value(step.key) for step in self.answered if step.key != key}
        return fresh(self.scene, do=self.kind, **before, **{key: value})

    @property
    def answered(self) -> list[Step]:
        """The parts that have been told, up to the first that has not."""
        steps: list[Step] = []
        for step in self.steps():
            if self.value(step.key) not in (*step.options, *([NONE] if step.optional else [])):
                break
            steps.append(step)
        return steps

    @property
    def next(self) -> Step | None:
        """What is asked now; None where all is told."""
        keys = {step.key for step in self.answered}
        return next((step for step in self.steps() if step.key not in keys), None)

    def steps(self) -> Iterator[Step]:
        """Places first, as the deed names them; then the cards that it turned up, one by one."""
        deed, chosen = DEEDS[self.kind], dict[str, object]()
        for name, part in deed.parts.items():
            if part.head not in self.entry or not self.entry.get(name, True):
                continue
            asks = (part.ask,) if isinstance(part.ask, str) else part.ask
            for n, words in enumerate(asks):
                key = name if isinstance(part.ask, str) else f"{name}{n}"
                options = [each for each in part.choices(self.entry, chosen) if isinstance(each, str)]
                taken = [self.value(f"{name}{each}") for each in range(n)]
                free = [each for each in options if all(adjacent(each, at) for at in taken)]
                yield Step(key, words, free, optional=part.may_be_none or n > 0)
            chosen[name] = self.value(name)
        for n, at in enumerate(self.turned):
            yield Step(f"t{n}", f"What lay at {at}?", self._cards(at), at=at)

    @property
    def turned(self) -> Sequence[str]:
        """The cells that the deed turned up, once its places are told; none before."""
        try:
            deed = read_action(self.action(), possible(self.state))
            return deed.turned(self.state) if isinstance(deed, Done) else ()
        except (GameError, LookupError, TypeError):
            return ()

    def action(self) -> Entry:
        """What has been told, as the table writes it."""
        parts: Entry = {"type": self.kind, "seat": self.state.slot}
        if self.kind in MOVES:
            parts["order"] = STAY
        for name, part in DEEDS[self.kind].parts.items():
            several = not isinstance(part.ask, str)
            keys = [f"{name}{n}" for n in range(len(part.ask))] if several else [name]
            values = [value for key in keys if (value := self.value(key)) not in ("", NONE)]
            if values:
                parts[name] = values if several else values[0]
        return parts

    @property
    def whole(self) -> Entry:
        action = self.action()
        if self.kind in MOVES:
            del action["order"]
        turned = [self.value(f"t{n}") for n in range(len(self.turned))]
        return {**action, "turned": turned} if turned else action

    def _cards(self, at: str) -> list[str]:
        """What can have lain there: what everybody has seen there, else any that is not accounted for."""
        memory = remembered(self.state, self.state.grid[at].side)
        if at in memory.placed:
            return [memory.placed[at]]
        before = [self.value(f"t{n}") for n in range(self.turned.index(at))]
        return [card for card in CARDS if memory.rest[card] > before.count(card)]


def told_question(scene: Scene[State]) -> Prompt:
    """What is done, and where: tapped on the city, at a crossing, or by the card that was turned up."""
    state, who = scene.state, spoken(scene.state.slot)
    ask = Question(
        kind="told",
        title=phrase("{who}: what is done?", who=who),
        icon=own_sign(state.side),
        side=state.side,
        pieces=tuple(_box(scene)),
        missing=phrase("{who} plays", who=who),
    )
    if not scene.may_tap(state.slot):
        return ask, Taps()
    # To give up is told where things are set right.
    entries = {entry["type"]: entry for entry in scene.once(legal_at_table) if DEEDS[entry["type"]].tile[0]}
    entry = entries.get(scene.draft.get("do", "")) or entries.get("search") or next(iter(entries.values()))
    account = Account(scene, entry["type"], entry)
    tiles = tuple(_tile(scene, kind, chosen=kind == account.kind) for kind in entries)
    step = account.next
    deeds = Choices(label="What is done", choices=tiles, shape="deeds")
    choices = tuple(_pieces(account, step))
    pieces: tuple[Piece, ...] = (*choices, deeds) if account.answered else (deeds, *choices)
    back = fresh(scene) if {*scene.draft} & {"do", *(each.key for each in account.answered)} else ""
    question = Question(
        kind="told",
        title=ask.title,
        icon=ask.icon,
        side=ask.side,
        pieces=(*pieces, *_box(scene)),
        main=None if step else _deed(account),
        missing=step.words if step else "",
        back=back,
    )
    return question, _taps(account, step)


def _tile(scene: Scene[State], kind: str, *, chosen: bool) -> Choice:
    words, sign, _ = DEEDS[kind].tile
    return Choice(words=words, icon=own_sign(sign), href=fresh(scene, do=kind), chosen=chosen, key=kind)


def _deed(ask: Account) -> Deed:
    where = [ask.value(step.key) for step in ask.answered if not step.at and ask.value(step.key) != NONE]
    cards = [CARD_NAMES[ask.value(step.key)] for step in ask.answered if step.at]
    words = " ".join([DEEDS[ask.kind].tile[0], *where])
    return Deed(words=words, small=", ".join(cards) or "as it was done", action=tap(ask.whole))


def _pieces(ask: Account, step: Step | None) -> Iterator[Piece]:
    if ask.kind in MOVES:
        yield Lead("Rearrange the four cards on the table as you like; nobody tells the app how.")
    if step is None:
        return
    if step.at:
        yield Choices(
            label=step.words,
            choices=tuple(_card(ask, step, card) for card in step.options),
            shape="tiles",
            shows_label=True,
        )
        return
    where = "at its crossing" if step.key == "quadrant" else "on the city"
    yield Lead(phrase("{words}: tap it {where}.", words=step.words, where=where))
    if step.optional:
        none = Choice(words="None", href=ask.link(step.key, NONE))
        yield Choices(label=step.words, choices=(none,), shape="chips")


def _card(ask: Account, step: Step, card: str) -> Choice:
    left = remembered(ask.state, ask.state.grid[step.at].side).rest[cast(Card, card)]
    small: Words = phrase("{n} face down", n=left) if left > 0 else "seen here"
    return Choice(words=_name(card), small=small, icon=own_sign(card), href=ask.link(step.key, card))


def _taps(ask: Account, step: Step | None) -> Taps:
    """Each place that may be meant: a house, or the crossing of a quadrant."""
    values = {ask.value(each.key) for each in ask.answered if not each.at}
    chosen = frozenset(at for at in values if at in ask.state.grid)
    if step is None or step.at:
        return Taps(chosen=frozenset({step.at}) if step else chosen)
    links = {each: ask.link(step.key, each) for each in step.options}
    if step.key == "quadrant":
        discs = {each: Disc(link, each.upper(), words=f"Quadrant {each}") for each, link in links.items()}
        return Taps(discs=discs, chosen=chosen)
    return Taps(cells=links, chosen=chosen, targets=frozenset(links))


def _box(scene: Scene[State]) -> Iterator[Piece]:
    """Which cards belong on the table: ticked off while they are laid, counted off once they are seen."""
    state = scene.state
    kinds = [card for card in CARDS if state.counts[card]]
    many = counted(sum(state.counts[card] for card in kinds), "card")
    if len(scene.trail) < 2:
        ticks = tuple(_laid(state, side, card) for card in kinds for side in SIDES)
        laid = stage.Ticks(label="Tick off what lies", name="laid[]", ticks=ticks, shape="pairs")
        yield stage.Fold(
            id="box", title=phrase("Each side lays {many}", many=many), pieces=(laid,), open=True
        )
        return
    rows = tuple(stage.Row((_name(card), *_left(state, card)), icon=own_sign(card)) for card in kinds)
    head = ("Not seen yet", *(SIDE_NAMES[side] for side in SIDES))
    table = stage.Rows(label="What nobody has seen yet", rows=rows, head=head)
    yield stage.Fold(id="box", title=phrase("The {many} of each side", many=many), pieces=(table,))


def _laid(state: State, side: Side, card: Card) -> stage.Tick:
    words = phrase("{n} × {card}", n=state.counts[card], card=CARD_NAMES[card])
    return stage.Tick(
        value=f"{side}-{card}", words=words, small=SIDE_NAMES[side], side=side, icon=own_sign(card)
    )


def _left(state: State, card: Card) -> Iterator[Words]:
    for side in SIDES:
        left = max(0, remembered(state, side).rest[card])
        yield phrase("{n} of {of}", n=left, of=state.counts[card])


def _name(card: str) -> str:
    return CARD_NAMES[card].capitalize()
