"""The typesetter's own process: one sheet of markup in, one PDF out. `python -m companion.press.typesetter`.

WeasyPrint is never imported by the server: not in its threads, not before a fork. It is handed our own
style sheets and fonts and fetches nothing else, whatever an address in a text may say.
"""

import json
import sys
from pathlib import Path
from typing import Any

UNAVAILABLE = 3
"""The exit status that means: this machine lacks a library."""

FONTS = Path(__file__).with_name("fonts")
SCHEME = "press:"


def main() -> int:
    """Read the job from standard input, write the PDF to standard output."""
    job = json.loads(sys.stdin.buffer.read())
    out, sys.stdout = sys.stdout.buffer, sys.stderr  # a library that prints must not print into the PDF
    try:
        pdf = typeset(job)
    except (ImportError, OSError) as error:
        sys.stderr.write(str(error))
        return UNAVAILABLE
    out.write(pdf)
    out.flush()
    return 0


def typeset(job: dict[str, str]) -> bytes:
    """The PDF of one job: `markup`, `style`, `title`."""
    from weasyprint import CSS, HTML
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

    class Locked(URLFetcher):  # type: ignore[misc]
        """Gives out our own font files, by their names alone."""

        def fetch(self, url: str, headers: Any = None) -> Any:
            name = url.removeprefix(SCHEME)
            if not url.startswith(SCHEME) or name not in {file.name for file in FONTS.glob("*.ttf")}:
                raise FatalURLFetchingError(f"Nothing outside the press is fetched: {url[:80]}")
            return URLFetcherResponse(url, (FONTS / name).read_bytes(), {"Content-Type": "font/ttf"})

    fonts, locked = FontConfiguration(), Locked()
    style = CSS(string=job["style"], font_config=fonts, url_fetcher=locked)
    sheet = HTML(string=job["markup"], url_fetcher=locked)
    pdf: bytes = sheet.write_pdf(stylesheets=[style], font_config=fonts, finisher=_hints, pdf_tags=True)
    return pdf


def _hints(document: Any, pdf: Any) -> None:
    """Print at true size, and show the title."""
    from pydyf import Dictionary  # type: ignore[import-untyped]

    pdf.catalog["ViewerPreferences"] = Dictionary({"PrintScaling": "/None", "DisplayDocTitle": "true"})


if __name__ == "__main__":
    sys.exit(main())
