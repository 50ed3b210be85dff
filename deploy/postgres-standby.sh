# postgres-standby.sh -- a copy of the primary, made once, then kept up to date. Its name (cluster_name) is what the
# primary waits for. After it is promoted, it waits for nobody until it is given the name of another standby.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    until pg_basebackup -h "${PRIMARY:-primary}" -p "${PGPORT:-5432}" -U skerry -D "$PGDATA" -X stream -R -S standby; do
        rm -rf "${PGDATA:?}"/*
        sleep 1
    done
    chmod 0700 "$PGDATA"
fi
exec postgres -D "$PGDATA" -c cluster_name=standby -c synchronous_standby_names= -c hot_standby=on \
    -c listen_addresses='*'
