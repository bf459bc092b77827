"""One question, one answer: the function behind the command line, the HTTP interface and the desk."""

from random import Random, SystemRandom
from typing import NamedTuple

from companion import shelf
from companion.engine.desk import Example, nothing_left
from companion.engine.desk import examples as examples_in
from companion.engine.errors import GameError, InvalidInput
from companion.engine.game import Procedure, Resolution
from companion.engine.wire import loads


class Answer(NamedTuple):
    """What a procedure says: the question with every die it took, its resolution, and the dice rolled for it.

    `rolls` is None where the question brought its own dice, or needs none. Asking `question` again
    answers the same.
    """

    question: object
    resolution: Resolution
    rolls: object | None

    def as_json(self) -> dict[str, object]:
        answer: dict[str, object] = {
            "result": self.resolution.result,
            "steps": [step.as_json() for step in self.resolution.steps],
        }
        return answer if self.rolls is None else {**answer, "rolls": self.rolls}


def find(system: str, procedure: str) -> Procedure:
    """The procedure of that name; `InvalidInput` at `system` or `procedure`, naming those there are."""
    game = shelf.game(system)
    if procedure not in game.procedures:
        names = ", ".join(game.procedures)
        raise InvalidInput("procedure", f"{game.title} has no procedure “{procedure}”; it has {names}.")
    return game.procedure(procedure)


def answer(
    procedure: Procedure, question: object, random: Random | None = None, *, form: bool = False
) -> Answer:
    """Resolve `question`, rolling first what it left out; `GameError` where it cannot be resolved.

    A `form` may leave out what a program must say.
    """
    complete = procedure.complete if form or not procedure.form_alone else nothing_left
    whole, rolls = complete(question, random or SystemRandom())
    return Answer(whole, procedure.resolve(whole), rolls)


def reply(system: str, procedure: str, text: bytes) -> tuple[object, bool]:
    """The answer object to a question as it came in, and True; or the error object, and False."""
    try:
        return answer(find(system, procedure), loads(text)).as_json(), True
    except GameError as error:
        return error.as_json(), False


def examples(system: str) -> tuple[Example, ...]:
    """The worked examples of a game, in the order of its specification."""
    return examples_in(shelf.game(system).folder)


def samples(system: str, procedure: str) -> tuple[Example, ...]:
    """The worked examples of one procedure that end in an answer, not in a refusal."""
    return tuple(e for e in examples(system) if e.procedure == procedure and "result" in e.expect)
