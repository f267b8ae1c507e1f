"""The tests of this folder run where phones in an inn run: not on localhost, and, without HTTPS, with less at hand."""

import pytest

from tests.support.signed_in import let_in

pytestmark = pytest.mark.heavy

ABLE = """() => ({
  secure: isSecureContext,
  locks: "locks" in navigator,
  uuid: "randomUUID" in crypto,
  workers: "serviceWorker" in navigator,
  wake: "wakeLock" in navigator,
  kept: "indexedDB" in window && "BroadcastChannel" in window && "getRandomValues" in crypto,
})"""


def test_on_plain_http_from_another_host_a_page_has_less_at_hand(inn_phone, network):
    inn_phone.goto("/")
    assert inn_phone.evaluate("location.origin") == network.url
    assert inn_phone.evaluate("location.hostname") == "inn.local"
    less = {"secure": False, "locks": False, "uuid": False, "workers": False, "wake": False, "kept": True}
    assert inn_phone.evaluate(ABLE) == less
    assert network.list_sent("^GET /$")


def test_over_https_it_has_all(https_phone, over_https):
    _, network = over_https
    https_phone.goto("/")
    assert https_phone.evaluate("location.origin") == network.url
    assert all(https_phone.evaluate(ABLE).values())
    let_in(https_phone.context, network.url)
    https_phone.goto("/")
    assert https_phone.locator('main a[href="/evenings/new/"]').count() == 1
