"""The firewall of Windows, asked for its rules: whether phones can reach this program.

Windows asks once, when a program listens for the first time, and keeps the answer as rules, which everybody may read.
Who has chosen "Cancel" is never asked again, and no phone gets through.
"""

import contextlib
import os
import sys
from collections.abc import Iterable, Iterator
from enum import Enum
from pathlib import PureWindowsPath
from typing import NamedTuple

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
