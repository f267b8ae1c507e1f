"""Apps and recovery codes become rows of django-allauth; codes of recovery stay hashes, and valid."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def copy_factors(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Copy each secret with its last used step, and the hashes of the recovery codes that are left."""
    authenticator = apps.get_model("mfa", "Authenticator")
    copies = []
    for factor in apps.get_model("tarockclub", "SecondFactor").objects.order_by("pk"):  # type: ignore[misc]
        digests = list(factor.recovery_codes.order_by("pk").values_list("digest", flat=True))
        app = {"secret": factor.secret, "last_step": factor.last_step}
        # Codes that allauth did not draw are a list; these were shown when they were made.
        codes = {"migrated_codes": digests, "former_factor": factor.pk, "viewed_at": factor.made.timestamp()}
        for kind, data in (("totp", app), ("recovery_codes", codes)):
            copies.append(authenticator(user_id=factor.account_id, type=kind, data=data, created_at=factor.made))
    authenticator.objects.bulk_create(copies)


class Migration(migrations.Migration):
    dependencies = [
        ("tarockclub", "0026_names_with_salts"),
        ("mfa", "0003_authenticator_type_uniq"),
    ]
    operations = [
        migrations.RunPython(copy_factors, migrations.RunPython.noop),
        migrations.DeleteModel(name="RecoveryCode"),
        migrations.DeleteModel(name="SecondFactor"),
    ]
