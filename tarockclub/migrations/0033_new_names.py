"""What everybody sees of names that are new at a table: a club that knows nobody yet begins as new ones do."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def begin_cautiously(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("tarockclub", "Club").objects.filter(persons=None).update(new_names="short")


class Migration(migrations.Migration):
    dependencies = [("tarockclub", "0032_moments_by_the_programs_time")]

    operations = [
        migrations.AddField(
            "club", "new_names", models.CharField(blank=True, db_default="", default="short", max_length=6)
        ),
        migrations.RunPython(begin_cautiously, migrations.RunPython.noop),
    ]
