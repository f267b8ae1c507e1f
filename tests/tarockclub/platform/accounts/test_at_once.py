"""Accounts on several servers at once: each thing happens once; and the factors of version 1.0 were moved."""

import time
from datetime import UTC, datetime

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.urls import reverse

from tarockclub.models import Account, Club, FailedAttempt, Person
from tarockclub.platform.accounts import services
from tarockclub.platform.accounts.rate_limits import TooMany, attempt, build_scope
from tarockclub.platform.accounts.second_factor.codes import use_code
from tests.scoring.book.ledger.test_races import at_once
from tests.support.accounts import compute_code, give_factor, make_account
from tests.tarockclub.platform.accounts.test_services import post_form

pytestmark = pytest.mark.usefixtures("fresh_database")
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


def test_a_code_counts_at_one_server_only():
    anna = make_account(login="anna")
    give_factor(anna, SECRET)
    recovery = RecoveryCodes(Authenticator.objects.get(type="recovery_codes")).get_unused_codes()[0]
    for code in (compute_code(SECRET, time.time()), recovery):
        assert sum(found is not None for found in at_once(lambda _server, code=code: use_code(anna, code))) == 1


@pytest.mark.heavy
def test_factors_of_version_1_0_become_rows_of_allauth():
    anna, berta = make_account(login="anna"), make_account(login="berta")
    call_command("migrate", "tarockclub", "0007", verbosity=0, skip_checks=True)
    then = MigrationExecutor(connection).loader.project_state(("tarockclub", "0007_squashed_0023_importing")).apps
    for account, digests in ((anna, ["1" * 64, "2" * 64]), (berta, [])):
        factor = then.get_model("tarockclub", "SecondFactor").objects.create(
            account_id=account.pk, secret=SECRET, last_step=7, made=datetime(2026, 11, 1, tzinfo=UTC)
        )
        for digest in digests:
            then.get_model("tarockclub", "RecoveryCode").objects.create(factor=factor, digest=digest)
    call_command("migrate", verbosity=0, skip_checks=True)
    app, codes = Authenticator.objects.filter(user=anna).order_by("-type")
    assert (app.type, app.data, app.created_at.year) == ("totp", {"secret": SECRET, "last_step": 7}, 2026)
    assert codes.data["migrated_codes"] == ["1" * 64, "2" * 64]
    assert RecoveryCodes(codes).did_view
    assert Authenticator.objects.filter(user=berta).count() == 2


def test_of_browsers_that_set_it_up_at_once_exactly_one_wins():
    code = services.create_setup_code()

    def browser(number):
        answer = post_form(code, login=f"leitung-{number}", name=f"Maria {number}", club=f"Verein {number}")
        return answer.status_code, answer.get("Location", "")

    statuses = at_once(browser, 4)
    account = Account.objects.get()
    assert statuses.count((302, "/")) == 1
    assert {status for status in statuses if status != (302, "/")} <= {(409, ""), (302, reverse("log_in"))}
    assert Person.objects.count() == 1
    assert Club.objects.get().name == "Verein " + account.login[-1]


def test_of_two_directors_who_shut_each_other_out_at_once_one_stays():
    both = [make_account("director", login=f"leitung-{number}") for number in range(2)]
    got = at_once(lambda one: services.change_rights(both[one], role="director", active=False), 2)
    [refused] = [account.login for account, found in zip(both, got, strict=True) if found is not None]
    assert services.LastDirector in map(type, got)
    assert [account.login for account in Account.objects.filter(is_active=True)] == [refused]


def test_of_many_wrong_guesses_at_once_no_more_are_looked_at_than_one_after_the_other():
    looked_at: list[int] = []
    one = build_scope("login", "anna", 5)
    got = at_once(lambda number: attempt([one], lambda: looked_at.append(number)), 20)
    assert len(looked_at) <= 5
    assert len(looked_at) + [type(found) for found in got].count(TooMany) == 20
    assert FailedAttempt.objects.count() == len(looked_at)
