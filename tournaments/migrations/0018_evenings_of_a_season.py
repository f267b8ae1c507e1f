"""A date of evenings is an event of a season, sealed by a part of its own."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from tarockclub.platform.act_chain import seal_new_parts
from tournaments.core.sealed_rows import SEASON


def seal_that_there_are_none(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Seal for each season that none of its events is one."""
    seal_new_parts(SEASON, ("evenings",), apps.get_model)


class Migration(migrations.Migration):
    dependencies = [
        ("tarockclub", "0030_log_by_time"),
        ("scoring", "0015_seals_to_the_end"),
        ("tournaments", "0017_remembered_lists"),
    ]

    operations = [
        migrations.AddField("seasonevent", "evenings", models.BooleanField(default=False, db_default=False)),
        migrations.AddConstraint(
            "seasonevent",
            models.UniqueConstraint(
                fields=["season", "day"], condition=models.Q(evenings=True), name="season_evenings_of_day_once"
            ),
        ),
        migrations.RunPython(seal_that_there_are_none, migrations.RunPython.noop),
    ]
