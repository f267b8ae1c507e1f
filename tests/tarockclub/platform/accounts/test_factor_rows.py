"""The rows of second factors: several servers use one code once, and those of version 1.0 were moved."""

import time
from datetime import UTC, datetime

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tarockclub.platform.accounts.second_factor.codes import use_code
from tests.scoring.book.ledger.test_services_races import at_once
from tests.support.accounts import compute_code, give_factor, make_account

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
