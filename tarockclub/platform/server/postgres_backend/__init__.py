"""A PostgreSQL backend whose connections lead to the primary, also after another server has become it."""
