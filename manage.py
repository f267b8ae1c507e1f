#!/usr/bin/env python
"""Django's command line, with this project's settings."""

import os
import sys


def main() -> None:
    """Run the command that the arguments name."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarockclub.settings")
    try:
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit("Django fehlt hier. Zuerst: python -m tools install")
    from tarockclub.platform.server.env import keep_others_out

    keep_others_out()
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
