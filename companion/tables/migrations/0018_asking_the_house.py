from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0017_house")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="asks",
            field=models.BooleanField(default=False),
        ),
    ]
