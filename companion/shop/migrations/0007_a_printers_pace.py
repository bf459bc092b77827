from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("shop", "0006_a_whole_print_knows_the_one_before"),)

    operations = (
        migrations.AddField(
            model_name="printer",
            name="pace",
            field=models.PositiveSmallIntegerField(default=0),
        ),
    )
