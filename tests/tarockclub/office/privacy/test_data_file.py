"""The file with everything about a person: readable, complete, and without the names of others."""

import io
import json
import zipfile

import pytest

from scoring.models import GameTable
from tarockclub.models import Person
from tarockclub.office.privacy.data_file.writer import SECTIONS, build_data_file
from tarockclub.office.privacy.erasing import erase
from tests.scoring.support.tables import dreier, play
from tests.support.accounts import log_in, log_in_by_form, make_account
from tests.tarockclub.office.privacy.everywhere import NAME, OTHERS, SURNAME, create_everywhere
from tournaments.models import Spelling

pytestmark = pytest.mark.django_db


@pytest.fixture
def there():
    """Somebody who is everywhere, has played a hand, and is logged in."""
    found = create_everywhere()
    Spelling.objects.create(club=found.person.club, person=found.person, name="spelt otherwise")
    play(GameTable.objects.get(clock=""), dreier(0))
    log_in_by_form(found.account)
    return found


def unpack(content: bytes) -> dict[str, str]:
    """Return the files of a ZIP by name."""
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        return {name: file.read(name).decode() for name in file.namelist()}


def test_everything_is_in_it_in_both_languages_and_for_programs(there):
    files = unpack(build_data_file(there.person))
    assert sorted(files) == ["Auskunft.html", "data.json", "information.html"]
    data = json.loads(files["data.json"])["data"]
    assert list(data) == [section.key for section in SECTIONS]
    empty = {key for key, rows in data.items() if not rows}
    assert empty == {
        *("own_acts", "written", "marks", "results", "rules", "devices", "tournament_roles", "looks", "details"),
    }
    assert data["account"][0]["Log-in name"] == SURNAME.lower()
    assert "3" in data["payments"][0]["Paid"]
    assert {row["Name"] for row in data["receipts"]} == {NAME}
    assert [row["Game"] for row in data["hands"]] == ["Dreier"]
    assert data["spellings"] == [{"Name": "spelt otherwise"}]
    assert "In the register" in files["information.html"]
    assert "Im Spielerverzeichnis" in files["Auskunft.html"]


def test_others_are_numbers_except_where_somebody_wrote_their_names(there):
    data = json.loads(unpack(build_data_file(there.person))["data.json"])["data"]
    written = {row["Text"] for row in data["texts"]} | {row["Reason"] for row in data["acts"]}
    for key, rows in data.items():
        for row in rows:
            for cell in row.values():
                if cell not in written:
                    assert not any(name in str(cell) for name in OTHERS), (key, row)
    with_whom = data["tables"][0]["With"]
    assert with_whom.count("Player ") == 3


def test_only_a_director_fetches_it_and_is_named_in_the_log_of_the_club(there):
    director = log_in(make_account("director"))
    address = f"/tournaments/people/{there.person.number}/privacy/file/"
    answer = director.get(address)
    assert answer.status_code == 200
    assert SURNAME not in answer["Content-Disposition"]
    assert set(unpack(answer.content)) == {"Auskunft.html", "data.json", "information.html"}
    log = director.get("/club/log/", headers={"accept-language": "de"}).content.decode()
    assert "alles über eine Person (ZIP)" in log
    assert log_in(make_account("secretary")).get(address).status_code == 403


def test_it_is_small_and_still_readable_after_the_name_was_erased(there):
    make_account("director")
    erase(there.person)
    files = unpack(build_data_file(Person.objects.get(pk=there.person.pk)))
    assert NAME not in files["data.json"].replace(f"Jause bei {NAME}", "").replace(f'"Name": "{NAME}"', "")
