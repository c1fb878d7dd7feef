package io.chameleon.metadata.table;

import io.chameleon.core.ServerId;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Repair;
import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.RepairTask;
import io.chameleon.metadata.database.Database;
import io.chameleon.metadata.database.DatabaseConfig;
import io.chameleon.metadata.repair.PostgresRepairTable;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Measures what a lost server costs the table: the time until all its objects are queued, the same for a second server
 * while the first still waits for repair, and then the cost of a repair step. Arguments: thousands of objects, servers,
 * objects to a page, and the JDBC URL of a database, with user and password. Without a URL it uses an embedded
 * PostgreSQL that syncs every commit. A database that is already filled is used as it is, and loses the next two
 * servers. Each line has the duration of a step, and the processor time of this process and of PostgreSQL's processes
 * if they run on this machine.
 *
 * <p>Each object is EC(4+2) on six servers, so of n servers each holds six objects in n.
 */
final class RepairLoad {
    private static final PrintStream OUT = System.out;
    /** Two neighbours have no object in common. */
    private static final int FIRST_LOST = 7;

    private static final int BATCH = 128;
    private static final int BATCHES = 10;

    private final Optional<ProcessHandle> postmaster;

    private RepairLoad(Optional<ProcessHandle> postmaster) {
        this.postmaster = postmaster;
    }

    public static void main(String[] arguments) throws SQLException {
        long objects = 1_000L * (arguments.length > 0 ? Integer.parseInt(arguments[0]) : 100);
        int servers = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 50;
        int page = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 8_000;
        DatabaseConfig config = arguments.length > 3
                ? DatabaseConfig.defaults(arguments[3], "postgres", "postgres")
                : PostgresForTests.migratedDatabase();
        try (Database database = Database.open(config, new SimpleMeterRegistry());
                Connection connection = DriverManager.getConnection(config.jdbcUrl())) {
            if (TableFill.isEmpty(connection)) {
                TableFill.fill(connection, objects, servers);
            }
            TableFill.execute(connection, "checkpoint");
            new RepairLoad(postmaster(connection)).measure(database, page);
        }
    }

    private static Optional<ProcessHandle> postmaster(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet pid = statement.executeQuery("select pg_backend_pid()")) {
            pid.next();
            return ProcessHandle.of(pid.getLong(1)).flatMap(ProcessHandle::parent);
        }
    }

    private static long millis(Stream<ProcessHandle> processes) {
        return processes
                .flatMap(process -> process.info().totalCpuDuration().stream())
                .mapToLong(Duration::toMillis)
                .sum();
    }

    private long ours() {
        return millis(Stream.of(ProcessHandle.current()));
    }

    private long database() {
        return millis(postmaster.stream().flatMap(ProcessHandle::children));
    }

    private void measure(Database database, int page) {
        InstantSource clock = InstantSource.system();
        PostgresRepairTable table = new PostgresRepairTable(database, clock, Duration.ofHours(1));
        long fence = new PostgresRemapTable(database, clock, Duration.ofHours(1))
                .claim("load")
                .fence();
        timed("a step before anything is lost", () -> table.repairs(BATCH));
        lose(table, fence, page);
        lose(table, fence, page);
        timed("the record, for people and metrics", table::repairStatus);
        timed("the records of servers", table::evacuating);
        timed("a batch of what is due, the first time", () -> table.repairs(BATCH));
        int repaired =
                timed(BATCHES + " batches of " + BATCH + " objects, read and flipped", () -> repair(table, fence));
        OUT.printf(
                "%,d objects were repaired; %,d are left%n",
                repaired, table.repairStatus().objects());
    }

    /** The next server that is not lost yet. */
    private void lose(PostgresRepairTable table, long fence, int page) {
        ServerId lost = new ServerId(
                "flash-" + (FIRST_LOST + table.evacuating().records().size()));
        long waiting = table.repairStatus().objects();
        table.begin(fence, lost);
        Evacuation known = timed("all that " + lost + " held is queued", () -> walked(table, fence, lost, page));
        OUT.printf("%,d objects were queued, %,d bytes; %,d waited before%n", known.objects(), known.bytes(), waiting);
    }

    private static Evacuation walked(PostgresRepairTable table, long fence, ServerId lost, int page) {
        Evacuation at = table.evacuating().records().stream()
                .filter(record -> record.server().equals(lost))
                .findFirst()
                .orElseThrow();
        while (at.walk() == 0) {
            at = table.walk(fence, at, page).orElseThrow();
        }
        return at;
    }

    private static int repair(PostgresRepairTable table, long fence) {
        int repaired = 0;
        for (int batch = 0; batch < BATCHES; batch++) {
            List<RepairTask> due = table.repairs(BATCH);
            for (RepairTask task : due) {
                ObjectMapping row = task.row();
                table.repair(
                        fence,
                        new Repair(
                                row.id(),
                                row.writeId(),
                                row.version(),
                                row.live(),
                                row.destination(),
                                List.of(),
                                9_000,
                                "measured"));
                repaired++;
            }
        }
        return repaired;
    }

    private <T> T timed(String what, Supplier<T> work) {
        long begin = System.nanoTime();
        long ours = ours();
        long database = database();
        T result = work.get();
        double millis = (System.nanoTime() - begin) / 1e6;
        OUT.printf(
                "%-50s %,12.1f ms; processor time %,10d ms, of PostgreSQL %,10d ms%n",
                what, millis, ours() - ours, database() - database);
        return result;
    }
}
