"""Names get salts, with which the acts of a club seal them (scoring/migrations/0015_seals_to_the_end.py)."""

import secrets

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import tarockclub.kit.hash_chain

AT_ONCE = 500


def draw_salts(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give each person a salt of its own."""
    rows = apps.get_model("tarockclub", "Person").objects
    people = list(rows.only("pk").order_by("pk"))
    for person in people:
        person.salt = secrets.token_bytes(16)
    rows.bulk_update(people, ["salt"], batch_size=AT_ONCE)


class Migration(migrations.Migration):
    dependencies = [("tarockclub", "0025_sessions_of_django")]

    operations = [
        migrations.AddField(
            model_name="person",
            name="salt",
            field=models.BinaryField(default=tarockclub.kit.hash_chain.draw_salt, max_length=16),
        ),
        migrations.AlterField(
            model_name="clubact",
            name="kind",
            field=models.CharField(
                choices=[
                    ("account", "Account"),
                    ("named", "Named"),
                    ("merged", "Merged"),
                    ("erased", "Erased"),
                    ("public", "Public"),
                    ("texts", "Texts"),
                    ("sealed", "Sealed"),
                ],
                max_length=8,
            ),
        ),
        migrations.RunPython(draw_salts, migrations.RunPython.noop),
    ]
