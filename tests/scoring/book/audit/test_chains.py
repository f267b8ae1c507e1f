"""Changes behind the program's back to what gives access, to names and to a club's own house rules are found."""

import io
import time

import pytest
from django.contrib.auth import authenticate
from django.core.management import call_command
from django.db import connection, transaction

from scoring.book.access.links import LINK_LIFE, PAST, create_link, replace_links
from scoring.book.access.permissions import hash_link
from scoring.book.audit import list_slices, prove_slice, verify
from scoring.book.audit.chains import list_head_places
from scoring.book.ledger import triggers
from scoring.models import AccessToken, GameTable, OwnSheet
from scoring.sheets.own_sheets.services import change_draft, create_sheet, save_version
from scoring.table.corrections.changes import correct_hand
from tarockclub.kit.time_source import now
from tarockclub.models import Account, Club, LogEntry, Person
from tarockclub.office.hosting.services import FirstDirector, archive_club, change_host, found_club
from tarockclub.platform.accounts.actors import ANONYMOUS
from tarockclub.platform.accounts.api_tokens import create_token, end_token
from tarockclub.platform.accounts.club_log import Kind, record_access
from tarockclub.platform.accounts.second_factor.codes import use_code
from tarockclub.platform.accounts.secret_links import draw_secret
from tarockclub.platform.accounts.services import end_factor, set_password
from tests.scoring.book.audit.test_verify_ledger import run
from tests.scoring.support.evenings import change_book
from tests.scoring.support.tables import dreier
from tests.scoring.support.tampering import behind_the_back, find_faults, numbers, simple_book
from tests.support.accounts import compute_code, give_factor, make_account
from tests.support.shared_rows import share_rows
from tests.support.signed_in import PASSWORD
from tests.tournaments.support import acts, factories
from tournaments.people.register.services import rename

pytestmark = pytest.mark.django_db
_DIGEST = f"'{'0' * 64}'"
_TOKEN = "INSERT INTO tarockclub_apitoken (account_id, client, digest, role, made, expires)"
_LINK = "INSERT INTO scoring_accesstoken (table_id, digest, made, expires)"
SECRET = "JBSWY3DPEHPK3PXP"
_LATER = "'2100-01-01 00:00:00+00:00'"
MANIPULATIONS = {
    "an evening that began at another time": (
        "UPDATE scoring_gametable SET started = '2020-01-01 00:00:00+00:00'",
        "start",
    ),
    "an evening that moves to another club": (
        "UPDATE scoring_gametable SET club_id = (SELECT max(id) FROM tarockclub_club)",
        "club",
    ),
    "a host": ("UPDATE tarockclub_account SET is_host = TRUE", "left_access"),
    "a planted password": ("UPDATE tarockclub_account SET password = 'pbkdf2_sha256$1$a$b'", "left_access"),
    "a planted token": (
        f"{_TOKEN} SELECT id, '', {_DIGEST}, role, {_LATER}, {_LATER} FROM tarockclub_account ORDER BY id LIMIT 1",
        "left_tokens",
    ),
    "a revived token": ("UPDATE tarockclub_apitoken SET ended = NULL", "left_tokens"),
    "a token with another role": ("UPDATE tarockclub_apitoken SET role = 'watcher'", "left_tokens"),
    "a planted passkey": (
        "INSERT INTO mfa_authenticator (user_id, type, data, created_at) "
        f"SELECT id, 'webauthn', '{{\"credential\": {{}}}}', {_LATER} FROM tarockclub_account ORDER BY id LIMIT 1",
        "left_factors",
    ),
    "an app with another secret": (
        "UPDATE mfa_authenticator SET data = '{\"secret\": \"other\"}' WHERE type = 'totp'",
        "left_factors",
    ),
    "no second factor any more": ("DELETE FROM mfa_authenticator", "left_factors"),
    "a tournament's table in the archive": (
        f"UPDATE scoring_gametable SET archived = {_LATER} WHERE clock <> ''",
        "left_archived_tables",
    ),
    "a planted link": (
        f"{_LINK} SELECT id, {_DIGEST}, {_LATER}, {_LATER} FROM scoring_gametable LIMIT 1",
        "left_links",
    ),
    "a revived link": ("UPDATE scoring_accesstoken SET ended = NULL", "left_links"),
    "a link that is good for longer": (f"UPDATE scoring_accesstoken SET expires = {_LATER}", "left_links"),
    "another name": ("UPDATE tarockclub_person SET name = 'Zenzi' WHERE number = 1", "left_names"),
    "two names exchanged": (
        "UPDATE tarockclub_person SET name = CASE number WHEN 1 THEN 'Berta' ELSE 'Anna' END WHERE number < 3",
        "left_names",
    ),
    "a person erased": (
        f"UPDATE tarockclub_person SET erased = {_LATER} WHERE number = 1",
        "left_names",
    ),
    "a note erased": (f"UPDATE tarockclub_note SET erased = {_LATER}, text = ''", "left_erased"),
    "a name that everybody may see": ("UPDATE tarockclub_person SET publicity = 'number'", "left_names"),
}


