"""Sizes of carried cups, rehearsals, roles in single tournaments and archived evenings are sealed as they are."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from tarockclub.platform.act_chain import seal_new_parts
from tarockclub.platform.sealed_rows import LOG
from tournaments.core.sealed_rows import SEASON


def seal_what_is_there(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Seal all of it."""
    seal_new_parts(SEASON, ("carried",), apps.get_model)
    seal_new_parts(LOG, ("helpers", "helping", "rehearsals", "archive"), apps.get_model)


class Migration(migrations.Migration):
    dependencies = [
        ("tarockclub", "0030_log_by_time"),
        ("scoring", "0015_seals_to_the_end"),
        ("tournaments", "0015_log_by_time"),
    ]

    operations = [migrations.RunPython(seal_what_is_there, migrations.RunPython.noop)]
