"""`manage.py trials SYSTEM`: a setup binder plays itself many times, and what came of it."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand

from campaigns.designer import design_of, file_of
from campaigns.designer.trials import Outcome, in_lines, plays_of
from companion import shelf
from companion.engine import shape
from companion.engine.errors import GameError
from companion.engine.player import lab
from companion.shop.lab import STRENGTHS


class Command(BaseCommand):
    help = "Let a setup binder play itself many times; ends with 1 where a rule breaks."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("system", help="the game: parabellum")
        parser.add_argument(
            "--binder", metavar="FILE", help="a binder's JSON or spreadsheet; else the starter's"
        )
        parser.add_argument("--plays", type=int, default=50, help="how often, 50 unless told")
        parser.add_argument("--players", type=int, default=2, help="how many sides, 2 unless told")
        parser.add_argument(
            "--seed", type=int, default=1, help="of the first play; each further one has the next"
        )
        parser.add_argument(
            "--strength", choices=list(STRENGTHS), default="plays_along", help="how the house plays"
        )
        parser.add_argument("--json", action="store_true", help="every play as a line of JSON")
        parser.add_argument(
            "--journal", action="store_true", help="the play of that seed, for resolve … replay"
        )

    def handle(
        self, *, system: str, binder: str | None, plays: int, players: int, seed: int, **shown: object
    ) -> None:
        try:
            content = self._content(system, binder)
        except (GameError, OSError) as error:
            self.stderr.write(str(error))
            sys.exit(2)
        own, game = plays_of(system), shelf.game(system)
        setup, strength = own.setup(content, players), str(shown["strength"])
        if shown["journal"]:
            told_of = lab.journal(game, setup, seed, strength)
            self.stdout.write(json.dumps(told_of, ensure_ascii=False))
            return
        trials = [lab.trial(game, setup, each, strength) for each in range(seed, seed + plays)]
        rows = (json.dumps(shape.write(each)) for each in trials)
        for line in rows if shown["json"] else in_lines(Outcome(own, content, trials)):
            self.stdout.write(line)
        if any(each.broken for each in trials):
            sys.exit(1)

    def _content(self, system: str, name: str | None) -> object:
        """The binder; `GameError` at the first thing that stands in the way of playing it."""
        file = file_of(system)
        content = file.read(Path(name).read_bytes()) if name else file.sample()
        for fault in design_of(system).faults(content):
            raise fault
        return content
