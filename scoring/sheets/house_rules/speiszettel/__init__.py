"""The sheet as players know it (Speiszettel): the engine's data in words."""
