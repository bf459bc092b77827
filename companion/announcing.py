"""The house by a name on the local network: `companion.local`, or the next that no other house has."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from ipaddress import ip_address
from itertools import count, islice
from threading import Thread
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings

if TYPE_CHECKING:
    from zeroconf import Zeroconf

KIND = "_http._tcp.local."
MOST = 20
PATIENCE = 1500
"""Milliseconds that another house has to say that a name is its own."""


def names(first: str) -> Iterator[str]:
    """The name, and those that follow where others have it.

    >>> list(names("companion"))[:3]
    ['companion', 'companion-2', 'companion-3']
    """
    yield first
    yield from (f"{first}-{n}" for n in islice(count(2), MOST))


class Announcer:
    """Says on the network which name leads to this house, while it is up; `name` is "" until it does.

    It asks first whether another has that name. Where the network lets nothing through, or the name is set to
    nothing, the house has its number alone.
    """

    def __init__(self) -> None:
        self.name = ""
        self._net: Zeroconf | None = None

    def start(self, homes: Iterable[str], port: int, tell: Callable[[str], object]) -> None:
        """In a thread of its own: it takes a second and a half. `tell` is told the address once it holds."""
        numbers = [home for home in homes if not ip_address(home.strip("[]")).is_loopback]
        if settings.NAME_HERE and numbers:
            Thread(target=self._announce, args=[numbers, port, tell], name="announcer", daemon=True).start()

    def stop(self) -> None:
        """Takes the name back, so that another house may have it at once."""
        net, self._net, self.name = self._net, None, ""
        if net is not None:
            with suppress(OSError):
                net.close()

    def _announce(self, numbers: list[str], port: int, tell: Callable[[str], object]) -> None:
        from zeroconf import Error, ServiceInfo, Zeroconf  # 17 MB that only a house on a network needs.

        with suppress(OSError, Error):
            plain = [number.strip("[]") for number in numbers]
            self._net = net = Zeroconf(interfaces=plain)
            packed = [ip_address(each).packed for each in plain]
            free = (name for name in names(settings.NAME_HERE) if not is_taken(net, name, packed))
            name = next(free, "")
            if not name:
                return
            server = f"{name}.local."
            info = ServiceInfo(KIND, f"{name}.{KIND}", port=port, addresses=packed, server=server)
            net.register_service(info, allow_name_change=True)
            self.name = f"{name}.local"
            tell(f"http://{self.name}:{port}/")


def is_taken(net: "Zeroconf", name: str, own: list[bytes]) -> bool:
    """Whether another machine answers to that name."""
    from zeroconf._services.info import AddressResolver  # The package names it, and does not export it.

    resolver = AddressResolver(f"{name}.local.")
    return resolver.request(net, PATIENCE) and not set(resolver.addresses) <= set(own)


ANNOUNCER = Announcer()


def by_name(address: str) -> str:
    """The same address with the house's name in the place of its number; "" where it has no name."""
    parts = urlsplit(address)
    port = f":{parts.port}" if parts.port else ""
    return parts._replace(netloc=ANNOUNCER.name + port).geturl() if ANNOUNCER.name else ""
