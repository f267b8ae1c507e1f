"""The director's desk: overview, tables, late hands, projector."""
