"""All that knows no club: amounts, days, words, tables, papers."""
