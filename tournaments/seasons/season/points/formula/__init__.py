"""The language for the points of a place in a season: small, exact, bounded; no Django.

`parser.parse_formula` reads a text, `printer.format_formula` writes it, `evaluate.compute_value` computes it with exact
fractions, and `check.check_formula` tries it for every place of up to 300 players. An error is a value (problems.py),
never an exception. docs/dev/season-points.md explains the language to people.
"""
