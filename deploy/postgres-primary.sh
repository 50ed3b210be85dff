# postgres-primary.sh -- once, when the database is made: let a standby in, and wait for it with every commit from the
# next start on. (Any sooner, making the database itself would wait for a standby that cannot be there yet.)
set -eu
echo "host replication all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" \
    -c "ALTER SYSTEM SET synchronous_standby_names='standby'" \
    -c "ALTER SYSTEM SET synchronous_commit='on'" \
    -c "ALTER SYSTEM SET max_slot_wal_keep_size='8GB'" \
    -c "SELECT pg_create_physical_replication_slot('standby')"
