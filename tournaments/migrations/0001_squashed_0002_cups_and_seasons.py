"""Tournaments, seasons and teams, as version 0.1 had them."""

import uuid

from django.db import migrations, models
from django.db.models import deletion

from tarockclub.migrations._create_models import CreateModels


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("tournaments", "0001_tournaments"),
        ("tournaments", "0002_cups_and_seasons"),
    ]

    dependencies = [
        ("scoring", "0001_squashed_0009_counts"),
        ("tarockclub", "0001_squashed_0006_api_tokens"),
    ]

    operations = [
        CreateModels(
            migrations.CreateModel(
                name="Tournament",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("slug", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                    ("name", models.CharField(max_length=80)),
                    ("day", models.DateField()),
                    ("settings", models.TextField()),
                    ("seed", models.CharField(max_length=32)),
                    ("made", models.DateTimeField()),
                    ("frozen", models.DateTimeField(blank=True, null=True)),
                    ("ended", models.DateTimeField(blank=True, null=True)),
                    ("version", models.PositiveIntegerField(default=0)),
                    ("lapse", models.BooleanField(default=False)),
                    ("register_digest", models.CharField(blank=True, default="", max_length=64)),
                    ("start_key", models.CharField(max_length=64, unique=True)),
                    ("start_digest", models.CharField(max_length=64)),
                    (
                        "club",
                        models.ForeignKey(on_delete=deletion.PROTECT, related_name="tournaments", to="tarockclub.club"),
                    ),
                    (
                        "sheet_version",
                        models.ForeignKey(on_delete=deletion.PROTECT, to="scoring.sheetversion"),
                    ),
                ],
            ),
            migrations.CreateModel(
                name="Round",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("number", models.PositiveSmallIntegerField()),
                    ("started", models.DateTimeField(blank=True, null=True)),
                    ("closed", models.DateTimeField(blank=True, null=True)),
                    (
                        "tournament",
                        models.ForeignKey(
                            on_delete=deletion.PROTECT, related_name="rounds", to="tournaments.tournament"
                        ),
                    ),
                ],
                options={
                    "constraints": [models.UniqueConstraint(fields=("tournament", "number"), name="round_number_once")],
                },
            ),
            migrations.CreateModel(
                name="Draw",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("number", models.PositiveIntegerField()),
                    (
                        "way",
                        models.CharField(
                            choices=[
                                ("drawn", "Drawn"),
                                ("swapped", "Swapped"),
                                ("typed", "Typed"),
                                ("standing", "Standing"),
                            ],
                            max_length=8,
                        ),
                    ),
                    ("seed", models.CharField(blank=True, default="", max_length=32)),
                    ("made_from", models.TextField()),
                    ("seating", models.TextField()),
                    ("dealers", models.TextField()),
                    ("at", models.DateTimeField()),
                    (
                        "round",
                        models.ForeignKey(on_delete=deletion.PROTECT, related_name="draws", to="tournaments.round"),
                    ),
                ],
                options={
                    "constraints": [models.UniqueConstraint(fields=("round", "number"), name="draw_number_once")],
                },
            ),
            migrations.CreateModel(
                name="RoundTable",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("number", models.PositiveSmallIntegerField()),
                    ("called", models.DateTimeField(blank=True, null=True)),
                    ("done", models.DateTimeField(blank=True, null=True)),
                    ("counts", models.BooleanField(default=True)),
                    (
                        "game_table",
                        models.OneToOneField(
                            on_delete=deletion.PROTECT, related_name="round_table", to="scoring.gametable"
                        ),
                    ),
                    (
                        "round",
                        models.ForeignKey(on_delete=deletion.PROTECT, related_name="tables", to="tournaments.round"),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("round", "number"), name="round_table_number_once")
                    ],
                },
            ),
            migrations.CreateModel(
                name="Act",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("sequence", models.PositiveIntegerField()),
                    ("key", models.CharField(max_length=64)),
                    ("body_digest", models.CharField(max_length=64)),
                    ("kind", models.CharField(max_length=20)),
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
                        "note",
                        models.ForeignKey(
                            blank=True,
                            db_index=False,
                            null=True,
                            on_delete=deletion.PROTECT,
                            related_name="+",
                            to="tarockclub.note",
                        ),
                    ),
                    (
                        "round",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=deletion.PROTECT,
                            related_name="acts",
                            to="tournaments.round",
                        ),
                    ),
                    (
                        "table",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=deletion.PROTECT,
                            related_name="acts",
                            to="tournaments.roundtable",
                        ),
                    ),
                    (
                        "tournament",
                        models.ForeignKey(
                            db_index=False,
                            on_delete=deletion.PROTECT,
                            related_name="acts",
                            to="tournaments.tournament",
                        ),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("tournament", "sequence"), name="act_sequence_once"),
                        models.UniqueConstraint(fields=("tournament", "key"), name="act_key_once"),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Entrant",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("number", models.PositiveIntegerField()),
                    ("entered", models.DateTimeField()),
                    ("withdrawn", models.DateTimeField(blank=True, null=True)),
                    (
                        "person",
                        models.ForeignKey(on_delete=deletion.PROTECT, related_name="entrants", to="tarockclub.person"),
                    ),
                    (
                        "tournament",
                        models.ForeignKey(
                            on_delete=deletion.PROTECT,
                            related_name="entrants",
                            to="tournaments.tournament",
                        ),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("tournament", "number"), name="start_number_once"),
                        models.UniqueConstraint(fields=("tournament", "person"), name="entrant_once"),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Application",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("key", models.CharField(max_length=64)),
                    ("device", models.CharField(blank=True, default="", max_length=64)),
                    ("at", models.DateTimeField()),
                    (
                        "decided_as",
                        models.CharField(
                            blank=True,
                            choices=[("", "Open"), ("taken", "Taken"), ("declined", "Declined")],
                            default="",
                            max_length=8,
                        ),
                    ),
                    (
                        "name",
                        models.ForeignKey(on_delete=deletion.PROTECT, related_name="+", to="tarockclub.note"),
                    ),
                    (
                        "entrant",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=deletion.PROTECT,
                            related_name="applications",
                            to="tournaments.entrant",
                        ),
                    ),
                    (
                        "tournament",
                        models.ForeignKey(
                            on_delete=deletion.PROTECT,
                            related_name="applications",
                            to="tournaments.tournament",
                        ),
                    ),
                ],
                options={
                    "constraints": [models.UniqueConstraint(fields=("tournament", "key"), name="application_key_once")],
                },
            ),
            migrations.CreateModel(
                name="Presence",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    (
                        "state",
                        models.CharField(
                            choices=[("in", "In"), ("waits", "Waits"), ("no_show", "No Show"), ("left", "Left")],
                            default="in",
                            max_length=8,
                        ),
                    ),
                    ("paid", models.PositiveIntegerField(default=0)),
                    (
                        "entrant",
                        models.ForeignKey(
                            on_delete=deletion.PROTECT, related_name="presences", to="tournaments.entrant"
                        ),
                    ),
                    (
                        "round",
                        models.ForeignKey(on_delete=deletion.PROTECT, related_name="presences", to="tournaments.round"),
                    ),
                ],
                options={
                    "constraints": [models.UniqueConstraint(fields=("round", "entrant"), name="presence_once")],
                },
            ),
            migrations.CreateModel(
                name="Prize",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("number", models.PositiveSmallIntegerField()),
                    ("name", models.CharField(max_length=80)),
                    ("cents", models.PositiveIntegerField(default=0)),
                    ("gone", models.DateTimeField(blank=True, null=True)),
                    (
                        "round",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=deletion.PROTECT,
                            related_name="prizes",
                            to="tournaments.round",
                        ),
                    ),
                    (
                        "tournament",
                        models.ForeignKey(
                            on_delete=deletion.PROTECT, related_name="prizes", to="tournaments.tournament"
                        ),
                    ),
                ],
                options={
                    "constraints": [models.UniqueConstraint(fields=("tournament", "number"), name="prize_number_once")],
                },
            ),
            migrations.CreateModel(
                name="Ruling",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("number", models.PositiveIntegerField()),
                    ("line", models.PositiveBigIntegerField(default=0)),
                    ("entry", models.PositiveIntegerField(default=0)),
                    (
                        "act",
                        models.OneToOneField(on_delete=deletion.PROTECT, related_name="ruling", to="tournaments.act"),
                    ),
                    (
                        "corrects",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=deletion.PROTECT,
                            related_name="corrected_by",
                            to="tournaments.ruling",
                        ),
                    ),
                    (
                        "decided_by",
                        models.ForeignKey(on_delete=deletion.PROTECT, related_name="+", to="tarockclub.note"),
                    ),
                    (
                        "table",
                        models.ForeignKey(
                            on_delete=deletion.PROTECT, related_name="rulings", to="tournaments.roundtable"
                        ),
                    ),
                    (
                        "text",
                        models.ForeignKey(on_delete=deletion.PROTECT, related_name="+", to="tarockclub.note"),
                    ),
                    (
                        "tournament",
                        models.ForeignKey(
                            on_delete=deletion.PROTECT, related_name="rulings", to="tournaments.tournament"
                        ),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("tournament", "number"), name="ruling_number_once")
                    ],
                },
            ),
            migrations.CreateModel(
                name="Season",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("slug", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                    ("name", models.CharField(max_length=80)),
                    ("settings", models.TextField()),
                    ("seed", models.CharField(max_length=32)),
                    ("made", models.DateTimeField()),
                    ("ended", models.DateTimeField(blank=True, null=True)),
                    ("version", models.PositiveIntegerField(default=0)),
                    ("start_key", models.CharField(max_length=64, unique=True)),
                    ("start_digest", models.CharField(max_length=64)),
                    (
                        "club",
                        models.ForeignKey(on_delete=deletion.PROTECT, related_name="seasons", to="tarockclub.club"),
                    ),
                ],
            ),
            migrations.CreateModel(
                name="SeasonAct",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("sequence", models.PositiveIntegerField()),
                    ("key", models.CharField(max_length=64)),
                    ("body_digest", models.CharField(max_length=64)),
                    ("kind", models.CharField(max_length=20)),
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
                        "note",
                        models.ForeignKey(
                            blank=True,
                            db_index=False,
                            null=True,
                            on_delete=deletion.PROTECT,
                            related_name="+",
                            to="tarockclub.note",
                        ),
                    ),
                    (
                        "season",
                        models.ForeignKey(
                            db_index=False,
                            on_delete=deletion.PROTECT,
                            related_name="acts",
                            to="tournaments.season",
                        ),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("season", "sequence"), name="season_act_sequence_once"),
                        models.UniqueConstraint(fields=("season", "key"), name="season_act_key_once"),
                    ],
                },
            ),
            migrations.CreateModel(
                name="SeasonEvent",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("number", models.PositiveSmallIntegerField()),
                    (
                        "kind",
                        models.CharField(
                            choices=[("day", "Day"), ("final", "Final"), ("carried", "Carried")],
                            default="day",
                            max_length=8,
                        ),
                    ),
                    ("name", models.CharField(max_length=80)),
                    ("day", models.DateField(blank=True, null=True)),
                    ("players", models.PositiveIntegerField(default=0)),
                    ("edition", models.PositiveIntegerField(default=0)),
                    ("gone", models.DateTimeField(blank=True, null=True)),
                    (
                        "season",
                        models.ForeignKey(on_delete=deletion.PROTECT, related_name="events", to="tournaments.season"),
                    ),
                    (
                        "tournament",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=deletion.PROTECT,
                            related_name="season_events",
                            to="tournaments.tournament",
                        ),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("season", "number"), name="season_event_number_once")
                    ],
                },
            ),
            migrations.CreateModel(
                name="SeasonResult",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("edition", models.PositiveIntegerField()),
                    ("rank", models.PositiveIntegerField(default=0)),
                    ("points", models.BigIntegerField(blank=True, null=True)),
                    ("written", models.BigIntegerField(blank=True, null=True)),
                    (
                        "event",
                        models.ForeignKey(
                            on_delete=deletion.PROTECT,
                            related_name="results",
                            to="tournaments.seasonevent",
                        ),
                    ),
                    (
                        "person",
                        models.ForeignKey(
                            on_delete=deletion.PROTECT,
                            related_name="season_results",
                            to="tarockclub.person",
                        ),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("event", "edition", "person"), name="season_result_once")
                    ],
                },
            ),
            migrations.CreateModel(
                name="Team",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("number", models.PositiveIntegerField()),
                    ("name", models.CharField(max_length=80)),
                    ("gone", models.DateTimeField(blank=True, null=True)),
                    (
                        "tournament",
                        models.ForeignKey(
                            on_delete=deletion.PROTECT, related_name="teams", to="tournaments.tournament"
                        ),
                    ),
                ],
                options={
                    "constraints": [models.UniqueConstraint(fields=("tournament", "number"), name="team_number_once")],
                },
            ),
            migrations.CreateModel(
                name="TeamMember",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    (
                        "entrant",
                        models.OneToOneField(
                            on_delete=deletion.PROTECT, related_name="membership", to="tournaments.entrant"
                        ),
                    ),
                    (
                        "team",
                        models.ForeignKey(on_delete=deletion.PROTECT, related_name="members", to="tournaments.team"),
                    ),
                ],
            ),
        ),
        migrations.AddField(
            model_name="round",
            name="draw",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=deletion.PROTECT,
                related_name="+",
                to="tournaments.draw",
            ),
        ),
    ]
