"""Saved versions of a club's own house rules: the database refuses to change them, and the proof names what changed."""

import io

import pytest
from django.core.management import call_command
from django.db import connection, transaction

from scoring.book.audit import list_slices, prove_slice, verify
from scoring.book.audit.chains import list_head_places
from scoring.book.ledger import triggers
from scoring.models import OwnSheet
from scoring.sheets.own_sheets.services import change_draft, create_sheet, save_version
from tarockclub.models import Account, Club
from tests.scoring.support.tampering import behind_the_back
from tests.support.accounts import make_account
from tests.support.shared_rows import share_rows

pytestmark = pytest.mark.django_db


def new_sheet(account: Account, name: str = "Beim Adler", versions: int = 3) -> OwnSheet:
    """An own sheet with some versions."""
    own = create_sheet(account.club, name, "treffpunkt")
    for number in range(1, versions + 1):
        said = {"contracts": {"dreier": {"lost": number + 5}}}
        change_draft(own, own.draft_state, said.__ror__)
        own.refresh_from_db()
        save_version(own, own.draft_state, f"{own.sheet}-{number}", "so beschlossen", account)
        own.refresh_from_db()
    return own


@share_rows
def own() -> OwnSheet:
    """A club's own sheet beside another one."""
    account = make_account("director")
    new_sheet(account, "Im Keller")
    return new_sheet(account)


@pytest.mark.heavy_but("2")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_version_that_is_gone_or_says_something_else_is_named(own, number):
    where = f"WHERE number = {number} AND own_sheet_id = {own.pk}"
    for change in (
        f"DELETE FROM scoring_ownsheetversion {where}",
        f"UPDATE scoring_ownsheetversion SET \"table\" = replace(\"table\", '8', '9'), text = text || '#' {where}",
    ):
        with transaction.atomic():
            behind_the_back(change)
            [finding] = verify()
            assert (finding.code, finding.table, finding.sequence) == ("left_versions", "sheet beim-adler", number)
            assert f"Eigene Hausregeln beim-adler, Fassung {number}: " in finding.sentence
            assert [found for name in list_slices() for found in prove_slice(name)] == [finding]
            with pytest.raises(SystemExit):
                call_command("verify_ledger", stdout=(told := io.StringIO()))
            assert finding.sentence in told.getvalue()
            transaction.set_rollback(True)


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        ("UPDATE scoring_ownsheet SET sheet = 'im-wirt' WHERE sheet = 'beim-adler'", {"act_hash"}),
        ("UPDATE scoring_ownsheetact SET said = '{}' WHERE sequence = 2", {"act_hash", "left_versions"}),
        (
            "DELETE FROM scoring_ownsheetversion WHERE number = 2; DELETE FROM scoring_ownsheetact WHERE sequence = 2",
            {"act_missing"},
        ),
        ("UPDATE scoring_ownsheet SET club_id = (SELECT max(id) FROM tarockclub_club)", {"left_versions"}),
    ],
)
def test_a_changed_sheet_or_act_is_found(own, change, codes):
    Club.objects.create(name="other")
    behind_the_back(*change.split("; "))
    assert codes <= {finding.code for finding in verify()}


@pytest.mark.sqlite  # foreign keys of PostgreSQL cannot be switched off by a pragma
def test_acts_that_are_all_gone_are_found(own):
    triggers.remove_triggers(connection)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA defer_foreign_keys = ON")
        cursor.execute("DELETE FROM scoring_ownsheetact")
    triggers.install_triggers(connection)
    assert {finding.table for finding in verify()} == {"sheet beim-adler", "sheet im-keller"}
    transaction.set_rollback(True)


def test_the_head_of_a_version_is_found_on_paper(own):
    digest = bytes(own.acts.get(sequence=2).hash).hex()
    [place] = list_head_places(digest[:16])
    assert place.name == "Eigene Hausregeln beim-adler, Fassung 2"
