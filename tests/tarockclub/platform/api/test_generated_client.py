"""A client that a generator makes of the document has every operation and begins an evening, a tournament, a season."""

import json
import os
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

MAKE_TOKEN = (
    "from tarockclub.platform.accounts.api_tokens import create_token; from tarockclub.models import Account;"
    "print(create_token(Account.objects.first(), 'Client', 'director', 2, 'the-key-of-the-client')[1])"
)
# By this generator's own words: it knows how to save one kind of file only.
CONFIG = {
    "content_type_overrides": dict.fromkeys(
        ("application/pdf", "application/zip", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        "application/octet-stream",
    )
}
BEGIN = """
import datetime, json, sys
from made.api.evenings import begin_evening
from made.api.seasons import make_season
from made.api.setup import make_tournament
from made.client import AuthenticatedClient
from made import models

client = AuthenticatedClient(base_url=sys.argv[1], token=sys.argv[2])
names = ["Anna", "Berta", "Cilli", "Dora"]
evening = begin_evening.sync(client=client, body=models.NewEvening(key="e-1", names=names, sheet="treffpunkt"))
of = models.TournamentDecided(key="t-1", name="Clientcup", day=datetime.date(2026, 1, 6))
of.settings = models.SettingsIn(format_="spielgeld", sheet="treffpunkt", rounds=1)
tournament = make_tournament.sync(client=client, body=of)
season = make_season.sync(client=client, body=models.NewSeason(key="s-1", name="Clientsaison"))
print(json.dumps([made.to_dict() for made in (evening, tournament, season)]))
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
def test_a_generated_client_has_every_operation_and_begins_an_evening_a_tournament_and_a_season(served, tmp_path):
    document = json.loads(urlopen(f"{served.url}/api/v1/openapi.json").read())
    said = generate(document, tmp_path)
    assert "WARNING" not in said, said[-2000:]
    operations = {operation["operationId"] for path in document["paths"].values() for operation in path.values()}
    assert {file.stem for file in (tmp_path / "made" / "api").glob("*/*.py")} - {"__init__"} == operations
    token = served.manage("shell", "-v0", "-c", MAKE_TOKEN).strip().splitlines()[-1]
    command = [sys.executable, "-c", BEGIN, served.url, token]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    evening, tournament, season = json.loads(done.stdout)
    assert evening["secret"]
    assert tournament["slug"]
    assert season["slug"]
