"""What a screen shows: the bar, the sum, one's own cards, and the one question."""

from companion.engine import stage
from companion.engine.game import Scene
from companion.engine.stage import Deed, Question, said
from companion.engine.wording import href, tap
from companion.smallest.tally.data import SIDE_NAMES
from companion.smallest.tally.state import Tally

DEEDS = {"add": "Add", "say": "Say"}
WHY = stage.Fold(id="why", title="Why", pieces=(stage.Note("All that is added and rolled makes one sum."),))


def view(scene: Scene[Tally]) -> stage.Screen:
    """The same for table, hand and wall: who looks from his own room sees his own cards."""
    side = scene.own if scene.room == "hand" else None
    bar = stage.Bar(title="Tally", plate=str(scene.state.total), phase="Counting", hand=side)
    hand = _hand(scene.state, side) if side else None
    return stage.Screen(bar, {}, stage.Stage(ask=_ask(scene), strip=_strip(scene.state), hand=hand))


def _strip(state: Tally) -> stage.Strip:
    counted = stage.StripFact(key="total", name="Counted", value=str(state.total), small=state.said)
    held = (
        stage.StripFact(key=side, name=SIDE_NAMES[side], value=str(len(cards)), small="cards")
        for side, cards in state.hands.items()
    )
    return stage.Strip(facts=(counted, *held))


def _hand(state: Tally, side: str) -> stage.Hand:
    edges = tuple(stage.Edge(title=card) for card in state.hands[side])
    return stage.Hand(words=said("{n:# card|# cards}", n=len(edges)), edges=edges)


def covers(state: Tally, side: str) -> stage.Cover | None:
    """A side's cards: one tablet may go round the table, and others look at a phone."""
    return stage.Cover(name=said("{side}'s cards", side=SIDE_NAMES[side])) if side in state.hands else None


def _ask(scene: Scene[Tally]) -> Question:
    """A card to name where one is asked for; else what those who look may add or say."""
    acting = [side for side in SIDE_NAMES if scene.acts_for(side)]
    if scene.asked:
        return _naming(scene.asked.get("cards", ()))
    if not acting:
        return Question(kind="waiting", title=said("{n} counted", n=scene.state.total), pieces=(WHY,))
    do = scene.draft.get("do", "")
    ways = [stage.Choice(key=key, words=DEEDS[key], href=href(do=key), chosen=key == do) for key in DEEDS]
    choices = stage.Choices(label="What to do", choices=tuple(ways), shape="chips")
    return _saying(choices) if do == "say" else _adding(choices, acting[0], acting[-1])


def _naming(cards: tuple[str, ...]) -> Question:
    ticks = tuple(stage.Tick(value=card, words=card) for card in cards)
    named = stage.Ticks(label="Your cards", name="a.card", ticks=ticks, single=True)
    main = Deed(words="Give it up", name="word", action="answer")
    return Question(kind="name", title="Name a card", pieces=(named,), main=main, to="say", secret=True)


def _saying(choices: stage.Choices) -> Question:
    words = stage.Fields((stage.Field(name="a.text:text", words="Words", longest=40, needed=True),))
    return Question(
        kind="say", title="Say", pieces=(choices, words), main=_deed("Say it", type="say"), back="?"
    )


def _adding(choices: stage.Choices, first: str, last: str) -> Question:
    number = stage.Fields((stage.Field(name="a.count", words="Count", kind="number"),))
    main = _deed("Add for {side}", type="add", side=first)
    one = _deed("One for {side}", type="add", side=last, count=1)
    roll = _deed("Roll for {side}", type="roll", side=last)
    return Question(kind="add", title="Add", pieces=(choices, number, WHY), main=main, lesser=(one, roll))


def _deed(words: str, **action: str | int) -> Deed:
    return Deed(words=said(words, side=action.get("side", "")), action=tap(action))
