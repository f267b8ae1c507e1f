"""Up to version 1.0: chained acts, fees that are owed, roles, federations, halls, invitations, rehearsals."""

from django.conf import settings
from django.db import migrations, models
from django.db.models import deletion

from tarockclub.migrations._create_models import CreateModels


class Migration(migrations.Migration):
    replaces = [
        ("tournaments", "0003_presence_debt"),
        ("tournaments", "0004_going_back"),
        ("tournaments", "0005_chained_acts"),
        ("tournaments", "0006_clubs_of_notes"),
        ("tournaments", "0007_roles"),
        ("tournaments", "0008_federation"),
        ("tournaments", "0009_halls"),
        ("tournaments", "0010_arrivals"),
        ("tournaments", "0011_invitations"),
        ("tournaments", "0012_rehearsals"),
    ]

    dependencies = [
        ("tournaments", "0001_squashed_0002_cups_and_seasons"),
        ("scoring", "0010_squashed_0014_own_sheets_made_once"),
        ("tarockclub", "0007_squashed_0023_importing"),
    ]

    operations = [
        migrations.AlterModelManagers(
            name="tournament",
            managers=[
                ("everything", models.Manager()),
            ],
        ),
        migrations.AddField(
            model_name="act",
            name="hash",
            field=models.BinaryField(default=bytes, max_length=32),
        ),
        migrations.AddField(
            model_name="act",
            name="previous_hash",
            field=models.BinaryField(default=bytes, max_length=32),
        ),
        migrations.AddField(
            model_name="act",
            name="state",
            field=models.TextField(default="{}"),
        ),
        migrations.AddField(
            model_name="act",
            name="undoes",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=deletion.PROTECT,
                related_name="undone_by",
                to="tournaments.act",
            ),
        ),
        migrations.AddField(
            model_name="application",
            name="own_digest",
            field=models.CharField(blank=True, default="", max_length=64),
        ),
        migrations.AddField(
            model_name="application",
            name="partner",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=deletion.PROTECT,
                related_name="+",
                to="tarockclub.note",
            ),
        ),
        migrations.AddField(
            model_name="application",
            name="remark",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=deletion.PROTECT,
                related_name="+",
                to="tarockclub.note",
            ),
        ),
        migrations.AddField(
            model_name="application",
            name="town",
            field=models.CharField(blank=True, default="", max_length=40),
        ),
        migrations.AddField(
            model_name="entrant",
            name="arrived",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="entrant",
            name="asked",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="presence",
            name="debt",
            field=models.CharField(
                blank=True,
                choices=[("", "Open"), ("waived", "Waived"), ("moved", "Moved"), ("seat", "Seat")],
                default="",
                max_length=8,
            ),
        ),
        migrations.AddField(
            model_name="seasonact",
            name="hash",
            field=models.BinaryField(default=bytes, max_length=32),
        ),
        migrations.AddField(
            model_name="seasonact",
            name="previous_hash",
            field=models.BinaryField(default=bytes, max_length=32),
        ),
        migrations.AddField(
            model_name="seasonact",
            name="state",
            field=models.TextField(default="{}"),
        ),
        migrations.AddField(
            model_name="seasonevent",
            name="others",
            field=models.TextField(blank=True, default=""),
        ),
        migrations.AddField(
            model_name="seasonresult",
            name="made",
            field=models.BigIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tournament",
            name="archived",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tournament",
            name="rehearsal_of",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=deletion.PROTECT,
                related_name="rehearsals",
                to="tournaments.tournament",
            ),
        ),
        migrations.AlterField(
            model_name="application",
            name="decided_as",
            field=models.CharField(
                blank=True,
                choices=[("", "Open"), ("taken", "Taken"), ("declined", "Declined"), ("gone", "Gone")],
                default="",
                max_length=8,
            ),
        ),
        CreateModels(
            migrations.CreateModel(
                name="Hall",
                fields=[
                    (
                        "tournament",
                        models.OneToOneField(
                            on_delete=deletion.PROTECT,
                            primary_key=True,
                            related_name="hall",
                            serialize=False,
                            to="tournaments.tournament",
                        ),
                    ),
                    ("version", models.PositiveIntegerField(default=0)),
                    ("walls", models.TextField(default="[]")),
                    ("announcement", models.CharField(blank=True, default="", max_length=160)),
                    ("step", models.PositiveSmallIntegerField(blank=True, null=True)),
                    ("from_last", models.BooleanField(default=False)),
                    ("picture", models.CharField(blank=True, default="", max_length=16)),
                ],
            ),
            migrations.CreateModel(
                name="HallPicture",
                fields=[
                    (
                        "hall",
                        models.OneToOneField(
                            on_delete=deletion.CASCADE,
                            primary_key=True,
                            related_name="+",
                            serialize=False,
                            to="tournaments.hall",
                        ),
                    ),
                    ("png", models.BinaryField()),
                ],
            ),
            migrations.CreateModel(
                name="Invitation",
                fields=[
                    (
                        "tournament",
                        models.OneToOneField(
                            on_delete=deletion.PROTECT,
                            primary_key=True,
                            related_name="invitation",
                            serialize=False,
                            to="tournaments.tournament",
                        ),
                    ),
                    ("starts", models.TimeField(blank=True, null=True)),
                    ("place", models.CharField(blank=True, default="", max_length=120)),
                    ("address", models.CharField(blank=True, default="", max_length=160)),
                    ("closes", models.DateTimeField(blank=True, null=True)),
                    ("most", models.PositiveSmallIntegerField(default=0)),
                    ("contact", models.CharField(blank=True, default="", max_length=160)),
                    ("counts_for", models.CharField(blank=True, default="", max_length=160)),
                    ("remarks", models.CharField(blank=True, default="", max_length=2000)),
                    ("is_public", models.BooleanField(default=False)),
                    (
                        "registration",
                        models.CharField(
                            blank=True,
                            choices=[("", "Closed"), ("ask", "Ask"), ("auto", "Auto")],
                            default="",
                            max_length=4,
                        ),
                    ),
                    ("lists_players", models.BooleanField(default=False)),
                    ("template", models.CharField(blank=True, default="", max_length=80)),
                    ("picture", models.CharField(blank=True, default="", max_length=16)),
                ],
            ),
            migrations.CreateModel(
                name="InvitationPicture",
                fields=[
                    (
                        "invitation",
                        models.OneToOneField(
                            on_delete=deletion.CASCADE,
                            primary_key=True,
                            related_name="+",
                            serialize=False,
                            to="tournaments.invitation",
                        ),
                    ),
                    ("png", models.BinaryField()),
                ],
            ),
            migrations.CreateModel(
                name="SeasonOffer",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("tournament", models.UUIDField()),
                    ("name", models.CharField(max_length=80)),
                    ("day", models.DateField()),
                    ("edition", models.PositiveIntegerField()),
                    ("players", models.PositiveIntegerField()),
                    ("rows", models.TextField(blank=True, default="")),
                    ("counted", models.PositiveIntegerField()),
                    (
                        "state",
                        models.CharField(
                            choices=[
                                ("waiting", "Waiting"),
                                ("accepted", "Accepted"),
                                ("declined", "Declined"),
                                ("withdrawn", "Withdrawn"),
                            ],
                            default="waiting",
                            max_length=9,
                        ),
                    ),
                    ("at", models.DateTimeField()),
                    ("decided", models.DateTimeField(blank=True, null=True)),
                    (
                        "club",
                        models.ForeignKey(on_delete=deletion.PROTECT, related_name="offers", to="tarockclub.club"),
                    ),
                    (
                        "event",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=deletion.PROTECT,
                            related_name="offers",
                            to="tournaments.seasonevent",
                        ),
                    ),
                    (
                        "season",
                        models.ForeignKey(on_delete=deletion.PROTECT, related_name="offers", to="tournaments.season"),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(
                            condition=models.Q(("state", "waiting")),
                            fields=("season", "tournament"),
                            name="season_offer_waits_once",
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="TournamentRole",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    (
                        "role",
                        models.CharField(
                            choices=[
                                ("director", "Director"),
                                ("secretary", "Secretary"),
                                ("referee", "Referee"),
                                ("treasurer", "Treasurer"),
                                ("watcher", "Watcher"),
                            ],
                            max_length=12,
                        ),
                    ),
                    (
                        "account",
                        models.ForeignKey(
                            on_delete=deletion.CASCADE,
                            related_name="tournament_roles",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                    (
                        "tournament",
                        models.ForeignKey(
                            on_delete=deletion.PROTECT, related_name="roles", to="tournaments.tournament"
                        ),
                    ),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("tournament", "account"), name="tournament_role_once")
                    ],
                },
            ),
        ),
    ]
