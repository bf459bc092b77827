# ruff: noqa: RUF012
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0012_blocks"),
    ]

    operations = [
        migrations.AlterField(
            model_name="request",
            name="kind",
            field=models.CharField(
                choices=[
                    ("undo", "undo"),
                    ("amend", "amend"),
                    ("deed", "deed"),
                    ("branch", "branch"),
                    ("question", "question"),
                    ("claim", "claim"),
                    ("host", "host"),
                    ("news", "news"),
                ],
                max_length=8,
            ),
        ),
    ]
