"""`manage.py up`: open the house for everybody on the local network."""

import json
import os
import signal
import subprocess
import sys
from argparse import ArgumentParser
from dataclasses import replace
from functools import partial
from pathlib import Path
from secrets import token_hex
from threading import Timer
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection, connections

from companion import copies, serving, static_files
from companion.announcing import ANNOUNCER
from companion.beside import apart, opening
from companion.beside.following import Refused
from companion.beside.leading import TURNED
from companion.beside.role import Role, alone
from companion.caretaking.orders import order, put_down
from companion.management.commands.migrate import is_migrated
from companion.shop import tasks
from companion.shop.worker import KeptWorker
from companion.tables.journal import keep_all
from companion.tables.play import open_all

AFTER = 4
"""Seconds from the start until the house sees to what nobody waits for."""


def end(number: int, _frame: object) -> None:
    """A word from outside to end is an ending like any other: what this process keeps is ended with it."""
    sys.exit(128 + number)


def come_up_again(edition: str = "") -> None:
    """This process begins anew, and every open page is loaded anew: what it shows may never have been."""
    os.environ["COMPANION_EDITION"] = edition or f"{settings.EDITION.partition('-')[0]}-{token_hex(3)}"
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, *(word for word in sys.argv if word != "--demo")])


def migrate() -> None:
    """Make the database, or bring it up to date, in a process of its own: no server needs what that loads."""
    connections.close_all()
    if connection.vendor == "sqlite":
        copies.before_upgrade(Path(connection.settings_dict["NAME"]), settings.EDITION)
    if subprocess.run([sys.executable, str(settings.HOUSE / "manage.py"), "migrate", "-v0"]).returncode:
        raise CommandError("The database could not be made or brought up to date; above it says why.")


