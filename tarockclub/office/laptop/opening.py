"""The start by a double click: the browser opens by itself, and whatever is in the way is said in the window."""

import contextlib
import http.client
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from tarockclub.office.laptop.firewall import FirewallVerdict, ask_firewall
from tarockclub.platform.monitoring.middleware import SIGN_OF_LIFE
from tarockclub.platform.server import network
from tarockclub.platform.server.wsgi.turns import LIVE

WAIT_SECONDS = 2.0
NEXT_PORTS = 20
YES = ("j", "ja", "y", "yes")


def is_running(port: int) -> bool:
    """Return whether this program already serves there."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=WAIT_SECONDS)  # through no proxy
    try:
        connection.request("GET", LIVE)
        return connection.getresponse().read(100) == SIGN_OF_LIFE
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def open_browser(address: str) -> None:
    """Show the address in the browser; without one it stands in the window."""
    with contextlib.suppress(webbrowser.Error, OSError):
        webbrowser.open(address)


def find_free_port(host: str, port: int) -> int | None:
    """Return the next port where the server can listen."""
    candidates = range(port + 1, min(port + 1 + NEXT_PORTS, 65536))
    return next((number for number in candidates if network.find_bind_error(host, number) is None), None)


def ask_for_port(host: str, port: int, ask: Callable[[str], str] = input) -> int | None:
    """Ask whether another port will do; None if not, or if nobody is there to answer."""
    other = find_free_port(host, port)
    if other is None or not sys.stdin or not sys.stdin.isatty():
        return None
    question = _(
        "Another program uses port %(port)s. Start on port %(other)s instead? Cards with QR codes that are already "
        "printed lead to port %(port)s and would not work. (y/n)"
    ) % {"port": port, "other": other}
    try:
        return other if ask(f"{question} ").strip().lower() in YES else None
    except EOFError:
        return None


def list_advice() -> list[str]:
    """Return what somebody at a laptop has to know: about the firewall, and where the data are."""
    lines = [explain_firewall(ask_firewall(), sys.platform)]
    lines.append(_("The data are in %(folder)s.") % {"folder": Path(settings.DATA_DIR)})
    return ["", *filter(None, lines)]


def explain_firewall(verdict: FirewallVerdict, system: str) -> str:
    """Return the sentences about phones that do not get through; empty if there is nothing to say."""
    if system == "darwin":
        return _("If macOS asks whether Python may accept incoming network connections: choose Allow.")
    return {
        FirewallVerdict.ASKS: _(
            "Windows now asks whether Python may communicate in networks. Tick private networks, and choose Allow "
            "access: otherwise no phone reaches this computer."
        ),
        FirewallVerdict.BLOCKS: _(
            "WARNING: the firewall of Windows blocks Tarockclub, and no phone reaches this computer. Open Windows "
            "Security, Firewall & network protection, Allow an app through firewall. Choose Change settings and tick "
            "every line python.exe, with Private."
        ),
        FirewallVerdict.PRIVATE_ONLY: _(
            "If no phone reaches this computer: Windows lets them through only in a private network. Open Settings, "
            "Network & internet, the properties of this Wi-Fi, and choose Private network."
        ),
        FirewallVerdict.OPEN: "",
    }[verdict]
