from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0008_ready'),
    ]

    operations = [
        migrations.AddField(
            model_name='table',
            name='again',
            field=models.CharField(blank=True, default='', max_length=6),
        ),
    ]
