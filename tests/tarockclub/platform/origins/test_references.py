"""Every id of a row in a text of a club is named in references.toml: else it means a stranger somewhere else."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.models import AutoField, TextField

from tarockclub.models import Club, LogEntry, Person
from tarockclub.office.club_file.contents import list_fields, list_models, select_rows
from tarockclub.platform.accounts.club_log import Kind as Event
from tarockclub.platform.accounts.club_log import record_event
from tarockclub.platform.clubs.ownership import list_owned_models
from tarockclub.platform.origins.ids import translate_text
from tests.support.accounts import make_account
from tests.tarockclub.office.club_file.worlds import BUILDERS, installation, prove, read, settle_strangers, write
from tests.tournaments.results.standings.played_tables import over, publish_results
from tests.tournaments.seasons.federation.federations import give, open_season
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.core.acts import Kind
from tournaments.core.editions import FINAL
from tournaments.models import Act, RoundTable, Season, Tournament
from tournaments.people.register.services import set_federation_number
from tournaments.people.roles.selectors import give_role
from tournaments.results.special_prizes.prizes import load_raffles
from tournaments.results.standings.editions import parse_round_facts
from tournaments.seasons.federation.offers import offer
from tournaments.seasons.federation.services import agree_to_membership, ask

pytestmark = pytest.mark.django_db
STEP = 10_000_000  # between the ids of two models: no other number is one of them by accident
NO_IDS = {"tarockclub.cluborigin"}  # of other installations


def end_tournament() -> Tournament:
    """Play a tournament to its end, with a raffle and a helper."""
    of = factories.tournament(name="Schluss")
    round_ = factories.round_(of, factories.people(of, 4))
    (goer,) = factories.people(of, 1)
    acts.check_in(round_, new_key(), goer.pk, paid=False)
    acts.take_back_arrival(round_, new_key(), goer.pk, money=True)
    acts.withdraw(of.pk, new_key(), goer.pk)
    acts.check_in(round_, new_key(), goer.pk, paid=False)
    acts.take_back_arrival(round_, new_key(), goer.pk, money=True)
    acts.publish_draw(round_, new_key(), acts.draft(round_, new_key()).number)
    table = RoundTable.objects.select_related("round__tournament", "game_table").get(round=round_)
    over(table.round, (table, (10, -10, 5, -5)))
    publish_results(of, 1, FINAL)
    acts.draw_raffle(of, new_key(), 2, others=False)
    give_role(of, make_account("", login="hilft"), "referee")
    return Tournament.objects.select_related("club").get(pk=of.pk)


def join_federation(of: Tournament) -> Season:
    """Offer a result to a federation, which accepts it."""
    federation = Club.objects.create(name="Verband", slug="verband", is_federation=True)
    agree_to_membership(ask(federation, of.club).pk, of.club)
    for number, person in enumerate(of.club.persons.filter(entrants__tournament=of)):
        set_federation_number(person, f"V{number}")
    season = open_season(federation)
    offer(of, season)
    give(of, season)
    return season


def look_at(of: Tournament, season: Season) -> None:
    """Note in the club's log what is looked at and fetched."""
    for what in ("payments", "receipts"):
        record_event(of.club_id, Event.LOOKED, what=what, of=of.pk)
    record_event(of.club_id, Event.EXPORTED, what="tournament", form="xlsx", of=of.pk)
    for what in ("season_receipts", "season"):
        record_event(season.club_id, Event.LOOKED if what != "season" else Event.EXPORTED, what=what, of=season.pk)


@pytest.fixture
def _ids_apart() -> Iterator[None]:
    """Let the ids of each model begin at a number of their own."""
    tables = [model._meta.db_table for model in list_owned_models() if isinstance(model._meta.pk, AutoField)]
    before = set_sequences({table: at * STEP for at, table in enumerate(tables, 1)})
    yield
    set_sequences(before)


def set_sequences(lasts: dict[str, int]) -> dict[str, int]:
    """Set the last id of tables; return those before (a sequence of PostgreSQL is not rolled back)."""
    before = {}
    with connection.cursor() as cursor:
        for table, last in lasts.items():
            if connection.vendor == "postgresql":
                cursor.execute("SELECT pg_get_serial_sequence(%s, 'id')", [f'"{table}"'])
                name = cursor.fetchone()[0]
                cursor.execute(f"SELECT last_value FROM {name}")
                before[table] = cursor.fetchone()[0]
                cursor.execute("SELECT setval(%s, %s)", [name, max(1, last)])
            else:
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, last])
    return before


