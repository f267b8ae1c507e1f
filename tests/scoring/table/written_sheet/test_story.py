"""A saved hand says who played it: in the sheet, on its own page, on the second phone, in the workbook, in the API."""

import pytest
from django.test import Client as Watcher
from django.urls import reverse
from django.utils.translation import override

from scoring.table.corrections import changes
from scoring.table.written_sheet.selectors import load_table_view
from tarockclub.models import Person
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.support.evenings import change_book, fresh, table_of
from tests.scoring.support.exports import pages_of, values
from tests.scoring.support.tables import dreier, new_table, play, rufer, strike, trischaken
from tests.scoring.support.tampering import numbers
from tests.support.phones import Client
from tests.support.programs import create_phone

pytestmark = pytest.mark.django_db
SOLO = {
    "plays": [{"contract": "solorufer", "declarer": 3, "partner": 1, "points": "41/1", "kontra": 2}],
    "premiums": [{"premium": "trull", "side": "declarer"}],
}
STORY = "Solorufer · Dora mit Berta · gewonnen · 41/1 · Kontra · Trull still"


@pytest.fixture
def table():
    """Return a table at which a Solorufer was played."""
    return table_of(SOLO)


def stories(table, language="de"):
    with override(language):
        return [row.story for row in load_table_view(fresh(table), INSIDE).rows]


def page(name, table, *line):
    client = Client(headers={"accept-language": "de"})
    return client.get(reverse(name, args=[table.slug, *line])).content.decode()


def test_sheet_second_phone_and_hand_page_say_who_played(table):
    sheet = page("table", table)
    assert sheet.count(STORY) == 3, "the ribbon, the line of the sheet, and the question to the other phones"
    assert 'class="story"' in sheet
    hand = page("deal", table, numbers(table)[0])
    assert hand.count(STORY) == 2, "the hand, and how it came about"


def test_workbook_and_api_say_it_too(table):
    [hand] = [row for row in values(pages_of(table)["Schrift"]) if row[0] == 1]
    assert hand[4] == STORY
    answer = Watcher(headers={"accept-language": "de"}).get(f"/api/v1/tables/{table.slug}").json()
    assert [line["story"] for line in answer["lines"]] == [STORY]
    assert [line["remark"] for line in answer["lines"]] == ["Solorufer (Kontra), Trull still"]


def test_the_api_says_it_before_it_is_saved(table):
    body = {"record": {**rufer(1), "premiums": [{"premium": "pagat", "side": "declarer", "announced": True}]}}
    answer = create_phone(table).send(f"tables/{table.slug}/preview", body).json()
    assert answer["story"] == "Rufer · Berta with Dora · won · Pagat announced"


def test_a_struck_hand_still_says_who_had_played_it_and_what_is_none_says_nothing(table):
    strike(table)
    change_book(table, changes.void_next_deal(), "verworfen")
    assert stories(table) == [STORY, ""]


def test_a_hand_is_told_with_the_names_that_people_have_now(table):
    Person.objects.filter(name="Dora").update(name="Theodora")
    assert stories(table) == [STORY.replace("Dora", "Theodora")]
    assert stories(table, "en") == ["Solorufer · Theodora with Berta · won · 41/1 · kontra · Trull silent"]


def test_names_are_as_short_as_tells_them_apart():
    table = new_table(names=("Anna Huber", "Anna Maier", "Franz Wimmer", "Dr. Moser"))
    for declarer in range(4):
        play(table, dreier(declarer))
    told = [story.split(" · ")[1] for story in stories(table)]
    assert told == ["Anna Huber", "Anna Maier", "Franz", "Dr. Moser"]
    assert load_table_view(fresh(table), INSIDE).heads == ("Anna Huber", "Anna Maier", "Franz", "Dr. Moser")


def test_the_radl_is_said_once_by_its_badge_and_once_in_the_preview_of_a_change(table):
    play(table, trischaken(1))
    play(table, dreier(0))
    first, _second, third = numbers(table)
    before, speech_and_after = page("table", table).split('data-live="speech"')
    assert "im Radl" not in before + speech_and_after.partition("</div>")[2]
    asked = {"what": "strike", "line": first, "reason": "doppelt"}
    client = Client(headers={"accept-language": "de"})
    preview = client.post(reverse("change", args=[table.slug]), asked).content.decode()
    assert "Dreier · Anna · gewonnen" in page("deal", table, third)
    assert "im Radl" not in preview.split("<table")[0]
