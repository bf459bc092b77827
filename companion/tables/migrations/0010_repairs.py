from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0009_again'),
    ]

    operations = [
        migrations.AddField(
            model_name='entry',
            name='repairs',
            field=models.JSONField(null=True),
        ),
    ]
