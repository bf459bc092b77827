from django.apps.registry import Apps
from django.db import migrations, models

KINDS = ("undo", "amend", "deed", "branch", "question", "claim", "host", "news", "whole")


def known_programs(apps: Apps, schema_editor: object) -> None:
    """A seat's token without a device's name is a program's where a device sat that can have given it.

    Also one that fetched a page, and one whose device was sent away since: the seat takes them back itself.
    """
    tokens = apps.get_model("tables", "Token").objects.filter(role="seat", seat__isnull=False)
    for row in tokens.filter(label="", giver="", revoked_at=None):
        devices = tokens.filter(seat=row.seat_id, pk__lt=row.pk).exclude(label="").order_by("-pk")
        giver = devices.filter(revoked_at=None).first() or devices.first()
        if giver is not None:
            row.giver = giver.hash
            row.save(update_fields=["giver"])


class Migration(migrations.Migration):
    dependencies = (("tables", "0014_marks"),)

    operations = (
        migrations.AddField(
            model_name="token",
            name="giver",
            field=models.CharField(blank=True, default="", max_length=64),
        ),
        migrations.AlterField(
            model_name="request",
            name="kind",
            field=models.CharField(choices=[(k, k) for k in KINDS], max_length=8),
        ),
        migrations.RunPython(known_programs, migrations.RunPython.noop),
    )
