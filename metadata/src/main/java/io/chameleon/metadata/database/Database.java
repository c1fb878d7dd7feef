package io.chameleon.metadata.database;

import io.chameleon.core.error.ChameleonError;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.LongSupplier;
import javax.sql.DataSource;

/**
 * One process's access to a database: migrated to this build's schema, pooled, mapped. The pool replaces broken
 * connections, so a restart of the database costs only the transactions in flight. A further database may not be in use
 * yet: then every call fails as unavailable.
 */
public final class Database implements AutoCloseable {
    private final DatabaseConfig config;
    private final MeterRegistry registry;
    private final LongSupplier nanos;
    private final DatabaseCount count;
    private final OwnDatabase source;
    private final OwnDatabase unlimited;
    private final PrimaryLease lease;
    private final Outage outage;
    private final Transactions transactions;
    private final DatabaseUse use;

    private Database(
            DatabaseConfig config,
            MeterRegistry registry,
            LongSupplier nanos,
            DatabaseCount count,
            Outage outage,
            String name) {
        this.config = config;
        this.registry = registry;
        this.nanos = nanos;
        this.count = count;
        this.source = DatabasePool.source(config);
        this.unlimited = DatabasePool.unlimited(config);
        this.lease = config.requireStandby() ? PrimaryLease.needed(System::nanoTime) : PrimaryLease.unneeded();
        this.outage = outage;
        this.use = new DatabaseUse(name);
        this.transactions = new Transactions(use::access, lease, outage, new OutageLog(name, nanos), registry);
    }

    /**
     * Connects and migrates; safe when several processes start at once (Flyway locks its history).
     *
     * @param registry gets {@code chameleon_metadata_transaction_seconds}, {@code ..._transaction_conflicts_total} and
     *     the pool's
     * @throws RuntimeException if the database cannot be reached, is a standby, has a newer schema, or does not keep
     *     acknowledged commits
     */
    public static Database open(DatabaseConfig config, MeterRegistry registry) {
        return open(config, registry, System::nanoTime);
    }

    /** @param nanos measures the {@link UpgradeWindow} */
    public static Database open(DatabaseConfig config, MeterRegistry registry, LongSupplier nanos) {
        Outage outage = Outage.ofTheOnly();
        return opened(new Database(config, registry, nanos, DatabaseCount.ONE, outage, "the mapping database"));
    }

    /** One of several. */
    public static Database open(DatabaseConfig config, MeterRegistry registry, int number, DatabaseCount count) {
        return count.told() == 1 ? open(config, registry) : opened(oneOfSeveral(config, registry, number, count));
    }

    /** A further one that is not in use before {@link #enter(Connection, String, int)}. */
    static Database further(DatabaseConfig config, MeterRegistry registry, int number, DatabaseCount count) {
        Database database = oneOfSeveral(config, registry, number, count);
        database.unlimited.refuseAll();
        return database;
    }

    private static Database oneOfSeveral(
            DatabaseConfig config, MeterRegistry registry, int number, DatabaseCount count) {
        LongSupplier nanos = System::nanoTime;
        String name = "database " + number;
        return new Database(config, registry, nanos, count, Outage.ofOneOfSeveral(name, nanos), name);
    }

    private static Database opened(Database database) {
        try (Connection connection = database.connect()) {
            database.prepare(connection);
            database.enter(connection);
            return database;
        } catch (SQLException e) {
            throw new IllegalStateException(database.use.name() + " does not answer: " + DatabaseFailure.reason(e), e);
        }
    }

    /**
     * Gives a database this build's schema, and does not take it into use.
     *
     * @throws RuntimeException if the database cannot be reached, or has a newer schema
     */
    public static void migrate(DatabaseConfig config) {
        DatabaseSchema.migrate(config);
    }

    /** A connection of its own, to whatever database is there. */
    Connection connect() throws SQLException {
        return source.unchecked();
    }

    /** A connection of its own, to this database of the cluster and no other, also while it is not in use. */
    Connection connect(String clusterId, int number) throws SQLException {
        Connection connection = connect();
        try {
            ClusterIdentity.preview(connection, clusterId, number, true);
            return connection;
        } catch (SQLException | IllegalArgumentException e) {
            connection.close();
            throw e;
        }
    }

    /** Checks that it may serve, and migrates its schema. */
    void prepare(Connection connection) throws SQLException {
        DatabaseCheck.require(connection, config.requireStandby());
        DatabaseSchema.migrate(config);
    }

    private void enter(Connection connection) throws SQLException {
        UpgradeWindow window = UpgradeWindow.read(connection, nanos);
        ServerCodes codes = ServerCodes.known(connection);
        use.enter(DatabaseAccess.open(config, source, lease, window, codes, count, registry));
    }

    /** Takes it into use, as this database of this cluster and no other. The connection leads to it. */
    void enter(Connection connection, String clusterId, int number) throws SQLException {
        source.only(clusterId, number);
        enter(connection);
        unlimited.only(clusterId, number);
    }

    /** @param reason why what answers is not taken into use; empty if nothing answers */
    void refused(String reason) {
        use.refused(reason);
    }

    public Transactions transactions() {
        return transactions;
    }

    /** Whether it is in use, and not still waited for since the start. */
    public boolean isInUse() {
        return use.isInUse();
    }

    /** Whether the last call got a connection. */
    public boolean isAnswering() {
        return isInUse() && !outage.isFailing();
    }

    /** Whether what answers is not the database that it should be, or may not serve. */
    public boolean isRefused() {
        return use.isRefused() || source.isAnother();
    }

    /** Refuses new connections to a database of another cluster, or to another of this one. */
    void only(String clusterId, int number) {
        source.only(clusterId, number);
        unlimited.only(clusterId, number);
    }

    /** @throws ChameleonError {@code UNAVAILABLE} if it is not in use yet */
    public DataSource pool() {
        return use.access().pool();
    }

    /** @throws ChameleonError {@code UNAVAILABLE} if it is not in use yet */
    public ServerCodes codes() {
        return use.access().codes();
    }

    /** Connections without a time limit, outside of the pool: for a rare statement that reads a whole table. */
    public DataSource unlimited() {
        return unlimited;
    }

    /** See {@link DatabaseConfig#longestTransaction}. */
    public Duration longestTransaction() {
        return config.longestTransaction();
    }

    @Override
    public void close() {
        transactions.close();
        use.close();
    }
}
