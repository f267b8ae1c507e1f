"""The pages that a phone keeps over HTTPS for the time without network, and the copy of each."""

import pytest

from tests.offline.keeping import until
from tests.offline.stored_pages import kept_by, path_of, wait_until_kept
from tests.scoring.support.phone_driver import Thumb
from tests.support.paths import ROOT

pytestmark = pytest.mark.heavy
SOURCE = ROOT / "scoring" / "static" / "scoring" / "pages" / "worker.js"


def test_no_more_than_forty_pages_are_kept_the_latest_ones(https_phone):
    address = Thumb(https_phone).start()
    wait_until_kept(https_phone, f"{address}rules/")
    https_phone.evaluate(
        """async ([path, most]) => {
          const [name] = (await caches.keys()).filter((one) => one.startsWith("pages-"));
          const pages = await caches.open(name);
          const headers = { "X-Kept-At": String(Date.now()) };
          for (let at = 0; at < most; at += 1) await pages.put(`/tables/${at}/`, new Response("<html ", { headers }));
        }""",
        [path_of(address), 45],
    )
    https_phone.reload()
    until(lambda: len(kept_by(https_phone)) == 40)
    assert {"/tables/44/", path_of(address)} <= set(kept_by(https_phone))


@pytest.mark.parametrize(
    ("first", "then", "stays"), [(-1, -5, "first"), (-5, -1, "then"), (86_400, 0, "then"), (-31 * 86_400, -1, "then")]
)
def test_of_two_answers_the_one_that_was_asked_for_later_is_kept(https_phone, first, then, stays):
    """Seconds from now; one from a time to come was kept by a clock that was wrong."""
    address = Thumb(https_phone).start()
    wait_until_kept(https_phone, f"{address}rules/")
    [worker] = https_phone.context.service_workers
    kept = worker.evaluate(
        """async ([path, first, then]) => {
          const { PAGES, keep, keptTable } = (() => {SOURCE; return { PAGES, keep, keptTable }})();
          const page = (text) => new Response(`<html lang="de">${text}`, { headers: { "X-Page": "table" } });
          await (await caches.open(PAGES)).delete(path);
          await keep(path, page("first"), Date.now() + 1000 * first);
          await keep(path, page("then"), Date.now() + 1000 * then);
          return (await keptTable(path)).text();
        }""".replace("SOURCE", SOURCE.read_text("utf-8")),
        [path_of(address), first, then],
    )
    assert kept.endswith(f'lang="de">{stays}')
