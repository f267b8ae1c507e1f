"""Every column of every model of a club is in its file, or there is a reason; an old file can be read for good."""

import json
import zipfile

import pytest
from django.apps import apps

from tarockclub.office.club_file.contents import LEFT_BEHIND, SECRETS, list_fields, list_models
from tarockclub.office.club_file.writer import build_schema
from tarockclub.platform.clubs.ownership import OWNERS
from tarockclub.platform.origins.ids import load_places
from tests.support.paths import DATA
from tests.tarockclub.office.club_file.worlds import BUILDERS, load_rows, prove, read, settle_strangers, write

SCHEMA, OLD_FILE = DATA / "club-file" / "schema.json", DATA / "club-file" / "format-1.zip"


def test_a_new_column_needs_a_decision():
    """Write the schema anew, after thinking about secrets and about ids in texts, if this fails."""
    assert json.loads(SCHEMA.read_text("utf-8")) == json.loads(json.dumps(build_schema()))


def test_every_model_of_a_club_is_in_the_file_or_stays_behind():
    there = {model._meta.label_lower for model in list_models()}
    assert there - {"tarockclub.club"} == OWNERS.keys() - LEFT_BEHIND.keys()


def test_every_place_of_ids_and_every_secret_is_a_column():
    for column in load_places():
        model, _dot, name = column.rpartition(".")
        assert apps.get_model(model)._meta.get_field(name)
    for model, names in SECRETS.items():
        assert not names.keys() & {field.name for field in list_fields(apps.get_model(model))}


@pytest.mark.heavy
@pytest.mark.django_db
def test_everything_occurs_in_a_file(tmp_path):
    for build in BUILDERS.values():
        build()
    rows = load_rows(write(tmp_path / "club.zip"))
    with zipfile.ZipFile(tmp_path / "club.zip") as container:
        assert json.loads(container.read("schema.json")) == json.loads(json.dumps(build_schema()))
    seldom = {
        "TournamentRole",
        "Hall",
        "HallPicture",
        "Invitation",
        "InvitationPicture",
        "PrivacySettings",
        "ClubLogo",
        "ClubOrigin",
        "OriginChain",
        "SetAsideBook",
        "SheetExample",
        "ListColumns",
        "Spelling",
        "MessageAddress",
    }
    assert {name.split(".")[1] for name, some in rows.items() if not some} <= seldom


@pytest.mark.django_db
def test_a_file_of_format_1_can_be_read():
    settle_strangers(3)
    club = read(OLD_FILE)
    assert club.gametable_set.count() >= 3
    prove()
