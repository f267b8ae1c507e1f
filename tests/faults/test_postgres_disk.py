"""PostgreSQL without room on its disk: clear words, no half-written hand, and the same hand goes through later."""

from typing import LiteralString

import pytest

from tests.faults.test_storage import DREIER, assert_stale, assert_told, form_sent, phone_at, save_hand
from tests.scoring.support.pages import Page
from tests.support.attack.load import Phone, Record
from tests.support.replicas import fetch_value
from tests.support.server import build_environment, manage, run_restartable
from tools.postgres import FAST, run_cluster

pytestmark = [pytest.mark.heavy, pytest.mark.postgres]
SETTINGS = (*FAST, "-c", "synchronous_commit=on")
ENTRIES: LiteralString = "SELECT count(*) FROM scoring_entry"
DEALS: LiteralString = "SELECT count(*) FROM scoring_deal JOIN scoring_entry ON scoring_entry.id = entry_id"
# The server's own error, in the middle of a hand: the entry is written, its deal is not.
FULL_IN_BETWEEN: LiteralString = """
CREATE FUNCTION be_full() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
CREATE TRIGGER be_full BEFORE INSERT ON scoring_deal EXECUTE FUNCTION be_full()
"""
ROOM_AGAIN: LiteralString = "DROP TRIGGER be_full ON scoring_deal"


def assert_full(phone: Phone, hand: Record) -> None:
    """Phones and people are told, in their language, that the disk is full; reading goes on."""
    page = phone.look()
    assert page.status == 200
    form = Page(page.body.decode()).sent | DREIER
    for language, sentence in (("de", "Die Platte ist voll."), ("en", "The disk is full.")):
        assert_told(phone.client.post(phone.hands, hand), 507, "full")
        told = form_sent(phone, form, language)
        assert told.status == 507
        assert sentence in told.body.decode()
        assert int(told.get_header("Retry-After")) > 0


def go_on(phone: Phone, refused: Record) -> None:
    """Send what was refused again: from the phone it goes through, and a form is too late then."""
    form = Page(phone.look().body.decode()).sent | DREIER
    assert phone.client.post(phone.hands, refused).status == 200
    save_hand(phone, refused)  # sent twice
    assert form_sent(phone, form).status == 412
    assert_stale(phone.client.post(phone.hands, {**refused, "key": "another"}))


def test_what_postgres_says_in_the_middle_of_a_hand_undoes_all_of_it(tmp_path):
    with run_cluster(SETTINGS) as cluster:
        manage(build_environment(tmp_path, DATABASE_URL=cluster.url), "migrate", "--skip-checks", "--verbosity=0")
        with run_restartable(tmp_path, DATABASE_URL=cluster.url) as server, phone_at(server) as phone:
            save_hand(phone)
            fetch_value(cluster.url, FULL_IN_BETWEEN)
            refused = phone.build_next_hand()
            assert_full(phone, refused)
            assert fetch_value(cluster.url, ENTRIES) == fetch_value(cluster.url, DEALS) == 1
            fetch_value(cluster.url, ROOM_AGAIN)
            go_on(phone, refused)
            assert fetch_value(cluster.url, ENTRIES) == fetch_value(cluster.url, DEALS) == 2
            server.served.manage("verify_ledger")
