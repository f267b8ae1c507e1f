"""The progress of long work, and what came of it, without another tap."""

import pytest
from playwright.sync_api import expect

from tests.support.signed_in import let_in

pytestmark = pytest.mark.heavy
PATIENCE_MS = 60_000  # a process of its own begins, maybe on a machine that does other things


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
