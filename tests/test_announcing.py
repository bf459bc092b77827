"""The house by a name on the local network: asked for first, said, taken back; else its number."""

from collections.abc import Iterator
from ipaddress import ip_address
from secrets import token_hex
from typing import Any

import pytest
from django.test import RequestFactory
from zeroconf import ServiceInfo, Zeroconf
from zeroconf._services.info import AddressResolver

from companion import serving
from companion.announcing import ANNOUNCER, KIND, Announcer, by_name
from companion.tables.views.entrance import way_in


@pytest.fixture
def number() -> str:
    """This machine's own on a network; without one there is nobody to tell a name to."""
    home = serving.addresses("0.0.0.0")[0]
    if ip_address(home).is_loopback:
        pytest.skip("This machine is on no network.")
    return home


NAME = f"house-{token_hex(4)}"
"""No other machine has it: this one may have a house in service."""


@pytest.fixture
def other(number: str) -> Iterator[Zeroconf]:
    """Another house's machine, which has the first name; a network that lets no names through is none."""
    net = Zeroconf(interfaces=[number])
    there = [ip_address("10.9.9.9").packed]
    net.register_service(
        ServiceInfo(KIND, f"{NAME}.{KIND}", port=80, addresses=there, server=f"{NAME}.local.")
    )
    second = Zeroconf(interfaces=[number])
    passes = heard(second, f"{NAME}.local")
    second.close()
    if not passes:
        net.close()
        pytest.skip("This network lets no names through.")
    yield net
    net.close()


def heard(net: Zeroconf, name: str) -> list[str]:
    """Where that name leads, as another machine hears it."""
    asked = AddressResolver(f"{name}.")
    asked.request(net, 1500)
    return [str(ip_address(each)) for each in asked.addresses]


@pytest.mark.sampled
def test_a_second_house_takes_the_next_name_and_gives_it_back(
    number: str, other: Zeroconf, settings: Any
) -> None:
    settings.NAME_HERE = NAME
    announcer, told = Announcer(), list[str]()
    announcer._announce([number], 8123, told.append)
    assert told == [f"http://{NAME}-2.local:8123/"]
    assert heard(other, announcer.name) == [number]
    announcer.stop()
    assert announcer.name == ""


@pytest.mark.parametrize(
    ("name", "home"), [("", "192.0.2.7"), ("companion", "127.0.0.1"), ("companion", "[::1]")]
)
def test_a_house_on_no_network_or_without_a_name_says_none(settings: Any, name: str, home: str) -> None:
    settings.NAME_HERE = name
    announcer = Announcer()
    announcer.start([home], 8000, pytest.fail)
    assert announcer._net is None


def test_a_code_to_scan_holds_the_number_and_the_name_stands_beside_it(
    monkeypatch: pytest.MonkeyPatch, number: str
) -> None:
    for host in (f"{number}:8000", "companion.local:8000"):
        monkeypatch.setattr(ANNOUNCER, "name", "companion.local")
        door = way_in(RequestFactory().get("/", headers={"Host": host}), "tables:join", "K7FQ2M")
        assert door["join_address"] == f"http://{number}:8000/join/K7FQ2M/"
        assert door["by_name"] == "http://companion.local:8000/join/K7FQ2M/"
        monkeypatch.setattr(ANNOUNCER, "name", "")
        assert by_name(door["join_address"]) == ""
