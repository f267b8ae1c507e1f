"""The office around evenings and tournaments: first page, search, backups, files, published pages."""
