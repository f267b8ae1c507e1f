"""Cards to lie on the tables: number, players, and the codes that let phones write there or watch."""
