"""How a scenario's end came out, in words: objectives, every payment, the ranking, the choice (E1–E4)."""

from companion.engine.game import Step
from companion.engine.phrase import in_a_row
from companion.games.parabellum.data import Kind
from companion.games.parabellum.procedures.campaign.ending import Ending, Settled, last_player, presumed
from companion.games.parabellum.state.naming import player_named

PAID: dict[Kind, tuple[str, str]] = {
    "salvage": ("RULING R41", "{who}: {amount} credits of battlefield salvage."),
    "bonus": ("E1", "{who} is paid {amount} credits for “{item}”."),
    "penalty": ("RULING R50", "{who} pays {amount} credits for missing “{item}”."),
}
CHOICE = {
    "victor": ("E3", "The victor chooses the next scenario: {who}."),
    "loser": ("RULING R53", "The booklet lets the loser choose the next scenario: {who}."),
    "richest": ("RULING R53", "The booklet lets the richest choose the next scenario: {who}."),
    "poorest": ("RULING R53", "The booklet lets the poorest choose the next scenario: {who}."),
}


def ending_steps(ending: Ending, settled: Settled) -> tuple[Step, ...]:
    """Everything that a doubting player would ask about."""
    return (
        *_objectives(ending, settled),
        *_payments(ending, settled),
        *_standing(ending, settled),
        _choice(ending, settled),
    )


def _objectives(ending: Ending, settled: Settled) -> list[Step]:
    told = []
    more, last = presumed(ending), last_player(ending)
    if more:
        values = {"who": player_named(last), "what": _quoted(ending, more)}
        told.append(Step("RULING R47", "{who} is alone on the field and completes {what} as well.", values))
    for player, done in settled.completed.items():
        listed = {"who": player_named(player), "what": _quoted(ending, done) if done else "no objective"}
        told.append(Step("E1", "{who} completed {what}.", listed))
    return told


def _quoted(ending: Ending, ids: tuple[str, ...]) -> str:
    return ", ".join(f"“{ending.named(each)}”" for each in ids)


def _payments(ending: Ending, settled: Settled) -> list[Step]:
    told = []
    playing = sum(each.playing for each in ending.players)
    if ending.salvage and playing:
        values = {"salvage": ending.salvage, "playing": playing}
        words = "{salvage} credits of salvage among {playing} still in, each share down to a multiple of 5."
        told.append(Step("RULING R41", words, values))
    for line in settled.lines:
        rule, words = PAID[line.kind]
        paid = {"who": player_named(line.player), "amount": abs(line.amount), "item": ending.named(line.item)}
        told.append(Step(rule, words, paid))
    for player, load in settled.tokens.items():
        if load.total:
            tokens: dict[str, object] = {"who": player_named(player), **load._asdict()}
            told.append(
                Step(
                    "RULING R48",
                    "{who}: {fuel} fuel and {ammunition:# ammunition token|# ammunition tokens}.",
                    tokens,
                )
            )
    return told


def _standing(ending: Ending, settled: Settled) -> list[Step]:
    counted = "credits" if ending.options.liquid_assets == "credits" else "credits and scrap value"
    had = [{"who": player_named(player), "n": n} for player, n in settled.liquid.items()]
    row, values = in_a_row("{who} {n}", had)
    told = [Step("RULING R51", f"Liquid assets ({{counted}}): {row}.", {"counted": counted, **values})]
    told += [
        Step("E4", "{who} has no liquid assets left and is out.", {"who": player_named(player)})
        for player in settled.eliminated
    ]
    ranks = [
        {
            "who": player_named(player),
            "done": len(settled.completed[player]),
            "liquid": settled.liquid[player],
        }
        for player in settled.ranking
    ]
    row, values = in_a_row("{who} ({done} completed, {liquid} liquid)", ranks)
    words = f"Ranking by objectives, then liquid assets, then turn order: {row or 'nobody'}."
    return [*told, Step("RULING R52", words, values)]


def _choice(ending: Ending, settled: Settled) -> Step:
    if not settled.over:
        rule, words = CHOICE[ending.chooser]
        return Step(rule, words, {"who": player_named(settled.choosers[0])})
    if settled.winner is None:
        return Step("RULING R54", "Nobody has anything left: the campaign ends without a winner.")
    won = {"who": player_named(settled.winner)}
    return Step("RULING R54", "The campaign is over; {who} has won it.", won)
