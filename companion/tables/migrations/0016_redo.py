from django.db import migrations, models

KINDS = ("undo", "redo", "amend", "deed", "branch", "question", "claim", "host", "news", "whole")


class Migration(migrations.Migration):
    dependencies = (("tables", "0015_programs"),)

    operations = (
        migrations.AlterField(
            model_name="request",
            name="kind",
            field=models.CharField(choices=[(k, k) for k in KINDS], max_length=8),
        ),
    )
