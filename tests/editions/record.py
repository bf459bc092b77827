"""Record a house of today, for every later edition of the rules to open.

Run by hand when a game's edition changes, before it does: `uv run python tests/editions/record.py NAME`.
"""

import json
import os
import sys
import tempfile
from datetime import date
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent.parent))


def tables() -> None:
    """A table of each game in mid-play, one of them corrected and gone back on."""
    from companion.tables import play
    from companion.tables.devices import HOUSE
    from companion.tables.play import open_demos

    for table in open_demos():
        play.undo(table, HOUSE, table.version - 4, table.version, "back")
        table.refresh_from_db()
        play.redo(table, HOUSE, table.version, "forward")
        table.refresh_from_db()
        play.undo(table, HOUSE, table.version - 4, table.version, "back again")


def campaign() -> None:
    """A war of two evenings, in its second scenario."""
    from campaigns.models import Campaign
    from campaigns.opening import open_campaign
    from companion.tables.journal import write
    from companion.tables.lobby import Opening
    from companion.tables.models import Entry, Table, writing_at
    from companion.tables.position import position

    war = json.loads((HERE.parent / "campaigns" / "war.json").read_text("utf-8"))
    setup = Opening(system="parabellum", title="The War of This Edition", kind="seated", setup=war["setup"])
    begun: Campaign = open_campaign(setup, "secret", "A tablet", on=date(2026, 11, 20))
    table = Table.objects.get(pk=begun.table_id)
    for number, action in enumerate(war["actions"][:60], 1):
        with writing_at(table) as now:
            known = position(now)
            outcome = known.game.apply(known.state, action)
            entry = Entry(kind="action", action=action, key=f"war-{number}", seat=action.get("player", ""))
            entry.steps = [step.as_json() for step in outcome.steps]
            write(now, known, entry, outcome.state)


def main(name: str) -> None:
    """The house's backup and its campaign's file, in a folder of that name."""
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "companion.settings"
    os.environ["COMPANION_HOME"] = tempfile.mkdtemp()
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    tables()
    campaign()
    from campaigns.carrying import back_up
    from campaigns.carrying.parcel import pack
    from campaigns.models import Campaign

    folder = HERE / name
    folder.mkdir(exist_ok=True)
    back_up(folder / "house.backup")
    (folder / "war.campaign.json").write_bytes(pack(Campaign.objects.get()))


if __name__ == "__main__":
    main(sys.argv[1])
