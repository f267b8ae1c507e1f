"""`python -m tools COMMAND`: the program behind the Makefile."""

import sys

# Old Pythons must get as far as this sentence: no newer syntax above or in this file.
if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit(
        "Tarockclub braucht Python 3.11 oder neuer; das hier ist Python %d.%d."  # noqa: UP031
        % sys.version_info[:2]
    )

from tools.commands import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
