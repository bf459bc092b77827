"""The exact odds of a barrage at one target: people already lost throw no dice (specification 6.9, R36)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from companion.engine import shape
from companion.engine.game import Resolution, Step
from companion.engine.shape import Between
from companion.engine.wire import Json
from companion.engine.wording import tenths
from companion.games.parabellum.procedures.combat.artillery_attack import MOST_SHOTS
from companion.games.parabellum.procedures.combat.chances import chance_json, report_json, report_steps
from companion.games.parabellum.procedures.combat.covers import Cover, Seen, cover_steps
from companion.games.parabellum.state.amounts import Die, Strength

TARGET = "The target"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelled(Seen):
    """The unit in question."""

    strength: Strength
    defense_die: Die


@dataclass(frozen=True, slots=True)
class Question:
    """Procedure 6.9's input."""

    artillery_die: Die
    shots: Annotated[int, Between(1, MOST_SHOTS)]
    target: Shelled


def hit_chance(die: int, defense_die: int, people: int, cover: Cover) -> Fraction:
    """The chance that one shot kills one of so many people: it must beat the best of their dice."""
    gap = cover.attack - cover.indirect
    lower = (min(max(face + gap - 1, 0), defense_die) for face in range(1, die + 1))
    return Fraction(sum(faces**people for faces in lower), die * defense_die**people)


def barrage_odds(die: int, shots: int, people: int, defense_die: int, cover: Cover) -> tuple[Fraction, ...]:
    """The chances of losing nobody, one, up to all of these people."""
    left = [Fraction(0)] * people + [Fraction(1)]
    hits = [Fraction(0), *(hit_chance(die, defense_die, n, cover) for n in range(1, people + 1))]
    for _ in range(shots):
        left = [
            left[n] * (1 - hits[n]) + (left[n + 1] * hits[n + 1] if n < people else 0)
            for n in range(people + 1)
        ]
    return tuple(reversed(left))


def resolve(question: Json) -> Resolution:
    """Procedure 6.9: the chances of a barrage, all its shots at one target."""
    asked: Question = shape.read(Question, question, missing_first="everywhere")
    die, shots, people = asked.artillery_die, asked.shots, asked.target.strength
    defense_die, cover = asked.target.defense_die, asked.target.cover
    losses = barrage_odds(die, shots, people, defense_die, cover)
    first = hit_chance(die, defense_die, people, cover)
    told = _first(die, people, defense_die, first)
    steps = (*cover_steps(cover, TARGET, artillery=True), told, *_all(shots, losses))
    return Resolution({"hit": chance_json(first), **report_json(losses)}, steps)


def _first(die: int, people: int, defense_die: int, chance: Fraction) -> Step:
    values = {"die": die, "people": people, "defense": defense_die, "chance": tenths(chance)}
    return Step("A5", "One d{die} against the best of {people} d{defense}: it hits with {chance}.", values)


def _all(shots: int, losses: Sequence[Fraction]) -> tuple[Step, ...]:
    words = "Shots: {shots}, one by one. Each hit leaves one die fewer against the next."
    return (Step("RULING R36", words, {"shots": shots}), *report_steps(losses, TARGET, "A5"))
