"""Tables, their books, and what phones say of them, as they began."""

import uuid

from django.db import migrations, models
from django.db.models import deletion, expressions

from tarockclub.migrations._create_models import CreateModels


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("scoring", "0001_initial"),
        ("scoring", "0002_the_book"),
        ("scoring", "0003_seal_books"),
        ("scoring", "0004_fewer_indexes"),
        ("scoring", "0005_no_index_of_entries"),
        ("scoring", "0006_access_and_marks"),
        ("scoring", "0007_held_hands"),
        ("scoring", "0008_tournament_tables"),
        ("scoring", "0009_counts"),
    ]

    dependencies = [
        ("tarockclub", "0001_squashed_0006_api_tokens"),
    ]

    operations = [
        CreateModels(
            migrations.CreateModel(
                name="SheetVersion",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("sheet", models.CharField(max_length=40)),
                    ("text", models.TextField()),
                    ("digest", models.CharField(max_length=64)),
                    (
                        "club",
                        models.ForeignKey(blank=True, null=True, on_delete=deletion.PROTECT, to="tarockclub.club"),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("club", "digest"), name="sheet_version_once"),
                        models.UniqueConstraint(
                            condition=models.Q(("club", None)), fields=("digest",), name="built_in_sheet_version_once"
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="GameTable",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("slug", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                    ("players", models.PositiveSmallIntegerField(default=4)),
                    ("first_forehand", models.PositiveSmallIntegerField(default=0)),
                    ("started", models.DateTimeField(auto_now_add=True)),
                    ("ended", models.DateTimeField(blank=True, null=True)),
                    ("start_key", models.CharField(max_length=64, unique=True)),
                    ("start_digest", models.CharField(max_length=64)),
                    ("last_key", models.CharField(blank=True, default="", max_length=64)),
                    ("last_sequence", models.PositiveIntegerField(default=0)),
                    ("head", models.BinaryField(blank=True, default=bytes, max_length=32)),
                    ("agreed", models.TextField(blank=True, default="{}")),
                    ("state", models.TextField(blank=True, default="")),
                    ("held", models.PositiveIntegerField(db_default=0, default=0)),
                    ("clock", models.TextField(blank=True, db_default="", default="")),
                    ("news", models.PositiveIntegerField(db_default=0, default=0)),
                    ("club", models.ForeignKey(on_delete=deletion.PROTECT, to="tarockclub.club")),
                    (
                        "sheet_version",
                        models.ForeignKey(on_delete=deletion.PROTECT, to="scoring.sheetversion"),
                    ),
                ],
            ),
            migrations.CreateModel(
                name="AccessToken",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("digest", models.CharField(max_length=64, unique=True)),
                    ("made", models.DateTimeField()),
                    ("expires", models.DateTimeField()),
                    ("ended", models.DateTimeField(blank=True, null=True)),
                    (
                        "table",
                        models.ForeignKey(on_delete=deletion.PROTECT, related_name="tokens", to="scoring.gametable"),
                    ),
                ],
            ),
            migrations.CreateModel(
                name="ClaimCount",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("premium", models.CharField(max_length=40)),
                    ("announced", models.BooleanField()),
                    ("made", models.PositiveIntegerField()),
                    ("lost", models.PositiveIntegerField()),
                    (
                        "person",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=deletion.PROTECT,
                            related_name="claim_counts",
                            to="tarockclub.person",
                        ),
                    ),
                    (
                        "table",
                        models.ForeignKey(
                            on_delete=deletion.PROTECT, related_name="claim_counts", to="scoring.gametable"
                        ),
                    ),
                ],
            ),
            migrations.CreateModel(
                name="Entry",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("sequence", models.PositiveIntegerField()),
                    ("deal_number", models.PositiveBigIntegerField()),
                    (
                        "kind",
                        models.CharField(
                            choices=[
                                ("hand", "Hand"),
                                ("void", "Void"),
                                ("redeal", "Redeal"),
                                ("correction", "Correction"),
                                ("strike", "Strike"),
                                ("follow_up", "Follow Up"),
                                ("radl", "Radl"),
                                ("last_round", "Last Round"),
                                ("forehand", "Forehand"),
                                ("seating", "Seating"),
                                ("cash", "Cash"),
                                ("transfer", "Transfer"),
                                ("end_totals", "End Totals"),
                                ("swap", "Swap"),
                                ("agreed", "Agreed"),
                                ("ended", "Ended"),
                                ("reopened", "Reopened"),
                            ],
                            max_length=12,
                        ),
                    ),
                    ("key", models.CharField(max_length=64)),
                    ("body_digest", models.CharField(max_length=64)),
                    ("answer", models.TextField()),
                    ("dealer", models.PositiveSmallIntegerField()),
                    ("active0", models.PositiveSmallIntegerField()),
                    ("active1", models.PositiveSmallIntegerField()),
                    ("active2", models.PositiveSmallIntegerField()),
                    ("active3", models.PositiveSmallIntegerField()),
                    ("record", models.TextField(blank=True)),
                    ("radl_set", models.PositiveSmallIntegerField(blank=True, null=True)),
                    ("radl", models.PositiveSmallIntegerField(default=1)),
                    ("money0", models.BigIntegerField(default=0)),
                    ("money1", models.BigIntegerField(default=0)),
                    ("money2", models.BigIntegerField(default=0)),
                    ("money3", models.BigIntegerField(default=0)),
                    ("money4", models.BigIntegerField(default=0)),
                    ("money5", models.BigIntegerField(default=0)),
                    ("written0", models.BigIntegerField(default=0)),
                    ("written1", models.BigIntegerField(default=0)),
                    ("written2", models.BigIntegerField(default=0)),
                    ("written3", models.BigIntegerField(default=0)),
                    ("written4", models.BigIntegerField(default=0)),
                    ("written5", models.BigIntegerField(default=0)),
                    ("device", models.CharField(blank=True, default="", max_length=64)),
                    ("at", models.DateTimeField()),
                    ("previous_hash", models.BinaryField(blank=True, default=bytes, max_length=32)),
                    ("hash", models.BinaryField(blank=True, default=bytes, max_length=32)),
                    ("forehand", models.PositiveSmallIntegerField(default=0)),
                    ("phase", models.CharField(blank=True, db_default="", default="", max_length=6)),
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
                        "note",
                        models.ForeignKey(
                            blank=True,
                            db_index=False,
                            null=True,
                            on_delete=deletion.PROTECT,
                            to="tarockclub.note",
                        ),
                    ),
                    (
                        "replaces",
                        models.ForeignKey(
                            blank=True,
                            db_index=False,
                            null=True,
                            on_delete=deletion.PROTECT,
                            to="scoring.entry",
                        ),
                    ),
                    (
                        "table",
                        models.ForeignKey(
                            db_index=False,
                            on_delete=deletion.PROTECT,
                            related_name="entries",
                            to="scoring.gametable",
                        ),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("table", "sequence"), name="entry_sequence_once"),
                        models.UniqueConstraint(fields=("table", "key"), name="entry_key_once"),
                        models.CheckConstraint(
                            condition=models.Q(
                                (
                                    "money0",
                                    expressions.CombinedExpression(
                                        models.Value(0),
                                        "-",
                                        expressions.CombinedExpression(
                                            expressions.CombinedExpression(
                                                expressions.CombinedExpression(
                                                    expressions.CombinedExpression(
                                                        models.F("money1"), "+", models.F("money2")
                                                    ),
                                                    "+",
                                                    models.F("money3"),
                                                ),
                                                "+",
                                                models.F("money4"),
                                            ),
                                            "+",
                                            models.F("money5"),
                                        ),
                                    ),
                                )
                            ),
                            name="entry_money_sums_to_zero",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                (
                                    "written0",
                                    expressions.CombinedExpression(
                                        models.Value(0),
                                        "-",
                                        expressions.CombinedExpression(
                                            expressions.CombinedExpression(
                                                expressions.CombinedExpression(
                                                    expressions.CombinedExpression(
                                                        models.F("written1"), "+", models.F("written2")
                                                    ),
                                                    "+",
                                                    models.F("written3"),
                                                ),
                                                "+",
                                                models.F("written4"),
                                            ),
                                            "+",
                                            models.F("written5"),
                                        ),
                                    ),
                                )
                            ),
                            name="entry_written_sums_to_zero",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Deal",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("number", models.PositiveBigIntegerField()),
                    ("key", models.CharField(default="", max_length=64)),
                    (
                        "entry",
                        models.ForeignKey(db_index=False, on_delete=deletion.PROTECT, to="scoring.entry"),
                    ),
                    (
                        "table",
                        models.ForeignKey(
                            db_index=False,
                            on_delete=deletion.PROTECT,
                            related_name="deals",
                            to="scoring.gametable",
                        ),
                    ),
                ],
                options={
                    "constraints": [models.UniqueConstraint(fields=("table", "number"), name="deal_number_once")],
                },
            ),
            migrations.CreateModel(
                name="HeldHand",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("key", models.CharField(max_length=64)),
                    ("body_digest", models.CharField(max_length=64)),
                    ("previous", models.CharField(blank=True, default="", max_length=64)),
                    ("seats", models.CharField(max_length=100)),
                    ("fields", models.TextField()),
                    (
                        "why",
                        models.CharField(
                            choices=[("stale", "Stale"), ("ended", "Ended"), ("time", "Time")], max_length=5
                        ),
                    ),
                    ("device", models.CharField(blank=True, default="", max_length=64)),
                    ("at", models.DateTimeField()),
                    ("entered", models.DateTimeField()),
                    (
                        "decided_as",
                        models.CharField(
                            blank=True, choices=[("same", "Same"), ("dropped", "Dropped")], default="", max_length=7
                        ),
                    ),
                    ("deal", models.PositiveBigIntegerField(default=0)),
                    ("note", models.CharField(blank=True, default="", max_length=300)),
                    ("decided_device", models.CharField(blank=True, default="", max_length=64)),
                    ("decided_at", models.DateTimeField(blank=True, null=True)),
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
                        "decided_by",
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
                            related_name="held_hands",
                            to="scoring.gametable",
                        ),
                    ),
                ],
                options={
                    "constraints": [models.UniqueConstraint(fields=("table", "key"), name="held_hand_key_once")],
                },
            ),
            migrations.CreateModel(
                name="Mark",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    (
                        "kind",
                        models.CharField(
                            choices=[("fits", "Fits"), ("disputed", "Disputed"), ("settled", "Settled")], max_length=8
                        ),
                    ),
                    ("place", models.PositiveSmallIntegerField()),
                    ("key", models.CharField(max_length=64)),
                    ("device", models.CharField(blank=True, default="", max_length=64)),
                    ("at", models.DateTimeField()),
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
                        "entry",
                        models.ForeignKey(
                            db_index=False,
                            on_delete=deletion.PROTECT,
                            related_name="marks",
                            to="scoring.entry",
                        ),
                    ),
                    (
                        "table",
                        models.ForeignKey(on_delete=deletion.PROTECT, related_name="marks", to="scoring.gametable"),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("table", "key"), name="mark_key_once"),
                        models.CheckConstraint(condition=models.Q(("place__lt", 6)), name="mark_place_known"),
                    ],
                },
            ),
            migrations.CreateModel(
                name="PlayCount",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("contract", models.CharField(max_length=40)),
                    ("role", models.CharField(max_length=8)),
                    ("hands", models.PositiveIntegerField()),
                    ("won", models.PositiveIntegerField()),
                    ("lost", models.PositiveIntegerField()),
                    ("radl", models.PositiveIntegerField()),
                    ("kontra", models.PositiveIntegerField()),
                    ("kontra_won", models.PositiveIntegerField()),
                    ("pointed", models.PositiveIntegerField()),
                    ("points", models.BigIntegerField()),
                    ("written", models.BigIntegerField()),
                    ("money", models.BigIntegerField()),
                    ("best", models.BigIntegerField()),
                    ("best_line", models.PositiveBigIntegerField()),
                    ("worst", models.BigIntegerField()),
                    ("worst_line", models.PositiveBigIntegerField()),
                    (
                        "partner",
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
                        "person",
                        models.ForeignKey(
                            on_delete=deletion.PROTECT, related_name="play_counts", to="tarockclub.person"
                        ),
                    ),
                    (
                        "table",
                        models.ForeignKey(
                            on_delete=deletion.PROTECT, related_name="play_counts", to="scoring.gametable"
                        ),
                    ),
                ],
            ),
            migrations.CreateModel(
                name="Sitting",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("place", models.PositiveSmallIntegerField()),
                    ("from_deal", models.PositiveBigIntegerField(default=0)),
                    ("to_deal", models.PositiveBigIntegerField(blank=True, null=True)),
                    (
                        "table",
                        models.ForeignKey(on_delete=deletion.PROTECT, related_name="sittings", to="scoring.gametable"),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("table", "place", "from_deal"), name="sitting_once"),
                        models.CheckConstraint(condition=models.Q(("place__lt", 6)), name="sitting_place_known"),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Seated",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("from_deal", models.PositiveBigIntegerField(default=0)),
                    ("version", models.PositiveIntegerField(default=0)),
                    ("person", models.ForeignKey(on_delete=deletion.PROTECT, to="tarockclub.person")),
                    (
                        "sitting",
                        models.ForeignKey(on_delete=deletion.PROTECT, related_name="seated", to="scoring.sitting"),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("sitting", "from_deal", "version"), name="seated_once")
                    ],
                },
            ),
            migrations.CreateModel(
                name="TableCount",
                fields=[
                    (
                        "table",
                        models.OneToOneField(
                            on_delete=deletion.PROTECT,
                            primary_key=True,
                            related_name="count",
                            serialize=False,
                            to="scoring.gametable",
                        ),
                    ),
                    ("head", models.BinaryField(max_length=32)),
                    ("version", models.PositiveSmallIntegerField()),
                    ("hands", models.PositiveIntegerField(default=0)),
                    ("radl", models.PositiveIntegerField(default=0)),
                ],
            ),
            migrations.CreateModel(
                name="Total",
                fields=[
                    (
                        "sitting",
                        models.OneToOneField(
                            on_delete=deletion.PROTECT,
                            primary_key=True,
                            serialize=False,
                            to="scoring.sitting",
                        ),
                    ),
                    ("money", models.BigIntegerField(default=0)),
                    ("written", models.BigIntegerField(default=0)),
                ],
            ),
        ),
    ]
