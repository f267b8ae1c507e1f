"""The club of this installation is there before anybody starts an evening: two at once would make two."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def found(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Found the club where there is none."""
    club = apps.get_model("tarockclub", "Club")
    if not club.objects.exists():
        club.objects.create(name="Tarockclub")


class Migration(migrations.Migration):
    dependencies = [("tarockclub", "0001_initial")]

    operations = [migrations.RunPython(found, migrations.RunPython.noop)]
