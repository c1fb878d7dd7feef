package io.chameleon.metadata.table;

import io.chameleon.core.ServerId;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.metadata.row.Places;
import io.chameleon.metadata.row.SchemeCode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Fills empty tables with objects as commits leave them: their rows, their places and the sums. Each object is EC(4+2)
 * on six servers, so of n servers each has six objects in n. Indexes are built last, which takes a fraction of the time
 * that commits would.
 */
public final class TableFill {
    private static final long AT_ONCE = 1_000_000;

    private static final List<String> TABLES = List.of("object_mapping");

    private static final String OBJECTS = """
            insert into object_mapping (bucket, object_key, write_high, write_low, size_bytes, segment_bytes, crc32c,
                content_type, user_metadata, state, scheme_code, degraded, remap_epoch, heat_score, last_write_epoch,
                created_epoch, created_millis, modified_millis, version, places)
            select 'photos', 'f-' || lpad(cast(n %% 1000 as text), 3, '0') || '/' || lpad(cast(n as text), 9, '0'),
                1000000000000 + n * 65536, n, 36000, 16384, 7, 'image/png', '{}', 2, %5$s, false, 0, n %% 97, 1,
                1, 1000000, 1000000, n,
                (select string_agg((cast('{%4$s}' as bytea[]))[cast(1 + (n / 1000 * 13 + n * 31 + k * 8) %% %2$s as integer)],
                    cast('' as bytea) order by k)
                 from generate_series(0, 5) k)
            from generate_series(cast(%1$s as bigint), cast(%3$s as bigint)) n
            """;

    private static final String CODES = """
            insert into server_code (code, server)
            select code, 'flash-' || n - 1 from unnest(cast('{%s}' as bytea[])) with ordinality as c(code, n) order by n
            """;

    private static final String SUMS = """
            insert into stored (kind, name, part, bytes, objects, registered) values
                (1, 'photos', 0, cast(%1$s as bigint) * 36000, %1$s, true), (3, '2', 0, 0, %1$s, false);
            insert into bucket (name) values ('photos');
            """;

    private TableFill() {}

    /** The key of an object. */
    static String key(long number) {
        return String.format(Locale.ROOT, "f-%03d/%09d", number % 1000, number);
    }

    static boolean isEmpty(Connection connection) throws SQLException {
        return texts(connection, "select object_key from object_mapping limit 1")
                .isEmpty();
    }

    /** @param servers more than 40: else an object might have two fragments on one of them */
    public static void fill(Connection connection, long objects, int servers) throws SQLException {
        execute(connection, "set maintenance_work_mem = '1GB'");
        List<String> indexes = new ArrayList<>();
        for (String table : TABLES) {
            indexes.add(
                    "alter table %1$s add constraint %1$s_pkey %2$s".formatted(table, primaryKey(connection, table)));
            indexes.addAll(otherIndexes(connection, table));
        }
        for (String index : names(connection)) {
            execute(connection, "drop index " + index);
        }
        for (String table : TABLES) {
            execute(connection, "alter table %1$s drop constraint %1$s_pkey".formatted(table));
        }
        execute(connection, CODES.formatted(codes(servers)));
        for (long from = 0; from < objects; from += AT_ONCE) {
            execute(
                    connection,
                    OBJECTS.formatted(
                            from,
                            servers,
                            Math.min(objects, from + AT_ONCE) - 1,
                            codes(servers),
                            SchemeCode.of(RedundancyScheme.EC_4_2)));
        }
        for (String index : indexes) {
            execute(connection, index);
        }
        execute(connection, SUMS.formatted(objects));
        execute(connection, "vacuum analyze");
    }

    private static String primaryKey(Connection connection, String table) throws SQLException {
        return texts(
                        connection,
                        "select pg_get_constraintdef(oid) from pg_constraint where contype = 'p' and conrelid = '%s'::regclass"
                                .formatted(table))
                .getFirst();
    }

    private static List<String> otherIndexes(Connection connection, String table) throws SQLException {
        return texts(
                connection,
                "select indexdef from pg_indexes where tablename = '%1$s' and indexname <> '%1$s_pkey'"
                        .formatted(table));
    }

    private static List<String> names(Connection connection) throws SQLException {
        return texts(
                connection,
                "select indexname from pg_indexes where tablename = 'object_mapping'"
                        + " and indexname <> 'object_mapping_pkey'");
    }

    /** Elements of an array: the codes of the servers by their numbers. */
    private static String codes(int servers) {
        return IntStream.range(0, servers)
                .mapToObj(n -> "\"\\\\x" + HexFormat.of().formatHex(Places.code(new ServerId("flash-" + n))) + "\"")
                .collect(Collectors.joining(","));
    }

    static List<String> texts(Connection connection, String sql) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(sql)) {
            while (found.next()) {
                texts.add(found.getString(1));
            }
        }
        return texts;
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            boolean unused = statement.execute(sql);
        }
    }
}
