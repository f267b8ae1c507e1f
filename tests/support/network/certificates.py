"""Certificates for tests over HTTPS, made when they are needed."""

import shutil
import subprocess
from pathlib import Path

import pytest


def create_certificate(folder: Path, host: str) -> Path:
    """A file with a new key and its certificate for a host name, signed by itself."""
    if shutil.which("openssl") is None:
        pytest.skip("no openssl: as root, `make test` installs it (Debian package openssl)")
    key, certificate, both = folder / "tls.key", folder / "tls.crt", folder / "tls.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
         "-days", "2", "-subj", f"/CN={host}", "-addext", f"subjectAltName=DNS:{host}",
         "-keyout", str(key), "-out", str(certificate)],
        check=True,
        capture_output=True,
    )  # fmt: skip
    both.write_bytes(key.read_bytes() + certificate.read_bytes())
    return both
