package io.chameleon.metadata.statement;

import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.metadata.row.WriteKey;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.hibernate.StatelessSession;
import org.jspecify.annotations.Nullable;

/** Puts rows into the outbox. */
public final class OutboxEntries {
    private static final String INSERT = """
            insert into fragment_outbox (id, server, write_high, write_low, since_millis, bucket, condemned)
            select nextval('fragment_outbox_id'), lost.server, lost.high, lost.low, lost.since, lost.bucket, ?
            from unnest(cast(? as text[]), cast(? as bigint[]), cast(? as bigint[]), cast(? as bigint[]), cast(? as text[]))
              as lost(server, high, low, since, bucket)
            """;

    private static final String INSERT_WRITES = """
            insert into fragment_outbox (id, server, servers, write_high, write_low, since_millis, bucket)
            select nextval('fragment_outbox_id'), ?, cast(lost.servers as text[]), lost.high, lost.low, lost.since, lost.bucket
            from unnest(cast(? as text[]), cast(? as bigint[]), cast(? as bigint[]), cast(? as bigint[]), cast(? as text[]))
              as lost(servers, high, low, since, bucket)
            """;

    private static final String REMEMBER = """
            insert into fragment_outbox (id, server, write_high, write_low, since_millis, condemned, forget_millis, bucket)
            values (nextval('fragment_outbox_id'), ?, ?, ?, ?, false, ?, ?)
            """;

    /**
     * A write without live fragments on a server.
     *
     * @param bucket of the write's object, as users see it; null if nothing says which
     */
    public record Entry(
            WriteId writeId,
            ServerId server,
            long sinceMillis,
            @Nullable String bucket) {}

    /**
     * A write that is live nowhere any more, and the servers that have its fragments.
     *
     * @param bucket of the write's object, as users see it
     */
    public record DeadWrite(WriteId writeId, List<ServerId> servers, long sinceMillis, String bucket) {
        /** Whether one row can name all of its servers: else it is an {@link Entry} for each. */
        boolean fitsARow() {
            return servers.size() <= OutboxRow.MOST_SERVERS;
        }
    }

    private OutboxEntries() {}

    /** Adds a row for each write; none for a write that no server has. */
    public static void addWrites(StatelessSession session, List<DeadWrite> writes) {
        add(
                session,
                writes.stream()
                        .filter(Predicate.not(DeadWrite::fitsARow))
                        .flatMap(write -> write.servers.stream()
                                .map(server -> new Entry(write.writeId, server, write.sinceMillis, write.bucket)))
                        .toList(),
                false);
        List<DeadWrite> rows = writes.stream()
                .filter(write -> write.fitsARow() && !write.servers.isEmpty())
                .toList();
        if (rows.isEmpty()) {
            return;
        }
        session.doWork(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(INSERT_WRITES)) {
                statement.setString(1, Outbox.NO_SERVER);
                statement.setArray(2, Sql.texts(connection, rows, write -> literal(write.servers)));
                List<WriteId> writeIds = rows.stream().map(DeadWrite::writeId).toList();
                statement.setObject(3, WriteKey.highs(writeIds));
                statement.setObject(4, WriteKey.lows(writeIds));
                statement.setObject(
                        5, rows.stream().mapToLong(DeadWrite::sinceMillis).toArray());
                statement.setArray(6, Sql.texts(connection, rows, DeadWrite::bucket));
                int unused = statement.executeUpdate();
            }
        });
    }

    /** An array as text, since arrays of several lengths make no array. */
    private static String literal(List<ServerId> servers) {
        return servers.stream().map(server -> "\"" + server + "\"").collect(Collectors.joining(",", "{", "}"));
    }

    /**
     * Adds rows. One statement of one shape, however many rows: with six servers per write there are many.
     *
     * @param entries the garbage, and its servers
     * @param condemned whether it was never live there, or was not when it was found
     */
    public static void add(StatelessSession session, List<Entry> entries, boolean condemned) {
        if (entries.isEmpty()) {
            return;
        }
        session.doWork(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
                statement.setBoolean(1, condemned);
                statement.setArray(2, Sql.texts(connection, entries, entry -> entry.server.value()));
                List<WriteId> writeIds = entries.stream().map(Entry::writeId).toList();
                statement.setObject(3, WriteKey.highs(writeIds));
                statement.setObject(4, WriteKey.lows(writeIds));
                statement.setObject(
                        5, entries.stream().mapToLong(Entry::sinceMillis).toArray());
                statement.setArray(
                        6,
                        connection.createArrayOf(
                                "text", entries.stream().map(Entry::bucket).toArray()));
                int unused = statement.executeUpdate();
            }
        });
    }

    /**
     * Records that a write was committed, whose fragments stay: a retry of its commit is refused from the time on when
     * its object has another version.
     *
     * @param bucket of its object, as users see it
     */
    public static void remember(
            StatelessSession session, WriteId writeId, String bucket, Duration grace, long nowMillis) {
        session.doWork(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(REMEMBER)) {
                statement.setString(1, Outbox.NO_SERVER);
                statement.setLong(2, writeId.high());
                statement.setLong(3, writeId.low());
                statement.setLong(4, nowMillis);
                statement.setLong(5, MappingRules.rememberedUntil(writeId, nowMillis, grace));
                statement.setString(6, bucket);
                int unused = statement.executeUpdate();
            }
        });
    }
}
