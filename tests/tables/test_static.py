"""What is sent to browsers is what was vendored, and no script hides in a page."""

import hashlib
import re
from pathlib import Path

import pytest
from django.conf import settings

from tests.tables.conftest import Person, Table

VENDOR = settings.HOUSE / "static" / "vendor" / "htmx"
TEMPLATES = sorted((settings.HOUSE / "templates" / "tables").glob("*.html"))


def test_htmx_is_the_vendored_file_with_its_licence() -> None:
    wanted, name = (VENDOR / "SHA256SUMS").read_text().split()
    assert hashlib.sha256((VENDOR / name).read_bytes()).hexdigest() == wanted
    assert "Zero-Clause BSD" in (VENDOR / "LICENSE").read_text()
    assert "4.0.1" in (VENDOR / "README.md").read_text()


@pytest.mark.parametrize("page", TEMPLATES, ids=lambda path: path.name)
def test_no_page_holds_a_script_or_a_style_of_its_own(page: Path) -> None:
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=|javascript:", page.read_text())


def test_scripts_use_nothing_that_plain_http_lacks() -> None:
    for path in sorted((settings.HOUSE / "static" / "js").glob("*.js")):
        # What is asked for first may be lacking.
        code = re.sub(r"//.*|if \(navigator\.clipboard\).*", "", path.read_text())
        for lacking in ("randomUUID", "serviceWorker", "navigator.clipboard", "crypto.subtle", "caches."):
            assert lacking not in code, f"{path.name}: {lacking}"


def test_a_page_of_a_table_forbids_scripts_from_elsewhere(table: Table, alice: Person) -> None:
    policy = alice.browser.get(f"/t/{table.code}/")["Content-Security-Policy"]
    assert "script-src 'self';" in policy + ";"
    assert "unsafe" not in policy
