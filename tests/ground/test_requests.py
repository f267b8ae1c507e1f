"""The layers of every request: its host name on the way in, its headers on the way out."""

import pytest
from django.core.exceptions import DisallowedHost
from django.http import HttpResponse
from django.test import RequestFactory
from django.urls import reverse

from tarockclub.platform.server import middleware, network


def host_of(name):
    """Return what a request to this host says its host is."""
    environ = RequestFactory().get("/", headers={"host": name}).environ
    return network.LanRequest(environ).get_host()


@pytest.mark.parametrize("name", ["192.168.1.7:8000", "10.0.0.1", "[fe80::1]:8000", "localhost:80", "wirt.local"])
def test_a_request_may_name_this_machine_by_a_local_address_or_name(name):
    assert host_of(name) == name


@pytest.mark.parametrize("name", ["evil.example", "1.1.1.1", "192.168.1.1.evil.example", "192.168.1.1/x", ""])
@pytest.mark.django_db  # it could be a club's own
def test_any_other_host_is_refused(name):
    with pytest.raises(DisallowedHost):
        host_of(name)


def test_only_an_inn_is_that_generous(settings):
    assert isinstance(network.build_site_handler(), network.LanHandler)
    settings.INN_MODE = False
    assert type(network.build_site_handler()) is network.SiteHandler


def test_every_answer_carries_the_policy(client):
    answer = client.post(reverse("set_language"), {"language": "en"})
    assert answer.headers["Content-Security-Policy"] == middleware.POLICY
    assert answer.cookies["django_language"].value == "en"


def test_a_page_may_have_a_policy_of_its_own():
    own = HttpResponse(headers={"Content-Security-Policy": "default-src 'none'"})
    answer = middleware.add_security_policy(lambda request: own)(RequestFactory().get("/"))
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'"


@pytest.mark.parametrize("kind", ["text/html; charset=utf-8", "application/json", "text/css"])
def test_only_a_page_says_what_it_may_not_ask_the_device_for(kind):
    answer = middleware.add_security_policy(lambda request: HttpResponse(content_type=kind))(RequestFactory().get("/"))
    expected = middleware.PERMISSIONS if kind.startswith("text/html") else None
    assert answer.headers.get("Permissions-Policy") == expected
    assert {"camera=()", "microphone=()", "geolocation=()"} <= {*middleware.PERMISSIONS.split(",")}


def test_a_page_that_reads_codes_may_ask_for_the_camera_alone():
    own = HttpResponse(headers={"Permissions-Policy": middleware.CAMERA_PERMISSIONS})
    said = middleware.add_security_policy(lambda request: own)(RequestFactory().get("/")).headers["Permissions-Policy"]
    assert {*middleware.PERMISSIONS.split(",")} - {*said.split(",")} == {"camera=()"}


@pytest.mark.parametrize(("wanted", "got"), [("de-AT,de", "de"), ("en-GB", "en"), ("fr", "de")])
def test_the_browsers_language_decides_and_german_is_the_default(client, wanted, got):
    assert client.get("/i18n/nothing", headers={"accept-language": wanted}).headers["Content-Language"] == got
