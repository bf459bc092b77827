"""Words of users on paper: what our type cannot set is shown as a question mark, and stops no print."""

from unicodedata import normalize

from django.utils.safestring import SafeString

from companion.press.fonts import BODY, LABEL, missing


def drawable(text: str) -> SafeString:
    """Markup that is escaped already, with a question mark for each letter that our fonts lack."""
    return SafeString(legible(text.replace("\t", " "), BODY, LABEL))


def legible(text: str, *fonts: str) -> str:
    """A text with a question mark for each letter that one of these fonts lacks."""
    text = normalize("NFC", text)
    lost = {letter for font in fonts for letter in missing(font, text.replace("\n", ""))}
    return "".join("?" if letter in lost else letter for letter in text) if lost else text
