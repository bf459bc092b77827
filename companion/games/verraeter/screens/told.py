"""A conflict in words and figures, so far as it has been shown (phases 4 to 6)."""

from companion.engine.called import Several
from companion.engine.stage import Row, Rows, Words, said
from companion.engine.wording import count, signed
from companion.games.verraeter.data import HOUSES, OTHER
from companion.games.verraeter.screens.people import land_name
from companion.games.verraeter.screens.story import Conflict, Walk
from companion.games.verraeter.screens.supplying import laid_words
from companion.games.verraeter.state.naming import spoken


def beat_words(walk: Walk) -> tuple[Words, Words]:
    """What the last beat showed: its verdict, and what it means."""
    if walk.is_settled:
        return verdict(walk.conflict), prize(walk.conflict)
    if not walk.turned:
        return "", "All supply is played. The cards are turned over one by one."
    who, conflict = walk.turned[-1], walk.conflict
    if conflict.betrays(who):
        return _betrayal(walk)
    card, house = conflict.card(who), conflict.told["allegiances"][who]
    name = conflict.before.words.houses[house]
    words = {
        "diplomat_2": said("{who} adds 2 for the {house}.", who=spoken(who), house=name),
        "diplomat_5": said("{who} adds 5 for the {house}.", who=spoken(who), house=name),
        "strategist": said("{who} takes two points and chooses the next site.", who=spoken(who)),
    }
    kept = said("{who} keeps the oath to the {house}.", who=spoken(who), house=name)
    return "", words.get(card or "", kept)


def _betrayal(walk: Walk) -> tuple[Words, Words]:
    """The traitor, and what goes over with him."""
    who, conflict = walk.turned[-1], walk.conflict
    houses, player = conflict.before.words.houses, conflict.before.player(who)
    goes = sum(player.played or ())
    alone = [each for each, house in conflict.told["allegiances"].items() if house == player.allegiance]
    taken = said("Supply of {sum} goes over to the {house}", sum=goes, house=houses[OTHER[player.allegiance]])
    nothing = said("No supply goes over to the {house}", house=houses[OTHER[player.allegiance]])
    stands = said(", and {who} stands alone", who=spoken(alone[0])) if len(alone) == 1 else ""
    words = said("{goes}{stands}.", goes=taken if goes else nothing, stands=stands)
    return said("{who} betrays the {house}.", who=spoken(who), house=houses[player.allegiance]), words


def verdict(conflict: Conflict) -> Words:
    """Who has won, by how much."""
    told, houses = conflict.told, conflict.before.words.houses
    if told["winner"] is None:
        return "Equal totals: nobody wins, and no landscape turns."
    return said("The {house} wins by {margin}.", house=houses[told["winner"]], margin=told["margin"])


def prize(conflict: Conflict) -> Words:
    """What is won, by whom, and which landscape turns."""
    told, before = conflict.told, conflict.before
    winner = told["winner"]
    if winner is None:
        return ""
    lost, house = land_name(before, told["flipped"]), before.words.houses[winner]
    names = [spoken(who) for who, served in told["allegiances"].items() if served == winner]
    turns = said("The {land} turns to the {house}.", land=lost, house=house)
    if not names:
        return said("{turns} Nobody serves the {house}: it gives no points.", turns=turns, house=house)
    share = count(told["prize"], "point")
    each = said("{who}, {points}.", who=names[0], points=share) if len(names) == 1 else said(
        "{who}, {points} each.", who=Several(names), points=share)  # fmt: skip
    return said("{turns} {each}", turns=turns, each=each)


def sums(conflict: Conflict) -> Rows:
    """How the two totals came together (5)."""
    totals, houses = conflict.told["totals"], conflict.before.words.houses
    parts = (("Landscape", "base"), ("Supply", "supply"), ("Diplomats", "diplomats"))
    rows = [Row((name, *(str(totals[house][key]) for house in HOUSES))) for name, key in parts]
    total = Row(("Together", *(str(totals[house]["total"]) for house in HOUSES)), sum=True)
    return Rows(label="The sums", head=("Sum of", *(houses[house] for house in HOUSES)), rows=(*rows, total))


def gains(conflict: Conflict) -> Rows:
    """Who gained how many points, and for what (6)."""
    told, before = conflict.told, conflict.before
    rows = tuple(
        Row(
            (
                spoken(each.id),
                laid_words(each.played),
                signed(told["vp"][each.id]["total"]) if told["vp"][each.id]["total"] else "0",
                str(each.vp + told["vp"][each.id]["total"]),
            ),
            told["allegiances"][each.id],
        )
        for each in before.in_turn()
    )
    return Rows(label="Points", head=("Player", "Supply", "Gains", "Points"), rows=rows)
