"""The house with Tally on its shelf, for tests that need a real server and a tiny game."""

from tests.tables.shelving import put_tally_on_the_shelf

put_tally_on_the_shelf()

from companion.asgi import application  # noqa: E402

__all__ = ["application"]
