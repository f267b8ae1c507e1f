"""Addresses belong to a club, also those of registrations; what goes on after each round is not wanted at first."""

from typing import Any

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F, OuterRef, Subquery, Value
from django.db.models.functions import Concat, Trim

COLUMN: dict[str, Any] = {"on_delete": django.db.models.deletion.PROTECT, "related_name": "+", "to": "tarockclub.club"}

STATES = [
    ("waiting", "waits"),
    ("sending", "is being sent"),
    ("sent", "sent"),
    ("failed", "not delivered"),
    ("unclear", "perhaps sent"),
    ("stopped", "not wanted any more"),
]


def fill(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Write whose an address is, and that nobody has asked for the new kind."""
    people = apps.get_model("tarockclub", "Person").objects.filter(pk=OuterRef("person"))
    unwanted = Trim(Concat(F("unwanted"), Value(" round")))
    addresses = apps.get_model("tarockclub", "MessageAddress").objects
    addresses.update(club=Subquery(people.values("club")[:1]), unwanted=unwanted)
    if editor.connection.vendor == "postgresql":  # changes no table whose references wait to be checked, now or later
        editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


class Migration(migrations.Migration):
    dependencies = [("tarockclub", "0035_ibans")]

    operations = [
        migrations.AddField("messageaddress", "club", models.ForeignKey(null=True, **COLUMN)),
        migrations.AlterField(
            "messageaddress", "unwanted", models.CharField(blank=True, default="round", max_length=80)
        ),
        migrations.AlterField(
            "messageaddress",
            "person",
            models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="message_addresses",
                to="tarockclub.person",
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AlterField("messageaddress", "club", models.ForeignKey(**COLUMN)),
        migrations.AlterField("message", "state", models.CharField(choices=STATES, default="waiting", max_length=8)),
    ]
