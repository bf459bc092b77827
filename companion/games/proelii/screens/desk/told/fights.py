"""Fights: energy, attacks, a combat phase, its odds."""

from companion.engine.told import Row, Table, Told, told
from companion.engine.wire import Json
from companion.engine.wording import listed, percent, signed
from companion.games.proelii.procedures.energy.ledger_words import EVENT_WORDS, REASON_WORDS


def energy_ledger(question: Json, result: Json) -> Told:
    """A unit's round as an account."""
    rows = [
        (EVENT_WORDS[each["event"]], each["account"], _change(each), each["energy"])
        for each in result["entries"]
    ]
    verdict = f"Energy {result['energy']}, {signed(result['round'])} in this round"
    line = f"Move account {signed(result['move'])}, combat account {signed(result['combat'])}."
    return told(verdict, line, Table(("Entry", "Account", "Change", "Energy"), rows))


def _change(entry: Json) -> str:
    return signed(entry["change"]) if entry["accepted"] else f"refused: {REASON_WORDS[entry['reason']]}"


def escape_attack(question: Json, result: Json) -> Told:
    """What the attacks on an escape took."""
    escaper = result["escaper"]
    verdict = "Destroyed" if escaper["destroyed"] else f"It gets away with {escaper['cp']} CP"
    rows = [(each["id"], each["swords"], each["hits"], each["energy"]) for each in result["attackers"]]
    return told(
        verdict,
        f"Its energy is {escaper['energy']}.",
        Table(("Attacker", "Swords", "CP taken", "Energy"), rows),
    )


def special(question: Json, result: Json) -> Told:
    """A Hit & Run or a charge."""
    verdict = f"{result['swords']} swords, {result['blocked']} blocked: {result['hits']} CP lost"
    back = f"The attacker loses {result['hits_back']} CP." if result.get("hits_back") else ""
    bound = "They stay attached." if result["attached"] else "They are not attached."
    rows = [_fighter(name, result[name]) for name in ("attacker", "target")]
    return told(verdict, back, bound, Table(("Unit", "Energy", "CP", "Tokens kept"), rows))


def _fighter(name: str, fighter: Json) -> Row:
    tokens = fighter["tokens"]
    kept = f"{tokens['swords']} swords, {tokens['shields']} shields" if tokens else "–"
    return name.capitalize(), fighter["energy"], fighter["cp"] or "destroyed", kept


def roll_combat(question: Json, result: Json) -> Told:
    """A whole combat phase."""
    rows = [
        (
            each["id"],
            each["swords"],
            each["shields"],
            each["hits"],
            each["blocked"],
            each["cp"] or "destroyed",
            each["energy"],
        )
        for each in result["units"]
    ]
    strikes = [(each["unit"], each["target"], each["outcome"]) for each in result["strikes"]]
    lost = sum(each["hits"] for each in result["units"])
    steps = [f"{each['unit']} may step forward" for each in result["may_advance"]]
    heads = ("Unit", "Swords", "Shields", "CP lost", "Blocked", "CP", "Energy")
    return told(
        f"{lost} CP are lost", listed(steps), Table(heads, rows), Table(("Sword of", "At", "Ends"), strikes)
    )


def combat_odds(question: Json, result: Json) -> Told:
    """Chances of a fight."""
    dead = {side: percent(result[f"{side}_destroyed"]["value"]) for side in ("attacker", "defender")}
    mean = {key: f"{found['value']:.2f}" for key, found in result["expected"].items()}
    rows = [
        (
            each["attacker_loss"],
            each["defender_loss"],
            each["attacker_energy"],
            each["defender_energy"],
            each["p"],
            percent(each["value"]),
        )
        for each in result["outcomes"]
    ]
    line = f"On average {mean['attacker_loss']} CP against {mean['defender_loss']}."
    heads = ("Attacker loses", "Defender loses", "Attacker's energy", "Defender's energy", "Chance", "")
    return told(
        f"The defender falls in {dead['defender']}, the attacker in {dead['attacker']}",
        line,
        Table(heads, rows),
    )
