"""Every operation of the document has an example of its body and of its answer, which are valid."""

from collections.abc import Iterator
from typing import Any

from jsonschema_rs import validator_for

from tarockclub.platform.api.openapi import build_document, render_document

MOST_BYTES = 800_000


def list_json_parts() -> Iterator[tuple[str, dict[str, Any]]]:
    """Each body, and each answer of success, that is JSON of a known form, with the name of its operation."""
    for path in build_document()["paths"].values():
        for operation in path.values():
            for part in (operation.get("requestBody", {}), operation["responses"]["200"]):
                for kind, media in part.get("content", {}).items():
                    if kind == "application/json" and media["schema"]:
                        yield operation["operationId"], media


def test_every_body_and_every_answer_has_a_valid_example():
    components, parts = build_document()["components"], list(list_json_parts())
    assert len(parts) > 300
    for name, media in parts:
        errors = validator_for({**media["schema"], "components": components}).iter_errors(media["example"])
        assert [str(error) for error in errors] == [], name


def test_examples_say_what_a_client_has_to_say():
    bodies: dict[str, Any] = {}
    for name, media in list_json_parts():
        bodies.setdefault(name, media["example"])  # the body comes before the answer
    assert bodies["begin_evening"]["names"] == ["Anna", "Berta", "Cilli", "Dora"]
    assert bodies["save_hand"]["record"]["plays"][0]["contract"] == "rufer"
    assert bodies["make_tournament"]["settings"]["format"] == "spielgeld"
    assert bodies["start_round"].keys() == {"key"}


def test_the_document_does_not_grow_beyond_reason():
    assert len(render_document().encode()) < MOST_BYTES
