"""In how many tournaments of a cup somebody has played, as the list of the cup says it."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from tarockclub.platform.act_chain import seal_new_parts
from tournaments.core.sealed_rows import SEASON


def seal_that_there_are_none(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Seal for each season that no list has said it."""
    seal_new_parts(SEASON, ("attendance",), apps.get_model)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0018_evenings_of_a_season")]

    operations = [
        migrations.AddField("seasonresult", "days", models.PositiveSmallIntegerField(blank=True, null=True)),
        migrations.RunPython(seal_that_there_are_none, migrations.RunPython.noop),
    ]
