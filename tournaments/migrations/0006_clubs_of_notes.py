"""Every note of before gets the club of what refers to it."""

import json
from collections import defaultdict

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

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
    dependencies = [
        ("tournaments", "0005_chained_acts"),
        ("scoring", "0014_own_sheets_made_once"),
        ("tarockclub", "0015_note_club"),
    ]

    operations = [
        migrations.RunPython(give_notes_their_clubs, migrations.RunPython.noop),
    ]
