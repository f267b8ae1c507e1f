"""The progress of long work, and what came of it, without another tap."""

import pytest
from playwright.sync_api import expect

from tests.support.signed_in import let_in

pytestmark = pytest.mark.heavy
PATIENCE_MS = 60_000  # a process of its own begins, maybe on a machine that does other things
HELD_BACK = """
from datetime import timedelta
from tarockclub.models import Club, Delivery, Publication
from tarockclub.kit.time_source import now
club = Club.objects.get()
Publication.objects.update_or_create(club=club, defaults={"hook_url": "https://club.example/tarock"})
Delivery.objects.create(club=club, event="probe", body="{}", made=now(), due=now() + timedelta(hours=1))
"""
ARRIVED = 'from tarockclub.models import Delivery; Delivery.objects.update(state="done", answer="204")'


@pytest.fixture
def director(desktop, served):
    """A director at a laptop."""
    let_in(desktop.context, served.url)
    return desktop


def test_a_bar_moves_before_the_first_and_after_the_last_row_too(director):
    said = {"state": "running", "done": 0, "of": 10}
    director.route("**/state/", lambda route: route.fulfill(json=said))
    director.goto("/club/file/")
    director.get_by_role("button", name="Datei erstellen").click()
    bar, output = director.locator("progress"), director.locator("output")
    for done, text in ((0, "beginnt gleich"), (4, "4 / 10"), (10, "gleich fertig")):
        said["done"] = done
        expect(output).to_have_text(text)
        assert (bar.get_attribute("value") is None) == (done in (0, 10))
    director.unroute_all()
    expect(director.locator("a[download]")).to_be_visible(timeout=PATIENCE_MS)


def test_a_probe_says_by_itself_that_it_has_arrived(director, serve):
    served = serve()
    served.run(HELD_BACK)
    let_in(director.context, served.url)
    director.goto(f"{served.url}/club/public/")
    expect(director.locator(".deliveries")).to_contain_text("unterwegs")
    typed = director.locator("input[name=hook_url]")
    typed.fill("https://anders.example/")
    served.run(ARRIVED)
    expect(director.locator(".deliveries")).to_contain_text("angekommen (204)")
    expect(typed).to_have_value("https://anders.example/")
