package io.chameleon.metadata.statement;

import io.chameleon.core.ServerId;
import io.chameleon.core.WriteId;
import io.chameleon.core.mapping.table.Garbage;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row of the outbox.
 *
 * <p>A superseded write is one row that names all of its servers. {@link Garbage} is one server of a row, and its id
 * tells which: that of the row, and the server's place. Rows' own ids are {@value #STRIDE} apart, so no two are equal.
 *
 * @param isWrite whether it is of a whole write, and names all of its servers
 * @param bucket null if nothing says which
 */
record OutboxRow(
        long id,
        List<String> servers,
        boolean isWrite,
        WriteId writeId,
        long sinceMillis,
        @Nullable String bucket) {
    /** Between the ids of two rows, by the sequence's increment. */
    static final int STRIDE = 256;
    /** Of a row: there are as many ids between it and the next. */
    static final int MOST_SERVERS = STRIDE - 1;

    /** As {@link #read} reads them. */
    static final String COLUMNS = "id, server, servers, write_high, write_low, since_millis, bucket";

    Garbage garbage(int place) {
        return new Garbage(garbageId(place), new ServerId(servers.get(place)), writeId, sinceMillis);
    }

    long garbageId(int place) {
        return isWrite ? id + 1 + place : id;
    }

    /** The row that is left of one on a server that has not collected its part. */
    OutboxRow left(int place) {
        return new OutboxRow(garbageId(place), List.of(servers.get(place)), false, writeId, sinceMillis, bucket);
    }

    /** The ids of the rows of whole writes to which garbage may belong. */
    static long[] writes(Collection<Long> garbageIds) {
        return garbageIds.stream()
                .filter(id -> Math.floorMod(id - 1, STRIDE) != 0)
                .mapToLong(id -> id - Math.floorMod(id - 1, STRIDE))
                .distinct()
                .toArray();
    }

    static List<OutboxRow> rows(ResultSet found) throws SQLException {
        List<OutboxRow> rows = new ArrayList<>();
        while (found.next()) {
            rows.add(read(found));
        }
        return rows;
    }

    static OutboxRow read(ResultSet found) throws SQLException {
        Array servers = found.getArray(3);
        return new OutboxRow(
                found.getLong(1),
                Outbox.servers(found.getString(2), servers),
                servers != null,
                new WriteId(found.getLong(4), found.getLong(5)),
                found.getLong(6),
                found.getString(7));
    }
}
