"""Models that name clubs and accounts only as text; tarockclub.models offers them all."""
