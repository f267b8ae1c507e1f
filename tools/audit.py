"""The check of the locked versions for known vulnerabilities."""

import json
import os
import subprocess
import sys

from tools import paths
from tools.uv import InstallError, find_settings, provide_uv

AUDIT = "pip-audit==2.10.1"
# The lock is complete: nothing is resolved or installed for the audit.
OPTIONS = ("--disable-pip", "--require-hashes", "--format=json", "--progress-spinner=off", "--timeout=15")
NO_LIST = "Von hier ist keine Liste bekannter Schwachstellen zu erreichen: nichts geprüft."


def audit_lock(arguments: list[str]) -> int:
    """Check the lock; further arguments go to pip-audit."""
    try:
        command = [str(provide_uv()), "tool", "run", "--quiet", AUDIT, "-r", str(paths.LOCK), *OPTIONS, *arguments]
    except InstallError:
        print(NO_LIST)
        return 0
    env = {**os.environ, **find_settings()}
    done = subprocess.run(command, cwd=paths.ROOT, env=env, capture_output=True, encoding="utf-8", check=False)
    sentences, code = format_verdict(done.stdout)
    print("\n".join(sentences))
    if not done.stdout.strip():
        print(done.stderr, file=sys.stderr)
    return code


def format_verdict(report: str) -> tuple[list[str], int]:
    """Return the lines about a report of pip-audit, and the exit code: 1 only for known vulnerabilities.

    >>> format_verdict(
    ...     '{"dependencies": [{"name": "x", "version": "1", "vulns": [{"id": "CVE-1", "fix_versions": ["2"]}]}]}'
    ... )
    (['x 1: CVE-1, behoben in 2', '1 geprüft, 1 mit bekannten Schwachstellen.'], 1)
    """
    try:
        found = json.loads(report)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return [NO_LIST], 0
    asked = [dist for dist in found if "skip_reason" not in dist]
    if not asked:
        return [NO_LIST], 0
    left = [dist["name"] for dist in found if "skip_reason" in dist]
    bad = [dist for dist in asked if dist["vulns"]]
    said = [
        f"{dist['name']} {dist['version']}: {vuln['id']}, behoben in {', '.join(vuln['fix_versions']) or 'noch nichts'}"
        for dist in bad
        for vuln in dist["vulns"]
    ]
    said += [f"Steht in keiner Liste: {', '.join(left)}"] if left else []
    return [*said, f"{len(asked)} geprüft, {len(bad)} mit bekannten Schwachstellen."], 1 if bad else 0
