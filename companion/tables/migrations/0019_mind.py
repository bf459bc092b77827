from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0018_asking_the_house")]

    operations = [
        migrations.AddField(
            model_name="why",
            name="mind",
            field=models.CharField(blank=True, default="", max_length=8),
        ),
    ]
