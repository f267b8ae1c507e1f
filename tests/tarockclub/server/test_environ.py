"""The facts of a request that the web server gives reach the site as WSGI has them."""

from types import SimpleNamespace
from typing import Any

import pytest

from tarockclub.server.web.environ import build_environ, parse_length

REQUEST = {
    "method": "GET",
    "path": "/",
    "query_string": "",
    "http_version": "1.1",
    "scheme": "http",
    "server": "127.0.0.1:8000",
    "client": "192.168.1.7:50000",
    "headers": {},
}


def environ(**more):
    """The variables of a request."""
    asked: Any = SimpleNamespace(**{**REQUEST, **more})
    return build_environ(asked)


def test_a_header_with_an_underscore_does_not_pass_for_the_one_of_a_proxy():
    found = environ(
        headers={"x-forwarded-for": "10.0.0.7", "x_forwarded_for": "10.0.0.8", "x_forwarded_proto": "https"}
    )
    assert found["HTTP_X_FORWARDED_FOR"] == "10.0.0.7"
    assert "HTTP_X_FORWARDED_PROTO" not in found


class Twice:
    """Headers of which some came twice."""

    def items(self):
        return [("cookie", "a=1"), ("cookie", "b=2"), ("x-y", "1"), ("x-y", "2"), ("content-type", "text/x")]


def test_headers_are_variables_and_those_that_came_twice_are_joined():
    found = environ(headers=Twice())
    assert (found["HTTP_COOKIE"], found["HTTP_X_Y"], found["CONTENT_TYPE"]) == ("a=1;b=2", "1,2", "text/x")
    assert found["HTTP_HOST"] == ""  # which is no host that counts


@pytest.mark.parametrize(
    ("client", "address"), [("192.168.1.7:50000", "192.168.1.7"), ("[fe80::1]:50000", "fe80::1"), ("::1:50000", "::1")]
)
def test_the_visitors_address_is_one_without_a_port(client, address):
    assert environ(client=client)["REMOTE_ADDR"] == address


def test_letters_of_an_address_are_its_bytes():
    found = environ(path="/ä", query_string="q=ö")
    assert found["PATH_INFO"].encode("latin-1").decode() == "/ä"
    assert found["QUERY_STRING"].encode("latin-1").decode() == "q=ö"


@pytest.mark.parametrize("said", ["", "-5", "1e3", "٣", "9" * 40])
def test_a_length_that_is_none_means_no_body(said):
    assert parse_length({"CONTENT_LENGTH": said}) == 0
    assert parse_length({"CONTENT_LENGTH": "12"}) == 12
