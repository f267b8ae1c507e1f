"""The pages that a phone keeps for the time without network, and a newer program in the place of an older one."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.offline.keeping import PATIENCE, kept_by, path_of, until, wait_until_kept
from tests.scoring.support.phone_driver import Thumb
from tests.support.browser import CLUB, PHONE, Site, go_to, open_pages
from tests.support.network.inn import NO_NETWORK
from tests.support.network.moods import OFF, apply_only_to
from tests.support.network.poor_network import run_poor_network
from tests.support.paths import ROOT
from tests.support.server import copy_club, run_restartable

pytestmark = pytest.mark.heavy
NEWER = '<meta name="renewed" content="yes">'
NOT_SERVED = (".*", "var", "tests", "bench", "node_modules")
CACHES = "async () => (await caches.keys()).sort()"
STYLED = "() => getComputedStyle(document.body).outlineColor === 'rgb(1, 2, 3)'"


@pytest.fixture
def server(migrated_data, tmp_path):
    """A club's server in public mode that can be started anew."""
    copy_club(migrated_data, tmp_path)
    with run_restartable(tmp_path, TAROCKCLUB_MODE="public", TAROCKCLUB_HOSTS=CLUB) as server:
        yield server


@pytest.fixture
def network(server, certificate):
    """HTTPS in front of it."""
    with run_poor_network(server.url, CLUB, certificate) as network:
        yield network


@pytest.fixture
def phone(trusting_chromium, faults, network, server):
    """A phone of the club."""
    faults.expect(NO_NETWORK)
    with open_pages(trusting_chromium, faults, Site(network.url, server.url)) as factory:
        yield factory(**PHONE)


@pytest.fixture(scope="module")
def newer_program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program with another page and another style."""
    copy = tmp_path_factory.mktemp("program") / "newer"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*NOT_SERVED))
    for name, before, after in (
        ("templates/base.html", '<meta charset="utf-8">', f'<meta charset="utf-8">{NEWER}'),
        ("templates/scoring/table/written_sheet/_standing.html", "{% load", "{# newer #}{% load"),
    ):
        file = copy / name
        file.write_text(file.read_text(encoding="utf-8").replace(before, after, 1), encoding="utf-8")
    with (copy / "tarockclub/static/tarockclub/styles/base.css").open("a", encoding="utf-8") as style:
        style.write("\nbody { outline-color: rgb(1, 2, 3); }\n")
    return copy


def renew(server, program):
    """Put a newer program in the place of the one that runs."""
    server.kill()
    server.root = program
    server.start()


def test_a_page_that_is_open_and_what_is_kept_become_those_of_the_newer_program(phone, server, network, newer_program):
    address = Thumb(phone).start()
    wait_until_kept(phone, address)
    before = phone.evaluate(CACHES)
    renew(server, newer_program)
    expect(phone.locator("meta[name=renewed]")).to_have_count(1, timeout=1000 * PATIENCE)
    until(
        lambda: len(phone.evaluate(CACHES)) == len(before) and not set(before) & set(phone.evaluate(CACHES)), PATIENCE
    )
    assert phone.evaluate(STYLED)
    assert NEWER in kept_by(phone)[path_of(address)]
    asked = len(network.list_sent(f"^GET {path_of(address)}$"))
    phone.wait_for_timeout(7000)
    assert len(network.list_sent(f"^GET {path_of(address)}$")) <= asked + 1, "the page loads itself again and again"
    network.mood = OFF
    network.cut()
    go_to(phone, address)
    expect(phone.locator("meta[name=renewed]")).to_have_count(1)
    assert phone.evaluate(STYLED)


def test_a_worker_that_cannot_get_all_that_it_needs_leaves_the_one_before_in_its_place(
    phone, server, network, newer_program
):
    address = Thumb(phone).start()
    wait_until_kept(phone, address)
    before = phone.evaluate(CACHES)
    renew(server, newer_program)
    network.mood = apply_only_to("^GET /static/", OFF)
    go_to(phone, address)
    until(lambda: network.list_sent("^GET /static/tarockclub/(club|table)_"), PATIENCE)
    phone.wait_for_timeout(1500)
    network.mood = OFF
    network.cut()
    go_to(phone, address)
    expect(phone.locator("#entry h2").first).to_have_text("Spiel 1")
    expect(phone.locator("meta[name=renewed]")).to_have_count(0)
    assert phone.evaluate("document.body.style.overflowAnchor") == "none", "a page without its scripts was kept"
    assert set(before) <= set(phone.evaluate(CACHES))


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
