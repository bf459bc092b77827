"""How combat reads on the desk: losses in one line, dice as they met, odds as bars."""

from collections.abc import Sequence
from fractions import Fraction

from companion.engine.told import Drawing, Heading, Table, Told, told
from companion.engine.wire import Json
from companion.engine.wording import counted, tenths
from companion.games.parabellum.procedures.combat import direct_attack_odds as odds
from companion.games.parabellum.screens.combat.pairing import pairing_picture
from companion.games.parabellum.screens.desk.losses import losses_picture
from companion.games.parabellum.screens.desk.told.shared import squares, yes
from companion.games.parabellum.state.naming import spoken

ATTACKER, DEFENDER = "Attacker", "Defender"


def _pairing(volley: Json, above: str, below: str) -> Drawing:
    return Drawing("parabellum/pairing.html", pairing_picture(volley, above, below))


def _losses(report: Json, struck: str, rolled: int | None = None) -> Drawing:
    return Drawing("parabellum/losses.html", losses_picture(report, struck, rolled))


def direct_attack(question: Json, result: Json) -> Told:
    """Who fell, the dice in pairs, and the odds that there had been."""
    lost, counter = result["attack"]["losses"], result["counter"]
    pairings = [_pairing(result["attack"], ATTACKER, DEFENDER)]
    verdict = f"The defender loses {lost}"
    if counter:
        pairings.append(_pairing(counter, "Counterattack", ATTACKER))
        verdict += f", the attacker {counter['losses']}"
    rows = [
        (name, question[key]["strength"], result[key]["strength"], result[key]["ammunition"])
        for key, name in (("attacker", ATTACKER), ("defender", DEFENDER))
    ]
    heads = ("", "People before", "People left", "Ammunition left")
    asked = {"attacker": question["attacker"], "defender": question["defender"]}
    had_been = odds.resolve(asked).result["attack"]
    return told(
        verdict,
        "" if result["defender"]["strength"] else "The defender is destroyed.",
        *pairings,
        Table(heads, rows),
        Heading("What the odds had been"),
        _losses(had_been, DEFENDER, lost),
    )


def direct_attack_odds(question: Json, result: Json) -> Told:
    """Both reports as bars."""
    attack, counter = result["attack"], result["counter"]
    pictures = [_losses(attack, DEFENDER)]
    line = ""
    if counter:
        pictures.append(_losses(counter, ATTACKER))
        line = f"The counterattack costs the attacker {counter['expected']['float']:.2f} on average."
    alive = 1 - Fraction(attack["destroyed"]["probability"])
    return told(
        f"The defender loses {attack['expected']['float']:.2f} on average",
        line,
        f"Somebody survives: {tenths(alive)}." if not counter else "",
        *pictures,
    )


def artillery_attack(question: Json, result: Json) -> Told:
    """Shot by shot, then what is left of each target."""
    hits = sum(shot["hit"] for shot in result["shots"])
    shots = [(n, *_shot(shot)) for n, shot in enumerate(result["shots"], 1)]
    left = [(spoken(name), each["losses"], each["strength"]) for name, each in result["targets"].items()]
    return told(
        f"{counted(hits, 'hit')} out of {counted(len(shots), 'shot')}",
        f"Ammunition counters left: {result['ammunition']}.",
        Table(("Shot", "At", "Its number", "Best defence", "Hit"), shots),
        Table(("Target", "Losses", "People left"), left),
    )


def _shot(shot: Json) -> Sequence[object]:
    if shot["wasted"]:
        return (spoken(shot["target"]), "–", "–", "wasted")
    return (spoken(shot["target"]), shot["artillery"], shot["best_defense"], yes(shot["hit"]))


def artillery_odds(question: Json, result: Json) -> Told:
    """The first shot's chance, then the whole barrage as bars."""
    hit = tenths(Fraction(result["hit"]["probability"]))
    return told(
        f"The target loses {result['expected']['float']:.2f} on average",
        f"The first shot hits: {hit}.",
        _losses(result, "Target"),
    )


def cache_explosion(question: Json, result: Json) -> Told:
    """The chain, then who is left."""
    gone = [each["square"] for each in result["explosions"]]
    tables = [_explosion(each) for each in result["explosions"]]
    before = {each["id"]: each["strength"] for each in question["units"]}
    left = [(spoken(unit), before[unit], people) for unit, people in result["units"].items()]
    kept = squares(list(result["caches"]))
    return told(
        f"{counted(len(gone), 'explosion')}: {squares(gone)}",
        f"Destroyed: {', '.join(map(spoken, result['destroyed']))}." if result["destroyed"] else "",
        f"Caches left: {kept}." if kept else "No cache is left.",
        *tables,
        Table(("Unit", "People before", "People left"), left, "Afterwards"),
    )


def _explosion(explosion: Json) -> Table:
    rows = [_blast(each) for each in explosion["attacks"]]
    title = f"{explosion['square'].upper()}, {counted(explosion['tokens'], 'token')}"
    return Table(("What", "Attack", "Defence", "Losses", "Then"), rows, title)


def _blast(attack: Json) -> Sequence[object]:
    dice = (" ".join(map(str, attack["attack"])), " ".join(map(str, attack["defense"])), attack["losses"])
    if "unit" in attack:
        return (spoken(attack["unit"]), *dice, f"{attack['strength']} left")
    then = "explodes too" if attack["explodes"] else "holds"
    return (f"Cache {attack['cache'].upper()}", *dice, then)


def recon_report(question: Json, result: Json) -> Told:
    """What the scout tells."""
    report = result["report"]
    rows = [(key.capitalize(), yes(report[key])) for key in ("fuel", "ammunition", "cargo", "passengers")]
    return told(
        f"{spoken(report['type'])}, {counted(report['strength'], 'person', 'people')}",
        f"Against artillery its defence dice: {result['artillery_defense_modifier']}, until Combat ends.",
        Table(("Any", ""), rows),
    )
