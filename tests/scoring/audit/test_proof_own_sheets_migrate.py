"""Versions of own house rules from before they were sealed: an old migration that nobody changes (heavy)."""

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from scoring.audit import verify
from scoring.models import OwnSheetVersion
from scoring.own_sheets.services import change_draft, save_version
from tests.scoring.audit.test_proof_own_sheets import new_sheet
from tests.support.accounts import make_account


@pytest.mark.heavy
@pytest.mark.usefixtures("fresh_database")
def test_versions_from_before_the_acts_are_sealed_as_they_are():
    account = make_account("director")
    new_sheet(account, "Im Keller", 1)
    own = new_sheet(account)
    then = [("scoring", "0012_own_sheets")]
    call_command("migrate", "scoring", "0012", verbosity=0)
    apps = MigrationExecutor(connection).loader.project_state(then).apps
    old = list(apps.get_model("scoring", "OwnSheetVersion").objects.order_by("pk").values())
    call_command("migrate", verbosity=0)
    rows = OwnSheetVersion.objects.order_by("pk").values()
    assert [{name: value for name, value in row.items() if name != "act_id"} for row in rows] == old
    assert list(own.acts.order_by("sequence").values_list("sequence", "version__number")) == [(1, 1), (2, 2), (3, 3)]
    assert verify() == []
    change_draft(own, own.draft_state, lambda draft: draft | {"point": "0.10 EUR"})
    own.refresh_from_db()
    save_version(own, own.draft_state, "later", "", account)
    assert own.acts.count() == 4
    assert verify() == []
