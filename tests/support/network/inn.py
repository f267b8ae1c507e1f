"""Phones in an inn: the server is reached over a poor network, under a host name that is not localhost.

On plain HTTP a browser gives such a page no Web Locks, no crypto.randomUUID, no service worker. `over_https` is a
club's server behind HTTPS, where it does; its certificates are made when they are needed.
"""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.support.browser import ARGUMENTS, CLUB, INN, PHONE, Faults, PageFactory, Site, open_pages
from tests.support.network.poor_network import PoorNetwork, run_poor_network
from tests.support.server import RunningServer, provide_servers
from tools.needs import CHROMIUM


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


# What Chromium itself says in the console, and each browser of a request, when the network does not answer.
NO_NETWORK = r"^(?:console: Failed to load resource: net::ERR_|request: (?:net::ERR|NS_ERROR)_)"


@pytest.fixture
def network(served: RunningServer) -> Iterator[PoorNetwork]:
    """The inn's network in front of the served club; its mood is good until a test sets another one."""
    with run_poor_network(served.url, INN) as one:
        yield one


@pytest.fixture
def inn_pages(browser: Browser, faults: Faults, served: RunningServer, network: PoorNetwork) -> Iterator[PageFactory]:
    """Return a function that opens a page for one more person in the inn; what the network does is no fault of it."""
    faults.expect(NO_NETWORK)
    with open_pages(browser, faults, Site(network.url, served.url)) as factory:
        yield factory


@pytest.fixture
def inn_phone(inn_pages: PageFactory) -> Page:
    """Return a page on a small phone in the inn."""
    return inn_pages(**PHONE)


@pytest.fixture(scope="session")
def trusting_chromium(chromium: Browser) -> Iterator[Browser]:
    """Return a browser that trusts certificates that nobody has signed, also for service workers."""
    browser = chromium.browser_type.launch(executable_path=CHROMIUM, args=[*ARGUMENTS, "--ignore-certificate-errors"])
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def public_club(migrated_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """Return the server in public mode that all tests share which only begin tables of their own there."""
    with provide_servers(migrated_data, tmp_path_factory) as start:
        yield start(TAROCKCLUB_MODE="public", TAROCKCLUB_HOSTS=CLUB)


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the certificate of the club, signed by itself."""
    return create_certificate(tmp_path_factory.mktemp("tls"), CLUB)


@pytest.fixture
def over_https(public_club: RunningServer, certificate: Path) -> Iterator[tuple[RunningServer, PoorNetwork]]:
    """A club's server in public mode, which others have used too, and the network with TLS in front of it."""
    with run_poor_network(public_club.url, CLUB, certificate) as network:
        yield public_club, network


@pytest.fixture
def https_pages(
    trusting_chromium: Browser, faults: Faults, over_https: tuple[RunningServer, PoorNetwork]
) -> Iterator[PageFactory]:
    """Return a function that opens a page for one more person of the club, over HTTPS."""
    faults.expect(NO_NETWORK)
    server, network = over_https
    with open_pages(trusting_chromium, faults, Site(network.url, server.url)) as factory:
        yield factory


@pytest.fixture
def https_phone(https_pages: PageFactory) -> Page:
    """Return a page on a small phone, over HTTPS."""
    return https_pages(**PHONE)
