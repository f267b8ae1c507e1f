"""`python -m bench [--quick] [NAME …]`: measure, print a table, exit with 1 where a limit is missed."""

import argparse
import sys
from collections.abc import Sequence

from bench.measurements import BENCHES, measure_alone
from bench.ratio import Failure, Measurement

NAME, WHAT = 20, 62  # widths of the first two columns


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what was asked for, or everything, and print one table at the end."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Ratios; bench/README.md explains them.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(BENCHES)}; all without one")
    parser.add_argument("--quick", action="store_true", help="fewer rounds and lines, for a first look")
    options = parser.parse_args(arguments)
    unknown = [name for name in options.names if name not in BENCHES]
    if unknown:
        parser.error(f"there is no measurement {', '.join(unknown)}")
    results = [(name, measure_alone(name, quick=options.quick)) for name in options.names or BENCHES]
    print(f"{'name':{NAME}}{'ours against theirs':{WHAT}}{'ratio':>7}{'min':>7}{'max':>7}{'limit':>7}")
    for name, result in results:
        print(f"{name:{NAME}}{_format_columns(result)}")
    return 0 if all(isinstance(result, Measurement) and result.is_kept for _name, result in results) else 1


def _format_columns(result: Measurement | Failure) -> str:
    if isinstance(result, Failure):
        return result.reason
    numbers = (result.middle, min(result.ratios), max(result.ratios), result.limit)
    columns = "".join(f"{number:7.2f}" for number in numbers)
    return f"{result.name:{WHAT}}{columns}  {'ok' if result.is_kept else 'MISSED'}"


if __name__ == "__main__":
    sys.exit(main())