@share_rows
def book() -> GameTable:
    """A table with links, and accounts with programs: some valid, some ended."""
    table = simple_book()
    _of, round_ = factories.make_entered_round(4)
    acts.publish_draw(round_, factories.new_key(), acts.draft(round_, factories.new_key()).number)
    change_book(table, correct_hand(numbers(table)[1], dreier(3)))
    found_club("Zweiter", "", FirstDirector("Xaver", "xaver"), ANONYMOUS)
    account = make_account("director")
    give_factor(account, SECRET)
    create_link(table)
    replace_links(table, "", draw_secret(), lambda: True)
    for key in ("a" * 16, "b" * 16):
        token, _secret = create_token(account, "Programm", "director", 30, key)
    end_token(token)
    return table


@pytest.mark.heavy_but("a planted token")
@pytest.mark.parametrize(("statement", "code"), MANIPULATIONS.values(), ids=list(MANIPULATIONS))
def test_a_change_behind_the_programs_back_is_found(book, statement, code):
    assert run()[0] == 0
    behind_the_back(statement)
    found, lines = run()
    assert found == 1
    assert f"[{code}]" in "".join(lines)


def test_no_later_entry_covers_it_up(book):
    behind_the_back(MANIPULATIONS["a planted link"][0], MANIPULATIONS["two names exchanged"][0])
    create_link(book)
    rename(Person.objects.get(name="Cilli"), "Cilli Neu")
    assert {code for code, _where in find_faults()} == {"left_links", "left_names"}


def test_the_programs_own_changes_are_proved(book):
    account = Account.objects.get(club=book.club, role="director")
    set_password(account, "ein anderes Passwort")
    change_host(account, is_host=True, who=ANONYMOUS)
    rename(Person.objects.get(name="Anna"), "Anna Neu")
    archive_club(Club.objects.get(name="Zweiter"), ANONYMOUS)
    assert find_faults() == set()


def test_what_a_code_uses_up_is_no_change_behind_the_back_and_the_programs_own_end_is_proved(book):
    account = Account.objects.get(club=book.club, role="director")
    assert use_code(account, compute_code(SECRET, time.time())) is not None
    assert find_faults() == set()
    end_factor(account)
    assert find_faults() == set()


def test_a_password_that_is_hashed_anew_at_the_log_in_is_sealed(book, settings):
    account = Account.objects.get(club=book.club, role="director")
    before = account.password
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher", *settings.PASSWORD_HASHERS]
    assert authenticate(username=account.login, password=PASSWORD, club=account.club) == account
    account.refresh_from_db()
    assert account.password != before
    assert account.check_password(PASSWORD)
    assert LogEntry.objects.filter(kind=Kind.PASSWORD_KEPT, about=account.person).count() == 1
    assert find_faults() == set()


def test_a_link_that_has_not_been_valid_for_long_ends_with_the_next_one(book):
    past = now() - PAST - LINK_LIFE
    with record_access(book.club_id, Kind.LINKS, tables=[book.pk]):
        old = AccessToken.objects.create(
            table=book, digest=hash_link(draw_secret()), made=past - LINK_LIFE, expires=past
        )
    create_link(book)
    old.refresh_from_db()
    assert old.ended == past
    assert find_faults() == set()


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
