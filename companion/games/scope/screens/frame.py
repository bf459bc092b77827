"""What stands around the decision: the bar, both sides, the deeds that are open, what the last one did."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from companion.engine import stage
from companion.engine.deed import Entry
from companion.engine.scene import Scene, Values, keep
from companion.engine.stage import Effect, Moment, Note, Question, Words, phrase
from companion.engine.wording import listed, signed
from companion.games.scope import data
from companion.games.scope.data import CARD_NAMES, ENEMY, SIDE_NAMES, SIDES, Side
from companion.games.scope.deeds.secrets import seen_legal
from companion.games.scope.deeds.turn import EACH, Advance, Normal, Search, Shoot
from companion.games.scope.rules.setting_up import Seal, acting
from companion.games.scope.screens.board import Taps, card_values, odds, per_cent
from companion.games.scope.state import Event, State, Stormed, side_of, spoken

SIGNS = "scope/signs.svg"
HEATS = {"": "Sniper", "points": "Points", "off": "Off"}
"""What the houses' windows tell of."""


def own_sign(name: str, look: str = "icon") -> stage.Icon:
    return stage.Icon(name, SIGNS, look)


def bar(state: State, hand: str | None) -> stage.Bar:
    acts = stage.Turn(spoken(state.slot), side_of(state.slot)) if acting(state) == (state.slot,) else None
    mode = data.MODE_NAMES[state.mode].removesuffix(" mode").lower()
    return stage.Bar(
        title=data.TITLE,
        plate=_plate(state),
        phase=f"{mode} {data.SCENARIO_NAMES[state.scenario]}",
        turn=acts,
        hand=hand,
        board="house",
        rule=f"phase-{'laying_out' if state.laying_out else state.phase}",
    )


def _plate(state: State) -> str:
    """The shortest word for where the game is."""
    if state.laying_out:
        return "Setup"
    return "The end" if state.phase == "finished" else f"Turn {state.turn}"


def strip(scene: Scene[State]) -> stage.Strip:
    """Both sides: points, what each has eliminated, its snipers; and what the windows tell of."""
    return stage.Strip(facts=tuple(_side(scene.state, side) for side in SIDES), switch=_heat(scene))


def _side(state: State, side: Side) -> stage.StripFact:
    fallen = state.lost[ENEMY[side]]
    gone = listed(CARD_NAMES[card] for card in fallen)
    return stage.StripFact(
        key=side,
        name=phrase("of {goal}", goal=state.objective) if state.objective else "points",
        small=phrase("{side} side has eliminated: {told}", side=SIDE_NAMES[side], told=gone or "nothing"),
        value=str(state.score[side]),
        side=side,
        icon=own_sign(side),
        signs=tuple(own_sign(card) for card in fallen),
        pips=snipers(state, side),
        acting=side in {side_of(seat) for seat in acting(state)},
        rule="points",
    )


def snipers(state: State, side: Side) -> tuple[int, int] | None:
    """A side's snipers that are left, the spare ones of a Duel of Aces with them."""
    spares = data.SPARE_ACES if state.theme == "duel_of_aces" else 0
    of = state.counts["sniper"] + spares
    return (of - state.lost[side].count("sniper"), of) if of else None


def _heat(scene: Scene[State]) -> stage.Choices | None:
    """The switch of the windows, where the app remembers."""
    shown = scene.state.options.memory_aid and scene.state.phase in ("turn", "decide", "after")
    if not shown or scene.own is None:
        return None
    names = list(HEATS)
    now = scene.draft.get("on", "")
    now = now if now in names else ""
    ways = tuple(
        stage.Choice(
            words=HEATS[each],
            key=each or "sniper",
            icon=own_sign("lit"),
            chosen=each == now,
            href=keep(scene, on=names[(n + 1) % len(names)] if each == now else each),
        )
        for n, each in enumerate(names)
    )
    return stage.Choices(label="What the windows tell of", choices=ways)


