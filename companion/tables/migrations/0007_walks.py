from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0006_sitting_down'),
    ]

    operations = [
        migrations.AddField(
            model_name='table',
            name='walk',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='table',
            name='walked',
            field=models.PositiveIntegerField(default=0),
        ),
    ]
