"""What is said beside a book is chained; marks and held hands are sealed as they are."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import deletion

from scoring.ledger.sealed_rows import TABLE_CHAIN
from tarockclub.act_chain import seal_old_acts


def seal_what_is_there(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Chain what there is."""
    seal_old_acts(TABLE_CHAIN, apps.get_model)


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0010_archived_evenings"),
        ("tarockclub", "0009_club_acts"),
    ]

    operations = [
        migrations.CreateModel(
            name="TableAct",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("state", models.TextField(default="{}")),
                ("previous_hash", models.BinaryField(default=bytes, max_length=32)),
                ("hash", models.BinaryField(default=bytes, max_length=32)),
                ("sequence", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[("mark", "Mark"), ("held", "Held"), ("decided", "Decided"), ("sealed", "Sealed")],
                        max_length=8,
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
                    "table",
                    models.ForeignKey(
                        db_index=False, on_delete=deletion.PROTECT, related_name="acts", to="scoring.gametable"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("table", "sequence"), name="table_act_sequence_once")],
            },
        ),
        migrations.RunPython(seal_what_is_there, migrations.RunPython.noop),
    ]
