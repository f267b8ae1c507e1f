"""Names get salts, with which they are sealed; sessions and second factors become rows of others; laptops send rows.

The acts that seal names come with scoring/migrations/0015_seals_to_the_end.py. Everybody logs in once more. Codes of
recovery stay hashes, and valid. Pages that laptops have sent go, and their laptops send rows instead.
"""

import secrets
from typing import Any

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import deletion

import tarockclub.kit.hash_chain

AT_ONCE = 500


def draw_salts(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give each person a salt of its own."""
    rows = apps.get_model("tarockclub", "Person").objects
    people = list(rows.only("pk").order_by("pk"))
    for person in people:
        person.salt = secrets.token_bytes(16)
    rows.bulk_update(people, ["salt"], batch_size=AT_ONCE)


def copy_factors(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Copy each secret with its last used step, and the hashes of the recovery codes that are left."""
    authenticator = apps.get_model("mfa", "Authenticator")
    copies = []
    for factor in apps.get_model("tarockclub", "SecondFactor").objects.order_by("pk"):
        digests = list(factor.recovery_codes.order_by("pk").values_list("digest", flat=True))
        app = {"secret": factor.secret, "last_step": factor.last_step}
        # Codes that allauth did not draw are a list; these were shown when they were made.
        codes = {"migrated_codes": digests, "former_factor": factor.pk, "viewed_at": factor.made.timestamp()}
        for kind, data in (("totp", app), ("recovery_codes", codes)):
            copies.append(authenticator(user_id=factor.account_id, type=kind, data=data, created_at=factor.made))
    authenticator.objects.bulk_create(copies)


def delete_pages(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Delete all pages; their addresses stay."""
    apps.get_model("tarockclub", "ReceivedPage").objects.all().delete()
    apps.get_model("tarockclub", "ReceivedPiece").objects.all().delete()
    apps.get_model("tarockclub", "ReceivedSite").objects.update(stand=None, sign="", is_live=False)
    apps.get_model("tarockclub", "SentSite").objects.update(sign="")


class Migration(migrations.Migration):
    dependencies = [
        ("tarockclub", "0007_squashed_0023_importing"),
        ("mfa", "0003_authenticator_type_uniq"),
    ]

    operations = [
        migrations.AddField("club", "shows_rulings", models.BooleanField(db_default=False, default=False)),
        migrations.AddField("publishingkey", "protocol", models.PositiveSmallIntegerField(default=0)),
        migrations.DeleteModel("Session"),
        migrations.AddField(
            "person", "salt", models.BinaryField(default=tarockclub.kit.hash_chain.draw_salt, max_length=16)
        ),
        migrations.AlterField(
            "clubact",
            "kind",
            models.CharField(
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
        migrations.RunPython(copy_factors, migrations.RunPython.noop),
        migrations.DeleteModel("RecoveryCode"),
        migrations.DeleteModel("SecondFactor"),
        migrations.RunPython(delete_pages, migrations.RunPython.noop),
        migrations.DeleteModel("ReceivedPage"),
        migrations.RemoveField("sentsite", "there"),
        migrations.RemoveField("sentsite", "waiting"),
        migrations.AddField("receivedsite", "pieces", models.TextField(default="[]")),
        migrations.AddField("receivedpiece", "rows", models.PositiveIntegerField(default=0), preserve_default=False),
        migrations.AlterField(
            "receivedpiece",
            "site",
            models.ForeignKey(on_delete=deletion.CASCADE, related_name="received_pieces", to="tarockclub.receivedsite"),
        ),
    ]
