from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0007_walks'),
    ]

    operations = [
        migrations.AddField(
            model_name='table',
            name='ready',
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name='table',
            name='readied',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='token',
            name='screen',
            field=models.BooleanField(default=False),
        ),
    ]
