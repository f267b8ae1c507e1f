"""The lists of the folder (tests/data/lists) go through the page: whom the club means comes in, and nobody else."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.tarockclub.kit.lists.folder import build_raw, load_cases
from tests.tournaments.people.entrants.test_pages import numbers
from tests.tournaments.support import factories
from tests.tournaments.support.list_previews import confirm_preview, list_rows
from tournaments.people.name_lists.candidates import ASKED_KINDS

pytestmark = [pytest.mark.django_db, pytest.mark.heavy]
CASES = {
    name: case
    for name, case in load_cases().items()
    if case.get("purpose", "entrants") == "entrants" and not case.keys() & {"known", "choices"}
}


@pytest.mark.parametrize("name", CASES)
def test_those_whom_the_club_means_come_in_and_nobody_else(secretary, name):
    tournament, case = factories.tournament(), CASES[name]
    file = SimpleUploadedFile("liste", build_raw(case))
    preview = secretary.post(reverse("read_file", args=[tournament.slug]), {"file": file})
    assert preview.status_code == 200
    # Nobody comes in before it is said which name is the surname.
    is_open = "order" in case.get("questions", ())
    asked = {row.name for row in list_rows(preview) if row.what in ASKED_KINDS or row.group == "ask" or is_open}
    assert numbers(tournament) == {}
    assert confirm_preview(secretary, preview, numbers="on").status_code == 302
    entered = numbers(tournament)
    listed = {person["name"]: person.get("number") for person in case["people"]}
    assert entered.keys() <= listed.keys()
    assert listed.keys() - entered.keys() <= asked
    for person, number in listed.items():
        assert number is None or person not in entered or entered[person] == number
