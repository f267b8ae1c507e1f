"""Examples: hands that show what a sheet pays, alone or beside another sheet."""
