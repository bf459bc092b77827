"""The house with Tally, in which the bell hardly ever reads versions: what is heard soon came by NOTIFY."""

from tests.tables.asgi import application

__all__ = ["application"]

from companion.tables import live

live.EVERY = 60.0
