"""From version 0.1 to 1.0: chained acts, fees that are owed, roles, federations, halls, invitations, rehearsals."""

import json
from collections import defaultdict

from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Q, deletion

from tarockclub.migrations._create_models import CreateModels
from tarockclub.platform.act_chain import seal_old_acts
from tournaments.core.sealed_rows import SEASON, TOURNAMENT

# The rows that refer to a note by a key, and the rows through which these lead to the club.
REFERENCES = (
    ("scoring_entry", "note_id", "scoring_gametable", "table_id"),
    ("tournaments_act", "note_id", "tournaments_tournament", "tournament_id"),
    ("tournaments_seasonact", "note_id", "tournaments_season", "season_id"),
    ("tournaments_ruling", "text_id", "tournaments_tournament", "tournament_id"),
    ("tournaments_ruling", "decided_by_id", "tournaments_tournament", "tournament_id"),
    ("tournaments_application", "name_id", "tournaments_tournament", "tournament_id"),
)
IN_CASH_ACTS = ("voucher", "party")  # ids of notes in what acts of a cash box say
STEP = 500


def waive_old_debts(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Waive what nobody owed by the rules of an ended tournament's time: fees of no-shows and of who had withdrawn."""
    absent = Q(state="no_show") | Q(entrant__withdrawn__isnull=False)
    presences = apps.get_model("tournaments", "Presence").objects
    presences.filter(absent, paid=0, round__tournament__ended__isnull=False).update(debt="waived")


def seal_what_is_there(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Chain what there is."""
    seal_old_acts(TOURNAMENT, apps.get_model)
    seal_old_acts(SEASON._replace(parts=SEASON.parts[:3]), apps.get_model)


def give_notes_their_clubs(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Write the club into each note to which something refers; of an only club are the others, too."""
    with schema_editor.connection.cursor() as cursor:
        for table, column, owners, key in REFERENCES:
            cursor.execute(
                "UPDATE tarockclub_note SET club_id = owner.club_id"  # noqa: S608 -- names of our own
                f" FROM {table} AS row JOIN {owners} AS owner ON owner.id = row.{key}"
                f" WHERE row.{column} = tarockclub_note.id"
            )
    notes = apps.get_model("tarockclub", "Note").objects.filter(club=None)
    for club, some in _list_cash_notes(apps).items():
        for first in range(0, len(some), STEP):
            notes.filter(pk__in=some[first : first + STEP]).update(club=club)
    clubs = apps.get_model("tarockclub", "Club").objects.values_list("pk", flat=True)[:2]
    if len(clubs) == 1:
        notes.update(club=clubs[0])


def _list_cash_notes(apps: Apps) -> dict[int, list[int]]:
    found: dict[int, list[int]] = defaultdict(list)
    for name, owner in (("Act", "tournament"), ("SeasonAct", "season")):
        acts = apps.get_model("tournaments", name).objects.filter(kind="cash")
        for club, said in acts.values_list(f"{owner}__club", "said").iterator():
            told = json.loads(said)
            found[club] += [told[note] for note in IN_CASH_ACTS if told.get(note)]
    return found


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
        migrations.RunPython(waive_old_debts, migrations.RunPython.noop),
        migrations.RunPython(seal_what_is_there, migrations.RunPython.noop),
        migrations.RunPython(give_notes_their_clubs, migrations.RunPython.noop),
    ]
