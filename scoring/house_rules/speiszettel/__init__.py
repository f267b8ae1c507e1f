"""The sheet as players know it (Speiszettel): made of what the engine reads, in words."""
