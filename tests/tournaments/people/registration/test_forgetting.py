"""The words of a registration are gone with the person, and in time where nothing came of it."""

from datetime import timedelta

import pytest
from django.utils.timezone import localdate

from tarockclub.kit.time_source import now
from tarockclub.models import Note
from tarockclub.office.privacy.erasing import erase
from tarockclub.office.privacy.retention import delete_overdue
from tarockclub.platform.accounts.secret_links import draw_secret
from tests.support.shared_rows import share_rows
from tests.tournaments.support import factories
from tests.tournaments.support.registration_acts import decide_waiting, open_link, withdraw_application
from tournaments.models import Application, Entrant, Tournament
from tournaments.people.registration import services
from tournaments.people.registration.services import As, Details

pytestmark = pytest.mark.django_db
TEXTS = Details("Wels", "Berta Partner", "Mit dem Rollstuhl")


@share_rows
def of():
    made = factories.tournament()
    open_link(made.pk, draw_secret())
    return made


def register(of, name):
    return services.submit_application(of, factories.new_key(), name, "", TEXTS)


def list_kept_texts():
    """All texts of registrations that can still be read."""
    return sorted(Note.objects.exclude(text="").values_list("text", flat=True))


def test_with_a_person_everything_goes_that_was_typed(of):
    application = register(of, "Anna Auer")
    decide_waiting(application, factories.new_key(), As.TAKEN)
    assert Entrant.objects.get().person.town == "Wels"
    erase(Entrant.objects.get().person)
    assert list_kept_texts() == []
    application.refresh_from_db()
    assert (application.town, application.own_digest) == ("", "")
    assert services.find_own_application(of, services.find_own_secret(of, application.key)) is None


def test_after_the_time_of_the_club_only_who_takes_part_is_still_named(of):
    taken, declined, gone, waits = (register(of, name) for name in ("Anna A", "Berta B", "Cilli C", "Dora D"))
    decide_waiting(taken, factories.new_key(), As.TAKEN)
    decide_waiting(declined, factories.new_key(), As.DECLINED)
    withdraw_application(gone, factories.new_key())
    assert delete_overdue() == 0
    long_ago = now() - timedelta(days=100)
    Application.objects.update(at=long_ago)
    Tournament.objects.filter(pk=of.pk).update(day=localdate(long_ago))
    assert delete_overdue() == 3
    assert list_kept_texts() == sorted(["Anna A", TEXTS.partner, TEXTS.remark])
    assert delete_overdue() == 0
    waits.refresh_from_db()
    assert waits.own_digest == ""
