"""Up to version 1.0: what is said beside a book is chained; own house rules."""

from django.db import migrations, models
from django.db.models import deletion

from tarockclub.migrations._create_models import CreateModels


class Migration(migrations.Migration):
    replaces = [
        ("scoring", "0010_archived_evenings"),
        ("scoring", "0011_table_acts"),
        ("scoring", "0012_own_sheets"),
        ("scoring", "0013_sealed_own_sheets"),
        ("scoring", "0014_own_sheets_made_once"),
    ]

    dependencies = [
        ("scoring", "0001_squashed_0009_counts"),
        ("tarockclub", "0007_squashed_0023_importing"),
    ]

    operations = [
        migrations.AddField(
            model_name="gametable",
            name="archived",
            field=models.DateTimeField(blank=True, null=True),
        ),
        CreateModels(
            migrations.CreateModel(
                name="OwnSheet",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("sheet", models.CharField(max_length=40, unique=True)),
                    ("draft", models.TextField(blank=True, default="")),
                    ("draft_state", models.PositiveIntegerField(default=0)),
                    ("public", models.BooleanField(default=False)),
                    ("retired", models.DateTimeField(blank=True, null=True)),
                    ("request_digest", models.CharField(blank=True, max_length=64, null=True, unique=True)),
                    (
                        "club",
                        models.ForeignKey(on_delete=deletion.PROTECT, related_name="own_sheets", to="tarockclub.club"),
                    ),
                ],
            ),
            migrations.CreateModel(
                name="OwnSheetAct",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
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
                            on_delete=deletion.PROTECT,
                            related_name="+",
                            to="tarockclub.person",
                        ),
                    ),
                    (
                        "own_sheet",
                        models.ForeignKey(
                            db_index=False,
                            on_delete=deletion.PROTECT,
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
            migrations.CreateModel(
                name="OwnSheetVersion",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("number", models.PositiveIntegerField()),
                    ("text", models.TextField()),
                    ("table", models.TextField()),
                    ("reason", models.CharField(blank=True, default="", max_length=300)),
                    ("key", models.CharField(max_length=64, unique=True)),
                    ("at", models.DateTimeField()),
                    (
                        "act",
                        models.OneToOneField(
                            on_delete=deletion.PROTECT, related_name="version", to="scoring.ownsheetact"
                        ),
                    ),
                    (
                        "by",
                        models.ForeignKey(
                            blank=True,
                            db_index=False,
                            null=True,
                            on_delete=deletion.PROTECT,
                            to="tarockclub.person",
                        ),
                    ),
                    (
                        "own_sheet",
                        models.ForeignKey(on_delete=deletion.PROTECT, related_name="versions", to="scoring.ownsheet"),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("own_sheet", "number"), name="own_sheet_version_once")
                    ],
                },
            ),
            migrations.CreateModel(
                name="SheetExample",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("record", models.TextField()),
                    ("payouts", models.TextField()),
                    ("note", models.CharField(blank=True, default="", max_length=300)),
                    ("key", models.CharField(max_length=64, unique=True)),
                    ("at", models.DateTimeField()),
                    ("removed", models.DateTimeField(blank=True, null=True)),
                    (
                        "by",
                        models.ForeignKey(
                            blank=True,
                            db_index=False,
                            null=True,
                            on_delete=deletion.PROTECT,
                            to="tarockclub.person",
                        ),
                    ),
                    (
                        "own_sheet",
                        models.ForeignKey(on_delete=deletion.PROTECT, related_name="examples", to="scoring.ownsheet"),
                    ),
                ],
            ),
            migrations.CreateModel(
                name="TableAct",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
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
                            db_index=False,
                            on_delete=deletion.PROTECT,
                            related_name="acts",
                            to="scoring.gametable",
                        ),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("table", "sequence"), name="table_act_sequence_once")
                    ],
                },
            ),
        ),
    ]
