"""The document and docs/dev/public.md describe each message that a club's program may get, as it is sent."""

import pytest
from jsonschema_rs import validator_for

from tarockclub.models import Delivery
from tarockclub.platform.api.openapi import build_document
from tarockclub.platform.webhooks.sending import build_headers, create_secret
from tarockclub.platform.webhooks.services import load_events
from tests.scoring.engine.support.documents import code, page, rows
from tests.support.programs import Program


def test_each_event_has_its_message_with_a_valid_example():
    document = build_document()
    assert document["webhooks"].keys() == load_events().keys()
    for name, methods in document["webhooks"].items():
        [content] = methods["post"]["requestBody"]["content"].values()
        schema = {**content["schema"], "components": document["components"]}
        assert content["example"]["type"] == name
        validator_for(schema).validate(content["example"])
        for missing in content["example"]["data"]:
            data = {key: value for key, value in content["example"]["data"].items() if key != missing}
            assert not validator_for(schema).is_valid({**content["example"], "data": data}), (name, missing)


def test_the_headers_are_those_that_are_sent():
    sent = build_headers(Delivery(body="{}"), create_secret(), 1798394400).keys() - {"Content-Type", "User-Agent"}
    for methods in build_document()["webhooks"].values():
        assert {header["name"] for header in methods["post"]["parameters"]} == sent


def test_the_page_about_publishing_names_the_same_events():
    table = [(*code(kind), when) for kind, when in rows(page("public.md"), "type")]
    assert table == [(name, event.when) for name, event in load_events().items()]


@pytest.mark.django_db
def test_the_pages_for_people_have_the_messages_with_their_data():
    html = Program().get("/api/v1/docs/webhooks/").content.decode()
    for name, event in load_events().items():
        assert f'id="{name}"' in html
        assert f'id="schema-{type(event.example).__name__}"' in html