def list_numbers(text: str) -> set[int]:
    """Return all numbers in a text: of JSON, with commas, or behind a column ("app.model.column:id")."""
    if text[:1] in ("[", "{"):
        return set(_iter_numbers(json.loads(text)))
    return {int(part) for part in text.split(",") if part.isdecimal()}


def _iter_numbers(value: Any) -> Iterator[int]:
    if isinstance(value, dict):
        yield from _iter_numbers([*value, *value.values()])
    elif isinstance(value, list):
        for item in value:
            yield from _iter_numbers(item)
    elif isinstance(value, str):
        last = value.rpartition(":")[2]
        yield from list_numbers(value) if value[:1] in ("[", "{") and value[-1:] in ("]", "}") else []
        if last.isdecimal():
            yield int(last)
    elif isinstance(value, int):
        yield value


def find_unnamed() -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    """Return the texts (column and kind) with ids: those in which one is not named, and all others."""
    owners = {
        row: model._meta.label_lower
        for model in list_owned_models()
        if isinstance(model._meta.pk, AutoField)
        for row in model._default_manager.filter(pk__gt=STEP).values_list("pk", flat=True)
    }
    unnamed: set[tuple[str, str]] = set()
    named: set[tuple[str, str]] = set()
    for club in Club.objects.all():
        for model in list_models():
            texts = [field for field in list_fields(model) if isinstance(field, TextField)]
            for row in select_rows(model, club.pk).iterator() if model._meta.label_lower not in NO_IDS else ():
                for field in texts:
                    text, column = getattr(row, field.name), f"{model._meta.label_lower}.{field.name}"
                    kind = getattr(row, "kind", "*")
                    try:
                        ids = {(owners[number], number) for number in list_numbers(text) & owners.keys()}
                    except ValueError:  # no JSON
                        continue
                    if ids:
                        (named if ids <= find_translated(text, column, kind) else unnamed).add((column, kind))
    return unnamed, named


def find_translated(text: str, column: str, kind: str) -> set[tuple[str, int]]:
    """Return the ids (model, id) that references.toml finds in a text."""
    found = set()

    def note(model: str, key: int) -> int:
        found.add((model, key))
        return key

    translate_text(text, column, kind, note)
    return found


@pytest.mark.heavy
@pytest.mark.usefixtures("_ids_apart")
def test_every_id_in_a_text_is_named():
    for build in BUILDERS.values():
        build()
    of = end_tournament()
    look_at(of, join_federation(of))
    unnamed, named = find_unnamed()
    assert unnamed == set()
    said, log = "tournaments.act.said", "tarockclub.logentry.said"
    expected = {(said, kind) for kind in ("result", "lot", "prize", "applied", "paid", "entered")}
    expected |= {
        (log, kind) for kind in ("tournament_role", "result_offered", "offer_decided", "looked", "exported", "merged")
    }
    assert expected <= named


def name_people(of: Tournament) -> dict[str, list[str]]:
    """Return the names of those whom the acts of a tournament mean, and the tournaments in its club's log."""
    result = Act.objects.filter(tournament=of, kind=Kind.RESULT).latest("sequence")
    names = dict(Person.objects.filter(club=of.club_id).values_list("pk", "name"))
    facts = [fact.person for fact in parse_round_facts(json.loads(result.said)) or ()]
    log = LogEntry.objects.filter(log__club=of.club_id, kind__in=(Event.TOURNAMENT_ROLE, Event.RESULT_OFFERED))
    said = [json.loads(entry.said) for entry in log]
    return {
        "won": [names[key] for key in load_raffles(of)[0].winners],
        "played": [names[key] for key in facts],
        "log": [Tournament.objects.get(pk=some.get("of", some.get("tournament")), club=of.club).name for some in said],
    }


def test_raffles_results_and_roles_mean_the_same_people_elsewhere(tmp_path):
    with installation():
        of = end_tournament()
        record_event(of.club_id, Event.RESULT_OFFERED, of=of.pk, other=of.club_id)
        before = name_people(of)
        file = write(tmp_path / "club.zip")
    settle_strangers(9)
    factories.tournament()
    assert all(before.values())
    assert name_people(read(file).tournaments.select_related("club").get()) == before
    prove()
