"""`manage.py play GAME`: the house plays against itself, over and over; or proves what it did at a table."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from companion import shelf
from companion.engine.errors import GameError
from companion.engine.game import Game
from companion.engine.player import NoMove
from companion.engine.player.matches import MINDS, Played, beaten, chairs_of, match, score, seating
from companion.tables import house
from companion.tables.devices import spelt
from companion.tables.models import Table
from companion.thinking import thought_of


class Command(BaseCommand):
    help = "Let the house play a game against itself."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", nargs="?", help="its name on the shelf, as scarper")
        parser.add_argument(
            "--prove", metavar="TABLE", help="think each deed of the house at that table again"
        )
        parser.add_argument(
            "--seats",
            default="house,house",
            help=f"who plays, by comma: {', '.join(MINDS)}; they change seats",
        )
        parser.add_argument("--games", type=int, default=1, help="so many games")
        parser.add_argument("--seed", default="1", help="the same seed, the same games")
        parser.add_argument("--setup", default="{}", help="the game's setup, as JSON")
        parser.add_argument(
            "--json", action="store_true", help="a line of JSON a game, and one of the scores"
        )

    def handle(self, *args: object, **options: Any) -> None:
        if options["prove"]:
            self._prove(options["prove"])
            return
        if options["game"] is None:
            raise CommandError("Name a game of the shelf, or a table with --prove.")
        names = options["seats"].split(",")
        unknown = [name for name in names if name not in MINDS]
        if unknown:
            raise CommandError(f"“{unknown[0]}” is nobody who plays; {', '.join(MINDS)} are.")
        try:
            game, setup = shelf.game(options["game"]), json.loads(options["setup"])
            self._play(game, setup, names, options)
        except (GameError, NoMove, LookupError, ValueError) as error:
            raise CommandError(str(error)) from error

    def _prove(self, code: str) -> None:
        """Each deed of the house, from what its seat had seen and the seed that is kept for it."""
        table = Table.objects.filter(code=spelt(code)).first()
        if table is None:
            raise CommandError(f"There is no table {code} in this house.")
        if not all(row.seed for row in house.sealed(table)):
            raise CommandError("The seed stays sealed until the game is over.")
        proofs = list(house.proofs(table, thought_of))
        for proof in proofs:
            word = "holds" if proof.holds else "DIFFERS" if proof.mine else "thought by another edition"
            self.stdout.write(f"line {proof.line}, {proof.seat}: {word}")
        if any(proof.mine and not proof.holds for proof in proofs):
            raise CommandError("Not every deed is what the house comes to.")

    def _play(self, game: Game[object], setup: object, names: list[str], options: dict[str, Any]) -> None:
        chairs = [chair.id for chair in chairs_of(game, setup)]
        shares: dict[str, list[float]] = {name: [] for name in names}
        for n in range(options["games"]):
            seats = seating(chairs, names, n)
            lines = list(
                match(game, setup, {c: MINDS[name] for c, name in seats.items()}, f"{options['seed']} {n}")
            )
            results = game.result(lines[-1].after) if game.result else ()
            for chair, name in seats.items():
                shares[name].append(beaten(results, chair))
            self._tell(n, seats, lines, [row._asdict() for row in results], options["json"])
        scores = [score(name, listed)._asdict() for name, listed in shares.items()]
        if options["json"]:
            self.stdout.write(json.dumps({"scores": scores}))
            return
        for row in scores:
            span = f"{row['least']:.0%} to {row['most']:.0%}"
            self.stdout.write(f"{row['name']}: leaves {row['share']:.0%} behind ({span} with 95 %)")

    def _tell(
        self, n: int, seats: dict[str, str], lines: list[Played[object]], results: list[Any], as_json: bool
    ) -> None:
        if as_json:
            row = {
                "game": n + 1,
                "seats": seats,
                "actions": [line.action for line in lines],
                "results": results,
            }
            self.stdout.write(json.dumps(row))
            return
        placed = ", ".join(f"{row['seat']} ({seats[row['seat']]}) {row['points']}" for row in results)
        self.stdout.write(f"{n + 1}: {len(lines)} lines; {placed}")
