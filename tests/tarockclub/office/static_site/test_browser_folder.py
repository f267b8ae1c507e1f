"""A site of files opens from a folder, without a server and without a script."""

import pytest

from tests.support.browser import DESKTOP, PHONE

pytestmark = pytest.mark.heavy
CUP = """
from tests.tournaments.support import factories
from tests.tournaments.results.standings.played_tables import started
of = factories.tournament(name="Mitnehmcup")
factories.enter_people(of, "Adelheid", "Balduin", "Cornelius", "Dietlinde")
first = factories.round_(of)
factories.draw_tables(first)
started(first)
print(of.slug)
"""


def test_a_site_opens_from_a_folder(served, tmp_path, chromium):
    folder = tmp_path / "web"
    served.manage("static_site", served.run(CUP), "--target", str(folder))
    for size in (PHONE, DESKTOP):
        context = chromium.new_context(viewport=size["viewport"], java_script_enabled=False, locale="de-AT")
        page, told = context.new_page(), list[str]()
        page.on("requestfailed", lambda request, told=told: told.append(request.url))
        page.on("console", lambda message, told=told: told.append(message.text))
        page.goto((folder / "index.html").as_uri())
        page.get_by_role("link", name="Sitzplan 1").click()
        page.get_by_role("link", name="English").click()
        assert page.title().startswith("Who sits where")
        box = page.get_by_role("link", name="Standings").first.bounding_box()
        assert box is not None
        assert 0 < box["x"] < box["x"] + box["width"] <= size["viewport"]["width"]
        header = page.locator("header.site").bounding_box()
        assert header is not None
        assert header["height"] < 120  # the stylesheet is there
        assert told == []
        context.close()
