"""The director takes the computer's new time over with one tap, and no clock on any page moves."""

import json
import re

import pytest
from playwright.sync_api import expect

from tarockclub.kit import computer_clock
from tests.support.browser import DESKTOP, PHONE, Site, open_pages
from tests.support.links import find_secret
from tests.support.server import DATABASE_FILE, build_environment, copy_keys, copy_sqlite, manage, run_server
from tests.support.signed_in import let_in
from tests.tournaments.hall.clock.test_browser_clock import MAKE

pytestmark = pytest.mark.heavy
WATCH = """
window.seen = new Set();
setInterval(() => window.seen.add(document.querySelector("[data-clock][data-gong]").textContent), 20);
"""


def test_the_new_clock_is_taken_with_one_tap_and_no_clock_moves(migrated_data, tmp_path, chromium, faults):
    copy_sqlite(migrated_data / DATABASE_FILE, tmp_path / DATABASE_FILE)
    copy_keys(migrated_data, tmp_path)
    jumped = computer_clock.ClockState(-2 * 3600, True, reading=computer_clock.read_clocks())
    (tmp_path / computer_clock.FILE).write_text(json.dumps(jumped._asdict()))
    made = re.search(r"MADE (\S+) (\S+)", manage(build_environment(tmp_path), "shell", "-c", MAKE))
    assert made is not None
    with run_server(tmp_path) as server, open_pages(chromium, faults, Site(server.url, server.url)) as open_page:
        desk, phone = open_page(**DESKTOP), open_page(**PHONE)
        for page in (desk, phone):
            let_in(page.context, server.url)
        table = f"{server.url}/tables/{made[2]}/"
        phone.context.add_cookies([{"name": "right", "value": find_secret(made[2]), "url": table}])
        desk.goto(f"/tournaments/{made[1]}/rounds/1/")
        phone.goto(table)
        for page in (desk, phone):
            expect(page.locator(".warning").first).to_contain_text("gesprungen")
            page.wait_for_function(
                "() => /^\\d+:\\d\\d$/.test(document.querySelector('[data-clock][data-gong]').innerText)"
            )
        phone.evaluate(WATCH)
        desk.get_by_role("button", name="Neue Uhr übernehmen").click()
        phone.wait_for_function("() => document.querySelector('[data-clock][data-gong]').dataset.base !== ''")
        phone.wait_for_timeout(3000)
        seen = {int(text.split(":")[0]) for text in phone.evaluate("[...window.seen]")}
        assert seen
        assert seen <= set(range(24, 31)), seen
        for page in (desk, phone):
            expect(page.locator("[data-clock][data-gong]").first).to_have_text(re.compile(r"^2\d:"))
            expect(page.get_by_text("gesprungen")).to_have_count(0)
        expect(desk.get_by_role("button", name="Neue Uhr übernehmen")).to_be_hidden()
