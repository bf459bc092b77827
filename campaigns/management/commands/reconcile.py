"""`manage.py reconcile`: is everything that the database shows what its journals say?"""

from django.core.management.base import BaseCommand, CommandError

from campaigns.books.proof import reconcile


class Command(BaseCommand):
    help = "Fold every journal again and compare it with what is shown; ends with 1 where anything differs."

    def handle(self, **options: object) -> None:
        report = reconcile()
        for line in report.checked:
            self.stdout.write(line)
        if report.differing:
            raise CommandError("\n".join(["What differs:", *report.differing]))
        self.stdout.write(f"{len(report.checked)} checks: everything is what the journals say.")
