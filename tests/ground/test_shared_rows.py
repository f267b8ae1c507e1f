"""Shared rows are written once for a file, and no test sees what another one has made of them."""

import pytest

from scoring.table.table_page import live
from tarockclub.models import Club
from tests.support.shared_rows import share_rows

pytestmark = pytest.mark.django_db
WRITES: list[str] = []


@share_rows
def eagle():
    """A club."""
    WRITES.append("eagle")
    return Club.objects.create(name="Zum Adler")


@share_rows
def both(eagle):
    """The club beside another one, which is the same object twice."""
    WRITES.append("both")
    bear = Club.objects.create(name=f"Neben {eagle.name}")
    eagle.name = "vergessen"
    return [bear, bear]


@pytest.mark.parametrize("again", [False, True])
def test_what_a_test_changes_in_memory_and_in_the_database_is_as_before_for_the_next_one(eagle, again):
    assert (eagle.name, Club.objects.get(name="Zum Adler")) == ("Zum Adler", eagle)
    eagle.name = "Zum Spatzen"
    eagle.save()
    assert WRITES.count("eagle") == 1


@pytest.mark.parametrize("again", [False, True])
def test_rows_that_need_others_stand_above_them_and_what_was_one_object_is_one(both, eagle, again):
    first, second = both
    assert first is second
    assert (first.name, eagle.name) == ("Neben Zum Adler", "Zum Adler")
    first.delete()
    assert [WRITES.count("eagle"), WRITES.count("both")] == [1, 1]


def test_who_takes_none_of_them_does_not_see_them():
    assert not Club.objects.filter(name__contains="Adler").exists()


@pytest.mark.parametrize("again", [False, True])
def test_nothing_is_kept_in_memory_of_numbers_that_are_given_again(eagle, again):
    assert len(live.PAGE_CACHE) == 0
    live.PAGE_CACHE.load_body(eagle.pk, "a tag", lambda: "a page")
