"""What a screen shows: the bar, the sum, one's own cards, and the one question."""

from companion.engine import stage
from companion.engine.game import Scene
from companion.engine.stage import Choice, Deed, Question, Stage, StripFact, phrase
from companion.engine.wording import href, tap
from companion.smallest.tally.state import SIDES, Tally

WHY = stage.Fold(id="why", title="Why", pieces=(stage.Note("All that is added and rolled makes one sum."),))


def view(scene: Scene[Tally]) -> stage.Screen:
    """The same for table, hand and wall: who looks from his own room sees his own cards."""
    state, side = scene.state, scene.own if scene.room == "hand" else None
    held = [StripFact(key=s, name=SIDES[s], value=str(len(h)), small="cards") for s, h in state.hands.items()]
    total = StripFact(key="total", name="Counted", value=str(state.total), small=state.said)
    edges = tuple(stage.Edge(title=card) for card in state.hands[side]) if side else ()
    hand = stage.Hand(words=phrase("{n:# card|# cards}", n=len(edges)), edges=edges) if side else None
    bar = stage.Bar(title="Tally", plate=str(state.total), phase="Counting", hand=side)
    return stage.Screen(bar, {}, Stage(ask=_ask(scene), strip=stage.Strip(facts=(total, *held)), hand=hand))


def covers(state: Tally, side: str) -> stage.Cover | None:
    """A side's cards: one tablet may go round the table, and others look at a phone."""
    return stage.Cover(name=phrase("{side}'s cards", side=SIDES[side])) if side in state.hands else None


def _ask(scene: Scene[Tally]) -> Question:
    """A card to name where one is asked for; else what those who look may add or say."""
    acting, do = [side for side in SIDES if scene.acts_for(side)], scene.draft.get("do", "")
    if scene.asked:
        cards = tuple(stage.Tick(value=card, words=card) for card in scene.asked.get("cards", ()))
        named = stage.Ticks(label="Your cards", name="a.card", ticks=cards, single=True)
        give = Deed(words="Give it up", name="word", action="answer")
        return Question(kind="name", title="Name a card", pieces=(named,), main=give, to="say", secret=True)
    if not acting:
        return Question(kind="waiting", title=phrase("{n} counted", n=scene.state.total), pieces=(WHY,))
    ways = [Choice(key=key, words=key.title(), href=href(do=key), chosen=key == do) for key in ("add", "say")]
    what = stage.Choices(label="What to do", choices=tuple(ways), shape="chips")
    if do == "say":
        text = stage.Fields((stage.Control(name="a.text:text", label="Words", longest=40, needed=True),))
        say = _deed("Say it", type="say")
        return Question(kind="say", title="Say", pieces=(what, text), main=say, back="?")
    count = stage.Fields((stage.Control(name="a.count", label="Count", kind="number"),))
    main = _deed("Add for {side}", type="add", side=acting[0])
    one = _deed("One for {side}", type="add", side=acting[-1], count=1)
    roll = _deed("Roll for {side}", type="roll", side=acting[-1])
    return Question(kind="add", title="Add", pieces=(what, count, WHY), main=main, lesser=(one, roll))


def _deed(words: str, **action: str | int) -> Deed:
    return Deed(words=phrase(words, side=action.get("side", "")), action=tap(action))
