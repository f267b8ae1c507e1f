#!/bin/sh
# Run once by PostgreSQL's container, when its volume is new: the program's role is no superuser, and owns its database
# (docs/dev/row-security.md: for a superuser nothing keeps clubs apart).
set -eu
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --set password="$PROGRAM_PASSWORD" --username "${POSTGRES_USER:-postgres}" \
    --dbname postgres <<'SQL'
CREATE ROLE tarockclub LOGIN PASSWORD :'password';
CREATE DATABASE tarockclub OWNER tarockclub TEMPLATE template0 LOCALE 'C.UTF-8';
SQL
