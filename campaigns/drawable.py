"""Words of users on paper: what our type cannot set is shown as a question mark, and stops no print."""

from django.utils.safestring import SafeString

from companion.press.fonts import BODY, LABEL
from companion.press.text import legible


def drawable(text: str) -> SafeString:
    """Markup that is escaped already, with a question mark for each letter that our fonts lack."""
    return SafeString(legible(text.replace("\t", " "), BODY, LABEL))
