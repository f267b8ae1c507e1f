"""Somebody whose name stands wherever a name can stand."""

import uuid
from typing import NamedTuple

from django.apps import apps

from scoring.models import Entry
from tarockclub.models import Account, Job, JobPart, Note, Person
from tarockclub.platform.accounts.api_tokens import create_token
from tarockclub.platform.accounts.secret_links import draw_secret
from tarockclub.platform.accounts.services import create_account
from tarockclub.platform.jobs.services import JobRequest, add_job
from tests.scoring.support.tables import dreier, new_table, play, strike
from tests.support.signed_in import PASSWORD
from tests.tournaments.support import acts, factories
from tests.tournaments.support.factories import new_key
from tournaments.core.cash_journal.services import EXPENSE
from tournaments.models import Application, Prize, Round, RoundTable, Tournament
from tournaments.people.registration import actions as registration
from tournaments.people.teams.services import TeamDetails

NAME, SURNAME = "Anna Waldviertler", "Waldviertler"
OTHERS = ("Bert Unger", "Cilli Vogl", "Dora Winter")


class Everywhere(NamedTuple):
    """The person, and where they were."""

    person: Person
    account: Account
    tournament: Tournament
    table: RoundTable


def create_everywhere(role: str = "secretary") -> Everywhere:
    """Make somebody with an account whose name is in every kind of text."""
    evening = new_table(names=(NAME, *OTHERS))
    play(evening, dreier(0))
    strike(evening, "Anna Waldviertler hat sich verzählt")
    person = Person.objects.get(name=NAME)
    account = create_account(person.club, NAME, SURNAME, PASSWORD, role)
    of = factories.tournament(name="Gedenkturnier", fee=300, team_size=2)
    acts.open_link(of.pk, draw_secret())
    applied = registration.submit_application(of, new_key(), NAME)
    acts.decide_waiting(applied, new_key(), Application.As.TAKEN, person)
    declined = registration.submit_application(of, new_key(), "Waldviertler Anna")
    acts.decide_waiting(declined, new_key(), Application.As.DECLINED)
    factories.enter_people(of, *OTHERS)
    first = factories.round_(of)
    drawn = acts.draft(first, new_key())
    acts.publish_draw(first, new_key(), drawn.number)
    table = RoundTable.objects.select_related("game_table", "round__tournament").get(round=first)
    acts.start_clock(Round.objects.get(pk=first.pk), new_key())
    acts.pay(first, new_key(), [of.entrants.get(person=person).pk])
    acts.record_ruling(table, new_key(), "Frau Waldviertler gibt noch einmal.", "Anna Waldviertler, Bert Unger")
    mine = [entrant.pk for entrant in of.entrants.order_by("number")[:2]]
    acts.create_teams(of.pk, new_key(), [TeamDetails("Waldviertler Anna & Co", tuple(mine))])
    acts.add_prize(of, new_key(), 0, "Speck von Anna Waldviertler", 0)
    about = {"voucher": "2026/7", "party": NAME}
    done = acts.record_movement(of, new_key(), EXPENSE, -1890, "Jause bei Anna Waldviertler", **about)
    acts.write_move_receipt(of, new_key(), done.sequence)
    create_token(account, "Laptop von Anna Waldviertler", "watcher", 30, new_key())
    _add_export(of)
    return Everywhere(person, account, Tournament.objects.get(pk=of.pk), table)


def list_places_with(word: str) -> list[str]:
    """Return where a word still stands in the database, by column; only texts that are not parts of receipts."""
    found = []
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if field.get_internal_type() in ("CharField", "TextField", "JSONField"):
                rows = model._default_manager.filter(**{f"{field.name}__icontains": word})
                found += [f"{model._meta.label}.{field.name}"] * rows.count()
    return sorted(found)


def list_reasons() -> list[str]:
    """Return the reasons of changes in the books."""
    return list(Entry.objects.exclude(note=None).values_list("note__text", flat=True))


def list_prizes() -> list[str]:
    """Return the names of all prizes."""
    return list(Prize.objects.values_list("name", flat=True))


def list_note_texts() -> list[str]:
    """Return the texts of all notes."""
    return list(Note.objects.values_list("text", flat=True))


def _add_export(of: Tournament) -> None:
    asked = JobRequest(Job.Kind.EXPORT, str(uuid.uuid4()), f"{of.pk} xlsx", {"tournament": of.pk, "form": "xlsx"}, 1)
    job, _is_new = add_job(asked, 9)
    JobPart.objects.create(job=job, number=0, content=b"a workbook with names")
    for kind in (Job.Kind.EXPORT, Job.Kind.SITE):
        for club in (of.club_id, 0):  # another one's stay
            about, arguments = f"club {club}", {"club": club}
            add_job(JobRequest(kind, str(uuid.uuid4()), about, arguments, 1), 9)
