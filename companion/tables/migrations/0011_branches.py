import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0010_repairs'),
    ]

    operations = [
        migrations.AddField(
            model_name='table',
            name='branch_of',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='branches', to='tables.table'),
        ),
        migrations.AddField(
            model_name='table',
            name='branch_line',
            field=models.PositiveIntegerField(default=0),
        ),
    ]
