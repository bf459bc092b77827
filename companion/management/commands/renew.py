"""`manage.py renew`: what a house asks of another edition before its workers become that."""

import json

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import connections

from companion.management.commands.migrate import is_migrated
from companion.static_files import pack


class Command(BaseCommand):
    """Pack what browsers load, and tell the edition's name and whether it leaves the tables as they are."""

    help = "For `up`, on SIGHUP: make this edition ready beside the one that serves, and tell its name."
    requires_system_checks = ()

    def handle(self, **_options: object) -> None:
        pack()
        alike = all(map(is_migrated, connections))
        self.stdout.write(json.dumps({"edition": settings.EDITION, "alike": alike}))
