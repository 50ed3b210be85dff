# postgres-primary.sh -- runs once, when the database is created: lets a standby connect, and makes every commit wait for
# it from the next start on. (Earlier, creating the database would wait for a standby that cannot be there yet.)
set -eu
echo "host replication all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" \
    -c "ALTER SYSTEM SET synchronous_standby_names='standby'" \
    -c "ALTER SYSTEM SET synchronous_commit='on'" \
    -c "ALTER SYSTEM SET max_slot_wal_keep_size='8GB'" \
    -c "SELECT pg_create_physical_replication_slot('standby')"