class Command(BaseCommand):
    """Make the database, print where to go, serve."""

    help = "Open the house: make the database, print the addresses and a QR code, serve."
    requires_system_checks = ()
    edition = ""
    """Another one, once it has been made ready."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="0.0.0.0", help="the address to listen on (default: all)")
        parser.add_argument(
            "--port", type=int, help="the port, and no other (default: 8000, or the next one that is free)"
        )
        parser.add_argument(
            "--no-worker", action="store_true", help="leave long prints to a db_worker of yours"
        )
        parser.add_argument(
            "--workers",
            type=int,
            default=1,
            help="how many processes serve (default 1); more need PostgreSQL",
        )
        parser.add_argument(
            "--wifi", default="", help="NAME:PASSWORD of your hot spot, for a QR code that leads into it"
        )
        parser.add_argument(
            "--beside", default="", metavar="URL", help="follow the house there, and carry on for it"
        )
        parser.add_argument(
            "--code", default="", help="its keeper's code, where it is followed for the first time"
        )
        parser.add_argument(
            "--swift",
            action="store_true",
            help="a tap does not wait for the house beside; it has it in a second",
        )
        parser.add_argument("--alone", action="store_true", help="go on without the house beside")
        parser.add_argument("--demo", action="store_true", help="open a table of each game in mid-play")

    def handle(self, *, host: str, port: int | None, demo: bool, **options: Any) -> None:
        signal.signal(signal.SIGTERM, end)
        self.go_back()
        try:
            serving.check_workers(options["workers"], connection.vendor)
            held = serving.lock(settings.HOME) if connection.vendor == "sqlite" else None
            port = serving.find_port(host, port, self.stderr.write)
        except (serving.AlreadyUp, serving.NotTogether, serving.PortTaken) as error:
            raise CommandError(str(error)) from error
        os.environ[serving.LISTENS] = host
        beside = self.settle(port, options)
        # What takes seconds waits: first come the doors, and the first page.
        later = Timer(AFTER, self.see_to_the_rest)
        later.daemon = True
        later.start()
        if not all(map(is_migrated, connections)):
            migrate()
        follows = opening.begin(beside, partial(self.take_name, host, port)) if beside else None
        if not follows:
            keep_all()
        homes = [f"http://{address}:{port}/" for address in serving.addresses(host)]
        os.environ |= {
            serving.LISTENS: host,
            "COMPANION_EDITION": settings.EDITION,
            serving.UP: str(os.getpid()),
            serving.WIFI: options["wifi"],
        }
        if options["wifi"]:
            self.stdout.write(
                f"\n{serving.qr(serving.wifi_code(options['wifi']))}\n  first into the Wi-Fi, then:"
            )
        self.stdout.write(self.welcome(homes))
        for each in open_all() if demo else ():
            self.stdout.write(f"  {each.title}: {homes[0]}{each.url.removeprefix('/')}")
        self.stdout.flush()
        worker = None if options["no_worker"] else KeptWorker(tasks.is_wanted).start()
        nightly = copies.Nightly().start()
        ANNOUNCER.start(serving.addresses(host), port, self.tell_name)
        try:
            serving.serve(host, port, workers=options["workers"], renew=self.renew)
        finally:
            nightly.stop()
            if follows:
                follows.stop()
            ANNOUNCER.stop()
            if worker:
                worker.stop()
            if TURNED.is_set() or ((last := order()) and last.waits):
                come_up_again(self.edition)
        del held

    def renew(self) -> bool | None:
        """Another edition lies where this one lay: make it ready; whether its workers fit beside ours.

        Where it changes the tables they do not: all end, and this process begins anew. What cannot be made
        ready leaves all as it is.
        """
        around = {name: value for name, value in os.environ.items() if name != "COMPANION_EDITION"}
        command = [sys.executable, str(settings.HOUSE / "manage.py"), "renew"]
        made = subprocess.run(command, env=around, stdout=subprocess.PIPE, text=True)
        if made.returncode:
            self.stderr.write("The new edition does not start; this one goes on. Above it says why.")
            return None
        answer = json.loads(made.stdout)
        self.edition = os.environ["COMPANION_EDITION"] = str(answer["edition"])
        if not answer["alike"]:
            TURNED.set()
        return bool(answer["alike"])

    def go_back(self) -> None:
        """To the copy that its keeper ordered, before anybody is served; where it fails nothing is new."""
        if not (last := order()) or not last.waits:
            return
        self.stdout.write(f"Going back to {last.name} …")
        self.stdout.flush()
        command = [sys.executable, str(settings.HOUSE / "manage.py"), "restore", "--instead"]
        answer = subprocess.run([*command, str(settings.COPIES / last.name)], capture_output=True, text=True)
        lines = (answer.stderr if answer.returncode else answer.stdout).strip().splitlines()
        put_down(replace(last, waits=False, words="".join(lines[-1:]).removeprefix("CommandError: ")))

    def settle(self, port: int, options: Any) -> Role | None:
        """Which of two houses this one is, if there is one beside it."""
        if options["alone"]:
            alone()
        url = options["beside"].rstrip("/")
        code = partial(self.ask_code, url, options["code"])
        try:
            return opening.settle(url, code, port, safe=not options["swift"], tell=self.tell)
        except Refused as error:
            raise CommandError(str(error)) from error
        except opening.ComeUpAgain:
            come_up_again()
            return None

    def ask_code(self, url: str, given: str) -> str:
        return given or input(f"The keeper's code of {url} (there: python3 manage.py key): ")

    def take_name(self, host: str, port: int) -> None:
        """This house carries on for another one: its name too."""
        ANNOUNCER.stop()
        ANNOUNCER.start(serving.addresses(host), port, self.tell_name)

    def tell(self, words: str) -> None:
        self.stdout.write(words)
        self.stdout.flush()

    def see_to_the_rest(self) -> None:
        """Pack what browsers load, once an edition; say what this machine lacks, and what went on apart."""
        if not static_files.is_packed():  # On a full disk, or where it fails, they are sent as they are.
            around = {**os.environ, "DJANGO_SETTINGS_MODULE": "companion.settings"}
            packing = [sys.executable, "-c", "from companion.static_files import pack; pack()"]
            subprocess.run(packing, cwd=settings.HOUSE, env=around, capture_output=True)
        self.tell_lacks()
        if connection.vendor == "sqlite":
            apart.see_to_it()

    def tell_name(self, home: str) -> None:
        self.stdout.write(f"  or   {home}")
        self.stdout.flush()

    def tell_lacks(self) -> None:
        """Say what this machine lacks, a sentence each."""
        for sentence in serving.lacks():
            self.stderr.write(self.style.WARNING(f"! {sentence}"))

    def welcome(self, homes: list[str]) -> str:
        """What the terminal shows: the QR code, and every address that may work."""
        more = "".join(f"\n  or   {home}" for home in homes[1:])
        return f"\n{serving.qr(homes[0])}\n  open {homes[0]}{more}\n  stop with Ctrl+C\n"
