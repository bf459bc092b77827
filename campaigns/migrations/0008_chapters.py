from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("campaigns", "0007_war"),
    ]

    operations = [
        migrations.AddField(
            model_name="evening",
            name="chapters",
            field=models.JSONField(blank=True, null=True),
        ),
    ]
