"""The operations of the API: each reads everything that there is, and answers whatever is sent to it."""

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
LEAST_OPERATIONS, LEAST_WRITTEN = 80, 5  # else nothing would be tried
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
    assert crawl.counts["wrote"] > LEAST_WRITTEN
