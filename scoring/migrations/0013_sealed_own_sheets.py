"""What saves a version of an own sheet is chained, and seals that version; those from before are sealed as they are."""

import json

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from scoring.ledger.sealed_rows import SHEET_CHAIN, VERSIONS
from tarockclub.act_chain import BY_ACT, build_act_facts, compute_row_digest, format_chain_name
from tarockclub.hash_chain import compute_link


def seal_what_is_there(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Chain the versions that there are."""
    acts = apps.get_model("scoring", "OwnSheetAct")._default_manager
    heads: dict[int, bytes] = {}
    for version in apps.get_model("scoring", "OwnSheetVersion")._default_manager.order_by("own_sheet", "number"):
        owner = version.own_sheet_id
        act = acts.model(own_sheet_id=owner, sequence=version.number, kind="saved", by_id=version.by_id, at=version.at)
        act.said = json.dumps({BY_ACT: compute_row_digest(VERSIONS, version)}, separators=(",", ":"))
        act.previous_hash = heads.get(owner, b"")
        name = format_chain_name(SHEET_CHAIN, owner, get_model=apps.get_model)
        act.hash = heads[owner] = compute_link(act.previous_hash, build_act_facts(act, name))
        act.save()
        version.act = act
        version.save(update_fields=["act"])


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0012_own_sheets"),
        ("tarockclub", "0009_club_acts"),
    ]

    operations = [
        migrations.CreateModel(
            name="OwnSheetAct",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("state", models.TextField(default="{}")),
                ("previous_hash", models.BinaryField(default=bytes, max_length=32)),
                ("hash", models.BinaryField(default=bytes, max_length=32)),
                ("sequence", models.PositiveIntegerField()),
                ("said", models.TextField()),
                ("device", models.CharField(blank=True, default="", max_length=64)),
                ("at", models.DateTimeField()),
                ("kind", models.CharField(choices=[("saved", "Saved")], max_length=8)),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tarockclub.person",
                    ),
                ),
                (
                    "own_sheet",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="acts",
                        to="scoring.ownsheet",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("own_sheet", "sequence"), name="own_sheet_act_sequence_once")
                ],
            },
        ),
        migrations.AddField(
            model_name="ownsheetversion",
            name="act",
            field=models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="version",
                to="scoring.ownsheetact",
            ),
        ),
        migrations.RunPython(seal_what_is_there, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="ownsheetversion",
            name="act",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT, related_name="version", to="scoring.ownsheetact"
            ),
        ),
    ]