type Prompt = tuple[Question, Taps]


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn of the acting seat on one screen."""

    scene: Scene[State]

    @property
    def state(self) -> State:
        return self.scene.state

    @property
    def side(self) -> Side:
        return self.state.side

    @property
    def seat(self) -> str:
        return self.state.slot

    def entry(self, kind: str) -> Entry | None:
        """The entry of `legal` of that kind, as far as this screen may know it."""
        entries = self.scene.once(seen_legal, self.scene.sight)
        return next((each for each in entries if each["type"] == kind), None)

    def chosen(self, key: str, among: object) -> str:
        """A part of the half-made choice, where it is one of these; else nothing."""
        value = self.scene.draft.get(key, "")
        return value if isinstance(among, list | tuple | set | frozenset | dict) and value in among else ""

    def link(self, **changes: str | None) -> str:
        """The same choice with some of it changed."""
        return keep(self.scene, **changes)

    def action(self, kind: str, **keys: object) -> Entry:
        return {"type": kind, "seat": self.seat, **keys}


SEALED = "The {side} front is sealed: {code}"
WHAT_FOR = (
    "Write both codes down. At the end the fronts are opened, and the app checks them and every move; "
    "anybody can check them without it."
)


def sealed(state: State, *sides: Side) -> tuple[Note, ...]:
    """The codes of these sides, as far as they have sealed."""
    digests = ((side, state.seals[side]) for side in sides if side in state.seals)
    return tuple(
        Note(phrase(SEALED, side=SIDE_NAMES[side], code=Seal(digest).code)) for side, digest in digests
    )


def folded(scene: Scene[State]) -> tuple[stage.Fold, ...]:
    """Both seals; they lie open where nobody can open them."""
    codes, opens = sealed(scene.state, *SIDES), scene.room == "tv"
    fold = stage.Fold(id="seals", title="Sealed fronts", pieces=(*codes, Note(WHAT_FOR)), open=opens)
    return (fold,) if codes else ()


TILES: tuple[type[Normal], ...] = (
    Search,
    *(each for each in EACH if issubclass(each, Normal) and each is not Search),
)
DOES = {each.doer: each.kind for each in TILES if each.doer}
"""What a tap on a card of one's own begins."""


def known_deeds(state: State) -> list[str]:
    """The deeds that this mode and the acting seat have at all (advanced, players_3_4)."""
    return [each.kind for each in TILES if not each.foreign(state)]


LINES = 12
"""So many lines back goes the public log of the screen for all."""
ROWS = 6


class Up(NamedTuple):
    """A card that was turned up: where, whose, which."""

    at: str
    side: Side
    card: str


def news(before: State, now: State, front: Side) -> tuple[Event, ...]:
    """What everybody saw happen in a front between two lines."""
    return now.events[front][len(before.events[front]) :]


def turned(before: State, now: State) -> list[Up]:
    """The cards that a line turned up, the enemy's of whoever acted first."""
    cards = [
        Up(event["cell"], side, event["card"])
        for side in (ENEMY[before.side], before.side)
        for event in news(before, now, side)
        if event["type"] == "reveal"
    ]
    if isinstance(now.pending, Stormed) and before.pending is None:
        shown = {up.at for up in cards}
        cards += [Up(at, now.grid[at].side, now.grid[at].card) for at in now.pending.cells if at not in shown]
    return cards


def aimed(before: State, now: State) -> frozenset[str]:
    """The cells of the enemy at which a line looked, or shot."""
    cells = {up.at for up in turned(before, now) if up.side != before.side}
    if fell(before, now) and before.pending is not None:
        cells |= set(before.pending.cells)
    return frozenset(cells)


def fell(before: State, now: State) -> list[tuple[Side, str]]:
    """The cards that a line took from the battlefield, with the side that lost them."""
    gone: list[tuple[Side, str]] = []
    for side in SIDES:
        left = list(before.lost[side])
        for card in now.lost[side]:
            if card in left:
                left.remove(card)
            else:
                gone.append((side, card))
    return gone


def changes(before: State, now: State) -> list[str]:
    """What the last line changed or showed, in a few words each."""
    shown = [f"{up.at}: {CARD_NAMES[up.card]}" for up in turned(before, now)]
    points = [(side, now.score[side] - before.score[side]) for side in SIDES]
    return [*shown, *(f"{SIDE_NAMES[side]} {signed(by)}" for side, by in points if by)]


def came(before: State, now: State) -> list[str]:
    """What a line changed for good: who fell, and the points; nothing that is hidden again."""
    fallen = [f"{CARD_NAMES[card]} falls" for _, card in fell(before, now)]
    points = [(side, now.score[side] - before.score[side]) for side in SIDES]
    return [*fallen, *(f"{SIDE_NAMES[side]} {signed(by)}" for side, by in points if by)]


def public_log(scene: Scene[State]) -> tuple[stage.Rows, ...]:
    """The last lines as all may know them, newest first: turn, whose, what."""
    rows = [row for before, now in pairwise(scene.trail[-LINES:]) if (row := _row(before, now))]
    return (stage.Rows(label="What has happened", rows=tuple(reversed(rows[-ROWS:]))),) if rows else ()


def _row(before: State, now: State) -> stage.Row | None:
    words = list(_words(before, now))
    return (
        stage.Row((f"T{before.turn}", words[0]), before.side, icon=own_sign(before.side)) if words else None
    )


