"""Several servers that get the same code of a second factor at the same moment: one takes it."""

import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes

from tarockclub.accounts.second_factor.codes import use_code
from tests.scoring.ledger.test_services_races import at_once
from tests.support.accounts import compute_code, give_factor, make_account

pytestmark = pytest.mark.usefixtures("fresh_database")
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


def test_a_code_counts_at_one_server_only():
    anna = make_account(login="anna")
    give_factor(anna, SECRET)
    recovery = RecoveryCodes(Authenticator.objects.get(type="recovery_codes")).get_unused_codes()[0]
    for code in (compute_code(SECRET, time.time()), recovery):
        assert sum(found is not None for found in at_once(lambda _server, code=code: use_code(anna, code))) == 1
