"""Every operation of the document has an example of its body, which is valid."""

from collections.abc import Iterator
from typing import Any

from jsonschema_rs import validator_for

from tarockclub.platform.api.openapi import build_document, render_document

MOST_BYTES = 500_000


def list_bodies() -> Iterator[tuple[str, dict[str, Any]]]:
    """Each body, with the name of its operation."""
    for path in build_document()["paths"].values():
        for operation in path.values():
            for media in operation.get("requestBody", {}).get("content", {}).values():
                yield operation["operationId"], media


def test_every_body_has_a_valid_example():
    components, parts = build_document()["components"], list(list_bodies())
    assert len(parts) > 60
    for name, media in parts:
        errors = validator_for({**media["schema"], "components": components}).iter_errors(media["example"])
        assert [str(error) for error in errors] == [], name


def test_examples_say_what_a_client_has_to_say():
    bodies = {name: media["example"] for name, media in list_bodies()}
    assert bodies["begin_evening"]["names"] == ["Anna", "Berta", "Cilli", "Dora"]
    assert bodies["save_hand"]["record"]["plays"][0]["contract"] == "rufer"
    assert bodies["make_tournament"]["settings"]["format"] == "spielgeld"
    assert bodies["start_round"].keys() == {"key"}


def test_the_document_does_not_grow_beyond_reason():
    assert len(render_document().encode()) < MOST_BYTES
