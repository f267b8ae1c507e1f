"""The acts of tournaments and seasons are chained, and what they have left is sealed as it is."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from tarockclub.act_chain import seal_old_acts
from tournaments.sealed_rows import SEASON, TOURNAMENT


def seal_what_is_there(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Chain what there is."""
    seal_old_acts(TOURNAMENT, apps.get_model)
    seal_old_acts(SEASON._replace(parts=SEASON.parts[:3]), apps.get_model)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0004_going_back"),
    ]

    operations = [
        migrations.AddField(
            model_name="act",
            name="hash",
            field=models.BinaryField(default=bytes, max_length=32),
        ),
        migrations.AddField(
            model_name="act",
            name="previous_hash",
            field=models.BinaryField(default=bytes, max_length=32),
        ),
        migrations.AddField(
            model_name="act",
            name="state",
            field=models.TextField(default="{}"),
        ),
        migrations.AddField(
            model_name="seasonact",
            name="hash",
            field=models.BinaryField(default=bytes, max_length=32),
        ),
        migrations.AddField(
            model_name="seasonact",
            name="previous_hash",
            field=models.BinaryField(default=bytes, max_length=32),
        ),
        migrations.AddField(
            model_name="seasonact",
            name="state",
            field=models.TextField(default="{}"),
        ),
        migrations.RunPython(seal_what_is_there, migrations.RunPython.noop),
    ]
