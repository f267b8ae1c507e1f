"""The rules of Windows's firewall, and their meaning for phones."""

import pytest

from tarockclub.office.laptop.opening import FirewallVerdict, explain_firewall, judge, parse_rule

PROGRAM = r"C:\Users\Jörg Müller\Desktop\Tarockclub-1.0.0\python\python.exe"


def build_rule(action="Allow", profiles=("Private",), program=PROGRAM, protocol="6", more="Active=TRUE|Dir=In"):
    profile = "".join(f"Profile={name}|" for name in profiles)
    return f"v2.32|Action={action}|{more}|Protocol={protocol}|{profile}App={program}|Name=python.exe|Defer=User|"


@pytest.mark.parametrize(
    ("lines", "verdict"),
    [
        ([], FirewallVerdict.ASKS),
        ([build_rule(program=r"C:\Python313\python.exe")], FirewallVerdict.ASKS),
        ([build_rule(more="Active=FALSE|Dir=In")], FirewallVerdict.ASKS),
        ([build_rule(more="Active=TRUE|Dir=Out")], FirewallVerdict.ASKS),
        ([build_rule(protocol="17")], FirewallVerdict.ASKS),  # UDP
        ([build_rule()], FirewallVerdict.PRIVATE_ONLY),
        ([build_rule(program=PROGRAM.upper())], FirewallVerdict.PRIVATE_ONLY),
        ([build_rule(), build_rule("Block", ["Public"])], FirewallVerdict.PRIVATE_ONLY),
        ([build_rule(profiles=["Private", "Public"])], FirewallVerdict.OPEN),
        ([build_rule(profiles=[])], FirewallVerdict.OPEN),
        ([build_rule("Block", ["Public"])], FirewallVerdict.BLOCKS),
        ([build_rule(profiles=["Public"])], FirewallVerdict.BLOCKS),
        ([build_rule(), build_rule("Block", ["Private"])], FirewallVerdict.BLOCKS),  # a rule that blocks wins
        (["", "v2.32|", "v2.32|Action=Allow|Active=TRUE|Dir=In|RA4=LocalSubnet|"], FirewallVerdict.ASKS),
    ],
)
def test_the_verdict_on_a_set_of_rules(lines, verdict):
    assert judge(lines, PROGRAM) == verdict


def test_a_path_may_name_variables(monkeypatch):
    monkeypatch.setenv("LOCALAPPDATA", r"C:\Users\Jörg\AppData\Local")
    rule = parse_rule(build_rule(program=r"%LOCALAPPDATA%\Tarockclub\python.exe"))
    assert rule is not None
    assert str(rule.program) == r"C:\Users\Jörg\AppData\Local\Tarockclub\python.exe"


def test_there_is_a_sentence_for_every_verdict_but_the_good_one():
    assert [verdict for verdict in FirewallVerdict if not explain_firewall(verdict, "win32")] == [FirewallVerdict.OPEN]
    assert explain_firewall(FirewallVerdict.OPEN, "linux") == ""
    assert "macOS" in explain_firewall(FirewallVerdict.OPEN, "darwin")
