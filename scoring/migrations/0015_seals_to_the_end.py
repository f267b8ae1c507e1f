"""What the proof did not cover is sealed as it is: names, erased texts, starts of tables, passwords, hosts, tokens, links."""

from datetime import timedelta

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from tarockclub.kit.time_source import now
from tarockclub.platform.act_chain import seal_new_parts
from tarockclub.platform.sealed_rows import CLUB, LOG

PAST = timedelta(days=100)


def seal_what_is_there(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Seal all of it; links that have not been valid for long end before."""
    links = apps.get_model("scoring", "AccessToken").objects
    links.filter(ended=None, expires__lt=now() - PAST).update(ended=models.F("expires"))
    seal_new_parts(CLUB, ("names", "starts", "erased"), apps.get_model)
    seal_new_parts(LOG, ("access", "tokens", "links"), apps.get_model)


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0010_squashed_0014_own_sheets_made_once"),
        ("tarockclub", "0024_salts_factors_and_rows"),
        ("tournaments", "0003_squashed_0012_rehearsals"),
    ]

    operations = [
        migrations.AddField(
            model_name="gametable",
            name="genesis",
            field=models.PositiveSmallIntegerField(db_default=1, default=2),
        ),
        migrations.RunPython(seal_what_is_there, migrations.RunPython.noop),
    ]
