"""The papers of a table: empty written sheets for the house rules, and the Speiszettel, as PDF."""
