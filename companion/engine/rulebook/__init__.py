"""What a game says of its own rules: to look up, and to be taught at a first round."""

from companion.engine.rulebook.entries import NO_RULES, Entry, Rulebook, Ruling, rulebook
from companion.engine.rulebook.guided import Lesson, lesson_at, lessons

__all__ = ["NO_RULES", "Entry", "Lesson", "Rulebook", "Ruling", "lesson_at", "lessons", "rulebook"]
