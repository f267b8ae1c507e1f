"""A tournament can be cancelled, or moved to another day."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from tarockclub.platform.act_chain import seal_new_parts
from tournaments.core.sealed_rows import TOURNAMENT


def seal_that_there_are_none(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Seal for each tournament that it was neither cancelled nor moved."""
    seal_new_parts(TOURNAMENT, ("cancelled", "moved"), apps.get_model)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0022_replaced_codes")]

    operations = [
        migrations.AddField("tournament", "cancelled", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("tournament", "moved_from", models.DateField(blank=True, null=True)),
        migrations.RunPython(seal_that_there_are_none, migrations.RunPython.noop),
    ]
