#!/bin/bash
# What the entrypoint of the official image does with the settings that docker-compose.yml gives it: a cluster at the first
# start, open to the network by password, then the server as its own user.
set -eu
as_postgres() { setpriv --reuid 999 --regid 999 --clear-groups "$@"; }
mkdir -p "$PGDATA" /var/run/postgresql
chown 999:999 "$PGDATA" /var/run/postgresql
chmod 700 "$PGDATA"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  (umask 077; printf '%s\n' "$POSTGRES_PASSWORD" > /run/password)
  chown 999 /run/password
  as_postgres initdb -D "$PGDATA" --username "$POSTGRES_USER" --pwfile /run/password \
    --auth-local trust --auth-host scram-sha-256 --encoding UTF8 --locale C
  rm /run/password
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  printf "listen_addresses = '*'\nunix_socket_directories = '/var/run/postgresql'\n" >> "$PGDATA/postgresql.conf"
  echo "CREATE DATABASE \"$POSTGRES_USER\"" | as_postgres postgres --single -D "$PGDATA" postgres > /dev/null
fi
exec setpriv --reuid 999 --regid 999 --clear-groups "$@"
