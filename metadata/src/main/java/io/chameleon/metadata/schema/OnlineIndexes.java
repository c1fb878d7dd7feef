package io.chameleon.metadata.schema;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Indexes of {@code object_mapping} that this build has and the table may not have yet. On a table with rows they are
 * built while commits go on ({@code concurrently}), and then take the place of the old ones under a lock that lasts
 * moments. Everything works meanwhile, slower. A process that dies leaves an index that the next one drops.
 *
 * <p>Cost: each index reads the table twice, and takes its space beside the old one until then.
 */
public final class OnlineIndexes {
    private static final Logger LOG = LoggerFactory.getLogger(OnlineIndexes.class);

    /** Whoever has this lock builds. Any number that nothing else takes. */
    private static final long LOCK = 0x6368616d_696e6478L;

    /** The exchange waits for running transactions, and later ones wait for it: for no longer than this. */
    private static final Duration EXCHANGE = Duration.ofSeconds(1);

    private static final String LOCK_TIMEOUT = "55P03";

    /**
     * Heat scores in steps of a millionth. PostgreSQL stores equal keys of an index once, but for floating-point
     * numbers. The bounds keep {@link io.chameleon.core.redundancy.WriteHeat#NEVER_WRITTEN} within a bigint.
     */
    public static final String HEAT_STEP = "cast(greatest(-1e12, least(1e12, heat_score)) * 1048576 as bigint)";

    private static final String BY_HEAT = "object_mapping_by_heat_step";

    /** Earlier builds read it. */
    private static final String FORMER_BY_HEAT = "object_mapping_by_heat";

    private static final String IS_BUILT = "select 1 from pg_index where indexrelid = to_regclass('%s') and indisvalid";

    /**
     * An index that is new, or replaces one of the same name.
     *
     * @param name what it is called in the end
     * @param made after its name, in its definition
     * @param known how PostgreSQL's text of the definition ends, in lower case
     * @param exchange statements, in one transaction, that put {@code name_next} in the place of {@code name}
     */
    private record Index(String name, String made, String known, String exchange) {
        String next() {
            return name + "_next";
        }
    }

    private static final List<Index> INDEXES = List.of(
            new Index(
                    "object_mapping_pkey",
                    " on object_mapping (bucket, object_key) include (places)",
                    "(bucket, object_key) include (places)",
                    """
                    alter table object_mapping drop constraint object_mapping_pkey,
                        add constraint object_mapping_pkey primary key using index object_mapping_pkey_next
                    """),
            new Index(
                    "object_mapping_by_write",
                    " on object_mapping (write_high)",
                    "(write_high)",
                    "drop index object_mapping_by_write;"
                            + " alter index object_mapping_by_write_next rename to object_mapping_by_write"),
            new Index(
                    BY_HEAT,
                    " on object_mapping ((" + HEAT_STEP + ")) where chunk_bytes = 0 and extents = 0",
                    "where ((chunk_bytes = 0) and (extents = 0))",
                    "alter index object_mapping_by_heat_step_next rename to " + BY_HEAT));

    private OnlineIndexes() {}

    /** Builds what is missing at once if the table is empty. */
    public static void ifEmpty(DataSource source) {
        try (Connection connection = source.getConnection();
                Rollback _ = connection::rollback) {
            connection.setAutoCommit(false);
            execute(connection, "select pg_advisory_xact_lock(" + LOCK + ")");
            if (!exists(connection, "select 1 from object_mapping limit 1")) {
                for (Index index : INDEXES) {
                    if (isMissing(connection, index)) {
                        execute(connection, "drop index if exists " + index.next());
                        execute(connection, create("", index));
                        execute(connection, index.exchange);
                    }
                }
                execute(connection, "drop index if exists " + FORMER_BY_HEAT);
            }
            connection.commit();
        } catch (SQLException e) {
            throw new IllegalStateException("cannot build the indexes of an empty table", e);
        }
    }

    /**
     * Builds what is missing while others read and write, unless another process does.
     *
     * @return whether nothing is missing any more; if not, to be called again
     */
    public static boolean build(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection()) {
            if (!exists(connection, "select 1 where pg_try_advisory_lock(" + LOCK + ")")) {
                return false;
            }
            boolean complete = buildMissing(connection);
            // closing alone frees the lock only once the server has noticed
            execute(connection, "select pg_advisory_unlock(" + LOCK + ")");
            return complete;
        }
    }

    private static boolean buildMissing(Connection connection) throws SQLException {
        for (Index index : INDEXES) {
            if (isMissing(connection, index)) {
                buildNext(connection, index);
                if (!briefly(connection, index.exchange)) {
                    return false;
                }
                LOG.info("index {} is built anew", index.name);
            }
        }
        return true;
    }

    /**
     * Drops the index of heat by which earlier builds read, once none runs any more.
     *
     * @return whether it is gone; if not, to be called again
     */
    public static boolean dropFormer(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection()) {
            return hasHeatSteps(connection) && briefly(connection, "drop index if exists " + FORMER_BY_HEAT);
        }
    }

    /** Whether the index of {@link #HEAT_STEP} is there: if not, the former one is. */
    public static boolean hasHeatSteps(Connection connection) throws SQLException {
        return exists(connection, IS_BUILT.formatted(BY_HEAT));
    }

    private static void buildNext(Connection connection, Index index) throws SQLException {
        if (!exists(connection, IS_BUILT.formatted(index.next()))) {
            LOG.info("index {} is built anew while commits go on", index.name);
            execute(connection, "drop index concurrently if exists " + index.next());
            execute(connection, create("concurrently ", index));
        }
    }

    private static String create(String how, Index index) {
        String unique = index.name.endsWith("_pkey") ? "unique " : "";
        return "create " + unique + "index " + how + index.next() + index.made;
    }

    /** Returns whether it could: not if a transaction keeps the table locked for long. */
    private static boolean briefly(Connection connection, String statements) throws SQLException {
        connection.setAutoCommit(false);
        try (Rollback _ = connection::rollback) {
            execute(connection, "set local lock_timeout = " + EXCHANGE.toMillis());
            execute(connection, statements);
            connection.commit();
            return true;
        } catch (SQLException e) {
            if (LOCK_TIMEOUT.equals(e.getSQLState())) {
                return false;
            }
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    /** By its definition, in which the table's schema comes before its name. */
    private static boolean isMissing(Connection connection, Index index) throws SQLException {
        return !exists(connection, """
                select 1 from pg_index i join pg_class c on c.oid = i.indexrelid
                where c.relname = '%s' and i.indrelid = 'object_mapping'::regclass
                    and lower(pg_get_indexdef(c.oid)) like '%% %s'
                """.formatted(index.name, index.known.replace("_", "\\_")));
    }

    private static boolean exists(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(sql)) {
            return found.next();
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            boolean unused = statement.execute(sql);
        }
    }
}
