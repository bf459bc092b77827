"""What the print shop refuses, always with the card and the field, and with what would be right."""

from companion.engine.errors import GameError


class CannotPrint(GameError):
    """It can be read, and it cannot be put on paper. `path` names the card and its field."""

    code = "cannot_print"


class DoesNotFit(CannotPrint):
    """A text that is still too long at the smallest size that people can read."""


class MissingGlyph(CannotPrint):
    """A character that our fonts cannot draw: it would print as nothing, and say nothing."""


class PressUnavailable(CannotPrint):
    """This machine lacks what sheets of running text need. Cards, boards and maps print all the same."""

    code = "press_unavailable"
