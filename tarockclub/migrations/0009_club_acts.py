"""What is done in a club is chained; who may do what, and who is the same person, is sealed as it is."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import deletion

from tarockclub.act_chain import seal_old_acts
from tarockclub.sealed_rows import CLUB


def seal_what_is_there(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Chain what there is; what the club publishes came later (0012)."""
    seal_old_acts(CLUB._replace(parts=CLUB.parts[:2]), apps.get_model)


class Migration(migrations.Migration):
    dependencies = [
        ("tarockclub", "0008_key_fingerprint"),
    ]

    operations = [
        migrations.CreateModel(
            name="ClubAct",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("state", models.TextField(default="{}")),
                ("previous_hash", models.BinaryField(default=bytes, max_length=32)),
                ("hash", models.BinaryField(default=bytes, max_length=32)),
                ("sequence", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[("account", "Account"), ("merged", "Merged"), ("sealed", "Sealed")], max_length=8
                    ),
                ),
                ("said", models.TextField()),
                ("device", models.CharField(blank=True, default="", max_length=64)),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=deletion.PROTECT,
                        related_name="+",
                        to="tarockclub.person",
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False, on_delete=deletion.PROTECT, related_name="acts", to="tarockclub.club"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("club", "sequence"), name="club_act_sequence_once")],
            },
        ),
        migrations.RunPython(seal_what_is_there, migrations.RunPython.noop),
    ]
