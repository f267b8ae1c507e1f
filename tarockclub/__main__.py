"""`tarockclub COMMAND`, or `python -m tarockclub COMMAND`: the program as it is installed; without a command it serves.

A thin door onto the management commands: `manage.py` of a checkout knows the same ones, and no other options.
"""

import os
import sys
from collections.abc import Sequence

from django.core.exceptions import ImproperlyConfigured

from tarockclub.platform.server.env import keep_others_out
from tarockclub.platform.server.installation import find_data_folder, find_version

SERVE, DEMO = "serve", "demo"
DATA, DATABASE = "TAROCKCLUB_DATA", "DATABASE_URL"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words in (["--version"], ["-V"], ["version"]):
        sys.stdout.write(f"tarockclub {find_version()}\n")
        return 0
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarockclub.settings")
    os.environ.setdefault("PYTHONUTF8", "1")  # of the processes that it starts
    keep_others_out()
    try:
        if words in (["--help"], ["-h"], ["help"]):
            _print_help()
        elif not words or words[0].startswith("-"):
            _execute(SERVE, "--migrate", *words)
        elif words[0] == SERVE:
            _execute(SERVE, "--migrate", *words[1:])
        elif words[0] == DEMO:
            _run_demo(words[1:])
        else:
            _execute(*words)
    except KeyboardInterrupt:
        return 130
    except ImproperlyConfigured as error:  # a setting that somebody has to change: no fault of the program
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


def _execute(*arguments: str) -> None:
    from django.core.management import execute_from_command_line

    execute_from_command_line(["tarockclub", *arguments])


def _run_demo(options: list[str]) -> None:
    """Fill a database with the made-up club, and serve it: one of its own, lest it get into that of a club."""
    if not any(os.environ.get(name, "").strip() for name in (DATA, DATABASE)):
        os.environ[DATA] = str(find_data_folder() / "demo")
    if not {"--help", "-h"} & {*options}:
        _execute("migrate", "--skip-checks", "--verbosity=0")
    _execute(DEMO, *options)
    _execute(SERVE, *options)


def _describe_commands() -> dict[str, str]:
    """Return what people need, in the order of their need; `tarockclub help --commands` lists the rest."""
    from django.utils.translation import gettext as _

    return {
        SERVE: _("starts the server and shows the address for the phones; without a command the same"),
        DEMO: _("a made-up club to look at, in a folder of its own"),
        "backup": _("makes a backup, even while the club is playing"),
        "restore": _("restores a backup; what is there now is backed up first"),
        "setup_code": _("a new code for the set-up page"),
        "set_password": _("a new password for an account"),
        "end_second_factor": _("turns the second factor of an account off"),
        "verify_ledger": _("proves that every book is as it was written"),
        "score": _("scores hands, one JSON object per line"),
        "examples": _("runs the examples of the house rules"),
        "rescore": _("scores evenings under other house rules, without writing anything"),
        "static_site": _("writes the public pages as HTML files"),
        "club": _("the clubs of this installation"),
        "club_file": _("writes a whole club into one file, or takes one over"),
        "migrate": _("prepares the database for this version"),
    }


def _print_help() -> None:
    """List the commands in the language of the installation."""
    import django
    from django.conf import settings
    from django.utils import translation
    from django.utils.translation import gettext as _

    django.setup(set_prefix=False)
    with translation.override(settings.LANGUAGE_CODE):
        lines = [_("Tarockclub: hands in, payouts out."), ""]
        lines += [f"  tarockclub {name:<18} {sentence}" for name, sentence in _describe_commands().items()]
        lines += [
            "",
            _("tarockclub COMMAND --help: its options. tarockclub help --commands: all commands."),
            _("Data: %(folder)s (TAROCKCLUB_DATA names another folder)") % {"folder": settings.DATA_DIR},
        ]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    sys.exit(main())
