"""The scripts' own tests, which run under node: `make test` brings what they need."""

import os
import shutil
import subprocess

import pytest
from rjsmin import jsmin  # type: ignore[import-untyped]

from tarockclub.platform.server.static_files import SCRIPTS, join_modules
from tests.support.paths import ROOT

NPM = shutil.which("npm")
pytestmark = pytest.mark.skipif(
    NPM is None or not (ROOT / "node_modules").is_dir(),
    reason="no node, or no packages for it: see `make test`",
)


def test_scripts_do_what_they_should_under_node_and_the_minifier_takes_none_of_their_words(tmp_path):
    for number, module in enumerate(SCRIPTS.values()):
        joined = join_modules(module)
        (tmp_path / f"{number}.js").write_text(joined, encoding="utf-8")
        (tmp_path / f"{number}.min.js").write_text(str(jsmin(joined)), encoding="utf-8")
    env = {**os.environ, "PAGE_SCRIPTS": str(tmp_path)}
    run = subprocess.run([str(NPM), "test", "--silent"], cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "# skipped 0" in run.stdout
