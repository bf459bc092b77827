"""`manage.py resolve SYSTEM PROCEDURE`: one question on standard input, one answer on standard output."""

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator

from django.core.management.base import BaseCommand

from companion.answer import find, reply
from companion.engine.errors import GameError


class Command(BaseCommand):
    """Answers in JSON whatever comes in; exit status 2 where any of it was refused."""

    help = "Answer a question (one JSON object on standard input) by a game's own rules, step by step."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("system", help="the game: scarper, …")
        parser.add_argument("procedure", help="what to resolve: frontal-charge, end-of-year, …")
        parser.add_argument(
            "--lines", action="store_true", help="JSON Lines: one question a line, one answer a line"
        )

    def handle(self, *, system: str, procedure: str, lines: bool, **options: object) -> None:
        # A message may quote any character of the question; half of a surrogate pair stays the escape it was.
        if isinstance(getattr(self.stdout, "_out", None), type(sys.__stdout__)):
            self.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
        source = sys.stdin.buffer
        fine = known(system, procedure)
        try:
            for text in questions(source) if lines else [source.read()]:
                answer, answered = reply(system, procedure, text)
                self.stdout.write(json.dumps(answer, ensure_ascii=False))
                self.stdout.flush()
                fine = fine and answered
        except BrokenPipeError:
            # Whoever read the answers has heard enough; Python must not try to flush the rest as it leaves.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not fine:
            sys.exit(2)


def known(system: str, procedure: str) -> bool:
    """Whether there is such a procedure at all: no lines in are no excuse for a name misspelt."""
    try:
        return bool(find(system, procedure))
    except GameError:
        return False


def questions(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The lines, each with its place kept: a blank one is a question too, unless only blanks follow."""
    blanks = 0
    for line in lines:
        if not line.strip():
            blanks += 1
            continue
        yield from [b""] * blanks
        blanks = 0
        yield line
