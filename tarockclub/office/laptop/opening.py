"""The start by a double click: the browser opens by itself, and whatever is in the way is said in the window."""

import contextlib
import http.client
import os
import sys
import webbrowser
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from pathlib import Path, PureWindowsPath
from typing import NamedTuple

from django.conf import settings
from django.utils.translation import gettext as _

from tarockclub.platform.monitoring import SIGN_OF_LIFE
from tarockclub.platform.server import network
from tarockclub.platform.server.wsgi.turns import LIVE

# The firewall of Windows, asked for its rules: whether phones can reach this program.
#
# Windows asks once, when a program listens for the first time, and keeps the answer as rules, which everybody may
# read. Who has chosen "Cancel" is never asked again, and no phone gets through.

RULES = r"SYSTEM\CurrentControlSet\Services\SharedAccess\Parameters\FirewallPolicy\FirewallRules"
PRIVATE, PUBLIC = "Private", "Public"
EVERY_PROFILE = frozenset({"Domain", PRIVATE, PUBLIC})


class FirewallVerdict(Enum):
    """The verdict on the rules: do phones get through?"""

    ASKS = "asks"  # no rule: Windows will ask
    BLOCKS = "blocks"
    PRIVATE_ONLY = "private only"
    OPEN = "open"


class FirewallRule(NamedTuple):
    """A rule for connections from outside to a program."""

    program: PureWindowsPath
    allows: bool
    profiles: frozenset[str]


def parse_rule(line: str) -> FirewallRule | None:
    """Parse a rule as Windows stores it; None if it is switched off, or not about connections to a program.

    >>> parse_rule(r"v2.32|Action=Block|Active=TRUE|Dir=In|Protocol=6|Profile=Public|App=C:\\python.exe|Name=x|")
    FirewallRule(program=PureWindowsPath('C:/python.exe'), allows=False, profiles=frozenset({'Public'}))
    """
    fields = [part.partition("=") for part in line.split("|") if "=" in part]
    values = {name: value for name, _sign, value in fields}
    if values.get("Active") != "TRUE" or values.get("Dir") != "In" or not values.get("App"):
        return None
    if values.get("Protocol", "6") != "6":
        return None  # not TCP
    profiles = frozenset(value for name, _sign, value in fields if name == "Profile")
    return FirewallRule(
        PureWindowsPath(_fill_variables(values["App"])), values.get("Action") == "Allow", profiles or EVERY_PROFILE
    )


def judge(lines: Iterable[str], program: str) -> FirewallVerdict:
    """Return whether phones get through to a program by these rules; one that blocks wins."""
    mine = [rule for rule in map(parse_rule, lines) if rule is not None and rule.program == PureWindowsPath(program)]
    if not mine:
        return FirewallVerdict.ASKS
    blocked = frozenset[str]().union(*(rule.profiles for rule in mine if not rule.allows))
    through = frozenset[str]().union(*(rule.profiles for rule in mine if rule.allows)) - blocked
    if {PRIVATE, PUBLIC} <= through:
        return FirewallVerdict.OPEN
    return FirewallVerdict.PRIVATE_ONLY if PRIVATE in through else FirewallVerdict.BLOCKS


def ask_firewall() -> FirewallVerdict:
    """Return whether phones get through to this program; where nobody knows, as if they did."""
    if sys.platform == "win32":
        with contextlib.suppress(OSError):
            return judge(_read_rules(), sys.executable)
    return FirewallVerdict.OPEN


if sys.platform == "win32":
    import winreg

    def _read_rules() -> Iterator[str]:
        with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, RULES) as key:
            for number in range(winreg.QueryInfoKey(key)[1]):
                yield str(winreg.EnumValue(key, number)[1])


def _fill_variables(path: str) -> str:
    """Return a path with the values of variables such as %ProgramFiles%."""
    for name, value in os.environ.items():
        path = path.replace(f"%{name}%", value)
    return path


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
