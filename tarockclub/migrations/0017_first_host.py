"""Somebody keeps the installation: in an older database the director who was there first."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def name_host(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Make the earliest active director the host."""
    account = apps.get_model("tarockclub", "Account")
    first = account.objects.filter(role="director", is_active=True).order_by("pk").first()
    if first is not None:
        account.objects.filter(pk=first.pk).update(is_host=True)


class Migration(migrations.Migration):
    dependencies = [("tarockclub", "0016_clubs")]

    operations = [migrations.RunPython(name_host, migrations.RunPython.noop)]