def _words(before: State, now: State) -> Iterator[Words]:
    """What a line did, its greatest thing first; what is hidden again only where the app remembers."""
    gone = ", ".join(CARD_NAMES[card] for _, card in fell(before, now))
    own = news(before, now, before.side)
    for event in own:
        if event["type"] == "shot":
            hit = gone or "no hit"
            yield phrase("shot from {square}: {hit}", square=event["quadrant"], hit=hit)
    if gone:
        yield phrase("{card} eliminated", card=gone)
    cells = [up for up in turned(before, now) if up.side != before.side]
    if cells and now.options.memory_aid:
        yield phrase("seen: {cards}", cards=", ".join(f"{up.card.replace('_', ' ')} {up.at}" for up in cells))
    elif cells:
        yield phrase("looked at {cells}", cells=", ".join(up.at for up in cells))
    for event in own:
        if event["type"] == "move":
            yield phrase("moved quadrant {square}, unseen", square=event["quadrant"])


MET = [each.kind for each in EACH if each.turns or each in (Shoot, Advance)]
"""After which a card was turned up, or fell."""


def moment(scene: Scene[State]) -> Moment | None:
    """The scene of a card that was turned up or fell; any other action is told by the house itself."""
    action = scene.last
    kind = action.get("type") if isinstance(action, dict) else None
    if kind not in MET or len(scene.trail) < 2:
        return None
    before, now = scene.trail[-2], scene.state
    up = [each for each in turned(before, now) if each.side != before.side]
    if not up:
        return _fallen(before, now)
    picture = stage.Part("scope/sight.html", {"cards": [_card(now, each) for each in up]}, "", SIGNS)
    return Moment(
        title=_title(up), side=before.side, picture=picture, effects=tuple(_effects(before, now, up))
    )


def _card(state: State, up: Up) -> Values:
    return card_values(state, up.card, up.side) | {"at": up.at}


def _title(up: list[Up]) -> Words:
    cards = {each.card for each in up}
    if cards == {"empty"}:
        return "Nothing there"
    if cards <= {"decoy", "empty"}:
        return "A decoy!"
    return "Hit!" if len(up) == 1 else "Seen!"


def _effects(before: State, now: State, up: list[Up]) -> list[Effect]:
    sentence = listed(f"{CARD_NAMES[each.card]} at {each.at}" for each in up)
    effects = [Effect(sentence[:1].upper() + sentence[1:], before.side, own_sign(up[0].card))]
    if len(up) == 1:
        effects += [Effect(words, before.side) for words in _worth(before, now, up[0])]
    return effects + [_loss(now, side, each) for side, each in fell(before, now)]


def _worth(before: State, now: State, up: Up) -> list[Words]:
    share = odds(before, up.side).get(up.at, {})
    chance = next((chance for card, chance in share.items() if card == up.card), None)
    words: list[Words] = [phrase("{n} in 100 to be there", n=per_cent(chance))] if chance else []
    points = now.options.points.of(up.card)
    if now.phase == "decide" and points:
        words.append(phrase("{n:# point|# points} if it is shot", n=points))
    return words


def _loss(now: State, side: Side, fallen: str) -> Effect:
    points = now.options.points.of(fallen)
    who = SIDE_NAMES[ENEMY[side]]
    words = phrase("{n:# point|# points} for the {who} side", n=points, who=who)
    return Effect(words, ENEMY[side], own_sign(ENEMY[side]))


def _fallen(before: State, now: State) -> Moment | None:
    gone = fell(before, now)
    if not gone:
        return None
    side, fallen = gone[0]
    shot = now.shots[before.side]
    title = phrase("{side} {card} eliminated", side=SIDE_NAMES[side], card=CARD_NAMES[fallen])
    effects = [_loss(now, side, fallen)]
    if shot and before.shots[before.side] != shot:
        effects.append(
            Effect(phrase("The shot came from {square}", square=shot.quadrant), before.side, own_sign("shot"))
        )
    return Moment(title=title, side=before.side, effects=tuple(effects))


def watching(scene: Scene[State]) -> Question:
    """Nothing is asked: what everybody may know."""
    state = scene.state
    title, under = _up(state)
    return Question(
        kind="watching",
        title=title,
        under=under,
        icon=own_sign(state.side),
        side=side_of(state.slot),
        pieces=public_log(scene),
    )


def _up(state: State) -> tuple[Words, Words]:
    """The card that is up, and what it is worth; else whose turn it is."""
    pending, who = state.pending, spoken(state.slot)
    if pending is None:
        return phrase("{who} to act", who=who), ""
    if isinstance(pending, Stormed):
        return phrase("An assault on {square}", square=pending.quadrant), phrase(
            "{who} may advance.", who=who
        )
    name, points = CARD_NAMES[pending.card].capitalize(), state.options.points.of(pending.card)
    worth = phrase("{n:# point|# points}, if {who} shoots.", n=points, who=who)
    forced = phrase("It forces a shot by {who}.", who=who)
    return phrase("{name}!", name=name), forced if pending.forced else worth
