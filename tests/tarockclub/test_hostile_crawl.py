"""A page answers to everything that is sent to it, shows nothing of another club, and breaks no other page.

All pages of a club in every state, in whose rows stand texts that nobody should type; its forms, what is read behind a
question mark, and the operations of the API. A new page, form, field or operation is in it without being named; `make
soak` sends all that there is.
"""

import json
import logging
from collections.abc import Iterator

import pytest

from tests.support.crawl.crawl import Crawl
from tests.support.crawl.reads import get_answer_schema, list_answer_schemas, list_reads, note_seen
from tests.support.crawl.sending import Sender, WrittenTables
from tests.support.crawl.world import CrawlWorld, allow_hosts, stop_clock, write_crawl_world
from tests.support.shared_rows import share_rows

pytestmark = [pytest.mark.django_db, pytest.mark.no_cover, pytest.mark.heavy]
LEAST_ROUTES, LEAST_FORMS, LEAST_WRITTEN = 180, 120, 40  # else nothing would be tried
LEAST_OPERATIONS, LEAST_WRITTEN_BY_PROGRAMS = 80, 5
# Of these no state has any: other tests do.
UNSEEN = {"ExportOut", "FameOut", "PublishingClub", "RaffleOut", "SameHandOut", "TeamResult"}


@pytest.fixture(autouse=True)
def _evening(settings) -> Iterator[None]:
    allow_hosts(settings)
    logging.disable(logging.CRITICAL)  # what is refused is no news here
    with stop_clock():
        yield
    logging.disable(logging.NOTSET)


@share_rows
def world() -> CrawlWorld:
    """Two clubs."""
    return write_crawl_world()


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_no_page_stops_on_what_is_sent_to_it(world: CrawlWorld, whole: bool):
    crawl = Crawl(world, whole=whole)
    crawl.find_pages()
    crawl.attack_forms()
    crawl.attack_addresses()
    crawl.attack_late_hands()
    print(crawl.summary)
    assert crawl.failed == []
    assert crawl.counts["routes"] > LEAST_ROUTES
    assert crawl.counts["forms"] > LEAST_FORMS
    assert crawl.counts["wrote"] > LEAST_WRITTEN


def test_every_reading_operation_answers_about_everything(world: CrawlWorld):
    sender, program = Sender(WrittenTables(world.stranger)), world.create_program()
    wrong, seen = list[str](), set[str]()
    for address, said in list_reads(world.club):
        answer = sender.get(program, address)
        wrong += [f"{address}: {fault}" for fault in answer.wrong]
        if answer.status == 200 and "json" in answer.kind:
            note_seen(get_answer_schema(said), json.loads(answer.content), seen)
    assert wrong == []
    assert list_answer_schemas() - seen <= UNSEEN


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_no_operation_stops_on_what_is_sent_to_it(world: CrawlWorld, whole: bool):
    crawl = Crawl(world, whole=whole)
    crawl.attack_operations()
    print(crawl.summary)
    assert crawl.failed == []
    assert crawl.counts["operations"] > LEAST_OPERATIONS
    assert crawl.counts["wrote"] > LEAST_WRITTEN_BY_PROGRAMS
