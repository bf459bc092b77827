from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def proved_upright_alone(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """A printer proved before lying pages were tried prints its second sheets once more."""
    printers = apps.get_model("shop", "Printer").objects.using(schema_editor.connection.alias)
    printers.filter(proved=True).update(proved=False)


class Migration(migrations.Migration):

    dependencies = [
        ("shop", "0002_calibration_sheet"),
    ]

    operations = [
        migrations.AddField(
            model_name="printer",
            name="lying",
            field=models.CharField(blank=True, default="", max_length=5),
        ),
        migrations.RunPython(proved_upright_alone, migrations.RunPython.noop),
    ]
