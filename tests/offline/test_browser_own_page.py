"""A person's page as an app: over HTTPS it opens without the network as it was last seen, and goes with its link."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.offline.keeping import PATIENCE, kept_by, path_of, until, wait_until_kept
from tests.offline.test_browser_renewed import newer_program, renew
from tests.support.browser import CLUB, PHONE, Site, open_pages
from tests.support.network.inn import NO_NETWORK
from tests.support.network.moods import GOOD, OFF
from tests.support.network.poor_network import run_poor_network
from tests.support.server import copy_club, run_restartable
from tests.support.signed_in import PASSWORD

__all__ = ["newer_program"]
pytestmark = pytest.mark.heavy
LINK_OF = """
import secrets
from tarockclub.models import Club, Person
from tournaments.around.own_page.services import give_links
club = Club.objects.get()
person, _new = Person.objects.get_or_create(club=club, number={number}, defaults={{"name": "Anna Maier"}})
print("/tournaments/people/mine/" + give_links(club, [person], secrets.token_hex(16))[person.pk] + "/")
"""
END_LINK = """
from tarockclub.models import Person
from tournaments.around.own_page.services import end_link
end_link(Person.objects.select_related("club").get(number={number}))
"""
NUMBER = 901
START = f"/tournaments/people/me/?of={NUMBER}"


@pytest.fixture
def link(over_https):
    """The link of a person."""
    return over_https[0].run(LINK_OF.format(number=NUMBER))


@pytest.fixture
def phone(https_phone, link):
    """A phone that has opened it, and keeps the page."""
    https_phone.goto(link)
    wait_until_kept(https_phone, link)
    return https_phone


def cut(network):
    network.mood = OFF
    network.cut()


def test_the_app_opens_the_page_without_the_network_as_it_was_last_seen_and_never_names_the_secret(
    phone, over_https, link
):
    network, [secret] = over_https[1], re.findall("[0-9a-f]{32}", link)
    asked = phone.context.new_cdp_session(phone).send("Page.getAppManifest")
    manifest = json.loads(asked["data"])
    assert asked["errors"] == []
    assert manifest["start_url"] == manifest["id"] == START
    assert secret not in asked["data"] + asked["url"]
    expect(phone.locator("#own-app")).to_be_visible()
    expect(phone.locator("#app-notice")).to_be_hidden()
    cut(network)
    phone.goto(START)
    assert path_of(phone.url) == link
    expect(phone.locator("h1")).to_have_text("Anna Maier")
    expect(phone.locator("#app-notice span")).to_have_text(
        re.compile(r"^Keine Verbindung: Stand vom \d+\. \w+.* \d\d:\d\d$")
    )
    network.mood = GOOD
    phone.get_by_role("link", name="Neu laden").tap()
    expect(phone.locator("html:not([data-kept]) #app-notice")).to_be_hidden()


def test_what_the_phone_keeps_goes_with_a_tap_with_the_link_and_with_another_link(phone, over_https, link, faults):
    faults.expect("404")
    server, _network = over_https
    phone.get_by_role("button", name="Von diesem Handy entfernen").tap()
    expect(phone.locator("#app-notice span")).to_have_text("Von diesem Handy entfernt.")
    until(lambda: kept_by(phone) == {})
    phone.goto(START)
    expect(phone.locator("main")).to_contain_text("Öffne deinen Link noch einmal")
    phone.goto(link)
    wait_until_kept(phone, link)
    another = server.run(LINK_OF.format(number=NUMBER))
    phone.goto(another)
    wait_until_kept(phone, another)
    until(lambda: set(kept_by(phone)) == {another})
    server.run(END_LINK.format(number=NUMBER))
    phone.goto(another)
    until(lambda: kept_by(phone) == {})


def test_two_people_with_one_phone_have_an_app_each_and_whoever_logs_out_leaves_neither(phone, over_https, link):
    other = over_https[0].run(LINK_OF.format(number=NUMBER + 1))
    phone.goto(other)
    wait_until_kept(phone, other)
    for start, page in ((START, link), (START.replace("901", "902"), other)):
        phone.goto(start)
        assert path_of(phone.url) == page
    phone.goto("/log-in/")  # a session of its own: whoever logs out ends it
    phone.locator("[name=login]").fill("leitung")
    phone.locator("[name=password]").fill(PASSWORD)
    phone.get_by_role("button", name="Einloggen", exact=True).click()
    phone.goto("/", wait_until="load")
    phone.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    with phone.expect_navigation(wait_until="load"):
        phone.locator("form[action$='/log-out/']").first.evaluate("(form) => form.requestSubmit()")
    until(lambda: kept_by(phone) == {})


def test_where_the_browser_offers_it_one_button_puts_the_page_on_the_home_screen(phone, https_pages, link):
    offer = """Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
      prompt: async () => { window.wasAsked = true; } })"""
    expect(phone.locator("#app-install")).to_be_hidden()
    phone.evaluate(f"dispatchEvent({offer})")
    phone.get_by_role("button", name="Auf den Startbildschirm").tap()
    assert phone.evaluate("wasAsked")
    apple = https_pages(**PHONE)
    apple.add_init_script("Object.defineProperty(navigator, 'standalone', { value: false })")
    apple.goto(link)
    expect(apple.locator("#app-share")).to_contain_text("Zum Home-Bildschirm")
    path = apple.locator("link[rel=manifest]").get_attribute("href")
    assert "start_url" not in apple.evaluate("(path) => fetch(path).then((answer) => answer.json())", path)


def test_over_plain_http_the_page_says_what_it_cannot_do(inn_phone, served):
    inn_phone.goto(served.run(LINK_OF.format(number=NUMBER)))
    expect(inn_phone.locator("main")).to_contain_text("Die Adresse dieser Seite ist ohne https.")
    expect(inn_phone.locator("#own-app")).to_have_count(0)


def test_a_newer_program_is_named_and_nothing_older_is_kept(
    trusting_chromium, faults, certificate, migrated_data, tmp_path, newer_program
):
    faults.expect(NO_NETWORK)
    copy_club(migrated_data, tmp_path)
    with (
        run_restartable(tmp_path, TAROCKCLUB_MODE="public", TAROCKCLUB_HOSTS=CLUB) as server,
        run_poor_network(server.url, CLUB, certificate) as network,
        open_pages(trusting_chromium, faults, Site(network.url, server.url)) as factory,
    ):
        server.served.manage("shell", "-c", "from tarockclub.models import Club; Club.objects.update(slug='linde')")
        phone, link = factory(**PHONE), "/c/linde" + server.served.run(LINK_OF.format(number=NUMBER))
        phone.goto(link)
        wait_until_kept(phone, link)
        phone.evaluate("navigator.serviceWorker.ready.then(() => 1)")
        renew(server, newer_program)
        phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        notice = phone.locator("#app-notice span")
        expect(notice).to_have_text("Es gibt eine neue Fassung des Programms.", timeout=1000 * PATIENCE)
        until(lambda: 'name="renewed"' in kept_by(phone).get(link, ""), PATIENCE)
        phone.get_by_role("link", name="Neu laden").tap()
        expect(phone.locator("meta[name=renewed]")).to_have_count(1)
        expect(phone.locator("#app-notice")).to_be_hidden()
        phone.goto(f"/c/linde{START}")
        assert path_of(phone.url) == link


SUBSCRIBED = """PushManager.prototype.subscribe = async (options) => {
  window.asked = options;
  return { toJSON: () => ({ endpoint: "https://fcm.googleapis.com/fcm/send/abc", keys: {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  } }) };
}"""


# The browser without windows shows no notifications.
CATCH = """() => {
  self.shown = [];
  self.opened = [];
  registration.showNotification = async (title, options) => shown.push({ title, ...options });
  clients.openWindow = async (path) => opened.push(path);
}"""
TAP = """(action) => dispatchEvent(Object.assign(new ExtendableEvent("notificationclick"), {
  action, notification: { close() {}, data: shown[0].data },
}))"""


def test_after_a_tap_messages_come_to_this_phone_and_lead_to_their_page(https_phone, over_https):
    page, link = https_phone, over_https[0].run(LINK_OF.format(number=NUMBER + 2))
    page.add_init_script(SUBSCRIBED)
    page.goto(f"{link}messages/")
    page.get_by_role("button", name="Auf dieses Handy").tap()
    expect(page.locator("#messages strong")).to_have_text("Ein Handy")
    registrations = []
    session = page.context.new_cdp_session(page)
    session.on("ServiceWorker.workerRegistrationUpdated", lambda told: registrations.extend(told["registrations"]))
    session.send("ServiceWorker.enable")
    until(lambda: page.evaluate("1") and registrations)
    [worker] = page.context.service_workers
    worker.evaluate(CATCH)
    told = {"title": "Tarockclub", "body": "Du rückst nach.", "path": "/dates/", "choice": link, "choose": "Beenden"}
    where = {"origin": page.evaluate("origin"), "registrationId": registrations[0]["registrationId"]}
    session.send("ServiceWorker.deliverPushMessage", {**where, "data": json.dumps(told | {"tag": "1", "lang": "de"})})
    until(lambda: worker.evaluate("shown.length"))
    shown = worker.evaluate("shown[0]")
    assert (shown["title"], shown["body"]) == ("Tarockclub", "Du rückst nach.")
    assert [action["title"] for action in shown["actions"]] == ["Beenden"]
    for action in ("", "choose"):
        worker.evaluate(TAP, action)
    assert worker.evaluate("opened") == ["/dates/", link]


def test_a_browser_that_may_not_says_so_and_nothing_is_kept(https_phone, over_https):
    phone, link = https_phone, over_https[0].run(LINK_OF.format(number=NUMBER + 3))
    phone.add_init_script(
        "PushManager.prototype.subscribe = () => Promise.reject(new DOMException('no', 'NotAllowedError'))"
    )
    phone.goto(f"{link}messages/")
    phone.get_by_role("button", name="Auf dieses Handy").tap()
    expect(phone.locator("#push-refused")).to_be_visible()
    expect(phone.locator("#messages strong")).to_have_count(0)
