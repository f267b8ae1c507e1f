"""The document of the API: an example of every body, and a client that a generator makes of it plays on."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
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


# By this generator's own words: it knows how to save one kind of file only.
CONFIG = {
    "content_type_overrides": dict.fromkeys(
        ("application/pdf", "application/zip", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        "application/octet-stream",
    )
}
PLAY = """
import inspect, json, sys, uuid
from importlib import import_module
from pathlib import Path
from made.client import AuthenticatedClient

HAND = {"plays": [{"contract": "dreier", "declarer": 3, "points": "41"}]}
FILES = {file.stem: file for file in Path("made/api").glob("*/*.py")}


class Caller:
    def __init__(self, token):
        self.client = AuthenticatedClient(base_url=sys.argv[1], token=token)

    def __call__(self, name, /, *place, **said):
        call = import_module(f"made.api.{FILES[name].parent.name}.{name}").sync_detailed
        named, body = {}, inspect.signature(call).parameters.get("body")
        if body is not None:
            kinds = (body.annotation, *getattr(body.annotation, "__args__", ()))
            kind = next(kind for kind in kinds if hasattr(kind, "from_dict"))
            named = {"body": kind.from_dict({"key": str(uuid.uuid4()), **said})}
        answer = call(*place, client=self.client, **named)
        assert answer.status_code == 200, (name, answer.content)
        return answer.parsed.to_dict()


def play_hand(phone, table, **more):
    now = phone("read_table", uuid.UUID(table))
    following = {name: now["next"][name] for name in ("seats", "sittings")}
    phone("save_hand", uuid.UUID(table), previous=now["previous"], record=HAND, **following, **more)
    return phone("read_table", uuid.UUID(table))["sequence"]


director = Caller(sys.argv[2])
evening = director("begin_evening", names=["Anna", "Berta", "Cilli", "Dora"], sheet="treffpunkt")
phone, table = Caller(evening["secret"]), evening["table"]
play_hand(phone, table)
phone("end_evening", uuid.UUID(table), seen=play_hand(phone, table))
settlement = phone("read_settlement", uuid.UUID(table))
settings = {"format": "spielgeld", "sheet": "treffpunkt", "rounds": 1, "double_round": False, "hand_in_play": False}
made = director("make_tournament", name="Clientcup", day="2026-01-06", settings=settings)
cup = uuid.UUID(made["slug"])
names = [{"name": name} for name in ("Emil", "Franz", "Gerti", "Hans")]
numbers = director("enter_people", cup, entrants=names)["numbers"]
number = director("open_round", cup)["number"]
director("change_round_entries", cup, number, come=numbers)
draft = director("draw_round", cup, number)["draft"]
director("publish_draft", cup, number, draft)
[link] = director("make_table_links", cup, number)["tables"]
director("start_round", cup, number)
at_table, game = Caller(link["secret"]), link["slug"]
play_hand(at_table, game, phase="time")
standing_live = director("read_standings", cup)
director("end_time_of_round", cup, number)
seats = at_table("read_table", uuid.UUID(game))["seats"]
chips = [{"place": seat["place"], "cents": 5000 + seat["money"] * 100 // 6} for seat in seats]
director("count_chips_at", cup, number, 1, chips=chips)
director("close_table", cup, number, 1)
director("put_prize_on_list", cup, of=number, name="Ein Schinken", cents=2500)


def publish_result(scope):
    [found] = [result for result in director("list_results", cup)["results"] if result["of"] == scope]
    assert not found["missing"]
    director("publish_result", cup, scope, seen=found["seen"])


publish_result(number)
director("draw_result_lots", cup, number, what="choice")  # three have lost the same
director("choose_prize", cup, number, person=director("list_prizes", cup)["scopes"][0]["turn"], prize=1)
publish_result(0)
print(json.dumps({
    "settlement": settlement,
    "live": standing_live,
    "round": director("read_round_standings", cup, number),
    "prizes": director("list_prizes", cup)["scopes"],
    "standings": director("read_standings", cup),
}))
"""


def generate(document: dict[str, object], folder: Path) -> str:
    """Generate the package `made` in a folder, and return what the generator has to say."""
    source, config = folder / "openapi.json", folder / "config.json"
    source.write_text(json.dumps(document), encoding="utf-8")
    config.write_text(json.dumps(CONFIG), encoding="utf-8")
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--path", str(source), "--meta", "none"]
    command += ["--output-path", str(folder / "made"), "--config", str(config)]
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # it formats with ruff
    done = subprocess.run(
        command, env={**os.environ, "PATH": tools}, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


@pytest.mark.heavy
@pytest.mark.sqlite
def test_a_generated_client_has_every_operation_and_plays_an_evening_and_a_tournament_to_its_result(served, tmp_path):
    document = json.loads(urlopen(f"{served.url}/api/v1/openapi.json").read())
    said = generate(document, tmp_path)
    assert "WARNING" not in said, said[-2000:]
    operations = {operation["operationId"] for path in document["paths"].values() for operation in path.values()}
    assert {file.stem for file in (tmp_path / "made" / "api").glob("*/*.py")} - {"__init__"} == operations
    command = [sys.executable, "-c", PLAY, served.url, served.create_token("director")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    played = json.loads(done.stdout)
    assert played["settlement"]["hands"] == 2
    assert {line["name"] for line in played["live"]["lines"]} == {"Emil", "Franz", "Gerti", "Hans"}
    assert [played[name]["published"] for name in ("round", "standings")] == [1, 1]
    ranked, final = (played[name]["lines"] for name in ("round", "standings"))
    assert [row["rank"] for row in ranked] == [row["rank"] for row in final] == [1, 2, 2, 2]
    assert [prize["chosen_by"] for scope in played["prizes"] for prize in scope["prizes"]] == [ranked[0]["name"]]
