# ruff: noqa: RUF012
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0013_by_hand"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="marks",
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
