"""The language in which a season says how many points a place is worth: small, exact, bounded; no Django.

`parsing.parsed` reads a text, `printing.printed` writes it, `reckoning.value_of` reckons it with exact fractions, and
`checking.checked` tries it for every place of up to 300 players. What is wrong is a value (problems.py), never an
exception. docs/season-points.md explains the language to people.
"""
