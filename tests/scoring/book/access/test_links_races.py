"""Several phones replace a table's link at the same moment: one wins, and only its link counts."""

import pytest

from scoring.book.access.links import create_link, replace_links
from scoring.book.access.permissions import hash_link
from scoring.book.ledger.sql import is_link_valid
from scoring.models import AccessToken
from tarockclub.platform.accounts.secret_links import draw_secret
from tests.scoring.book.ledger.test_races import PHONES, at_once
from tests.scoring.support.tables import new_table

pytestmark = pytest.mark.usefixtures("fresh_database")


def raced(keys):
    """Replace one link from several phones at once, each with its key; the answers, and the links that count."""
    table = new_table()
    old = create_link(table).secret
    got = at_once(
        lambda phone: replace_links(table, old, keys[phone], lambda: is_link_valid(table.slug, hash_link(old)))
    )
    return got, list(AccessToken.objects.filter(table=table, ended=None).values_list("digest", flat=True))


def test_of_eight_phones_that_replace_a_link_one_does_and_the_others_are_shut_out():
    got, counting = raced([draw_secret() for _ in range(PHONES)])
    assert got.count(None) == PHONES - 1
    [link] = filter(None, got)
    assert counting == [hash_link(link.secret)]


def test_one_form_that_arrives_eight_times_makes_one_link():
    got, counting = raced([draw_secret()] * PHONES)
    assert {hash_link(link.secret) for link in got} == set(counting)
    assert len(counting) == 1
