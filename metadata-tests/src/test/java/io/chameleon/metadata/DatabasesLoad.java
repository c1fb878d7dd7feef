package io.chameleon.metadata;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Slices;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.metadata.batch.Lane;
import io.chameleon.metadata.batch.MetadataMetrics;
import io.chameleon.metadata.database.DatabaseConfig;
import io.chameleon.metadata.database.OpenDatabases;
import io.chameleon.metadata.move.FurtherBuckets;
import io.chameleon.metadata.table.GroupKeeper;
import io.chameleon.metadata.table.PostgresForTests;
import io.chameleon.metadata.table.Samples;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.PrintStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Measures the processor time of a commit, of this JVM and of PostgreSQL, with one, two and four databases of one
 * embedded PostgreSQL that syncs every commit. The callers wait for each answer, as many for each database. Rounds of
 * the three alternate; medians are printed. Arguments: callers for each database, seconds of a measurement, rounds, and
 * "sliced" for one bucket, which is sliced if there are several databases, in place of eight.
 */
final class DatabasesLoad implements AutoCloseable {
    private static final PrintStream OUT = System.out;
    private static final Duration GRACE = Duration.ofHours(1);
    private static final int BUCKETS = 8;
    private static final int KEYS = 2_000;

    private final int count;
    private final int buckets;
    private final OpenDatabases databases;
    private final TableSetup setup;
    private final Lane<Commit, CommitResult> commits;

    private record Result(double perSecond, double ours, double postgres) {}

    private DatabasesLoad(int count, boolean sliced) {
        this.count = count;
        this.buckets = sliced ? 1 : BUCKETS;
        MetadataConfig config = MetadataConfig.defaults(newDatabase())
                .withFurther(Stream.generate(DatabasesLoad::newDatabase)
                        .limit(count - 1L)
                        .toList());
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        databases = new OpenDatabases(
                config.allDatabases(), "", GRACE, InstantSource.system(), FurtherBuckets::new, meters);
        setup = new TableSetup(databases, new GroupKeeper(databases.first()), GRACE);
        commits = setup.commits(config, new MetadataMetrics(meters));
        if (sliced && count > 1) {
            BucketInfo unused = setup.tables().buckets().create("bucket-0", "", Map.of(Slices.SETTING, "16"));
        }
    }

    private static DatabaseConfig newDatabase() {
        return PostgresForTests.migratedDatabase().withPoolSize(6);
    }

    public static void main(String[] arguments) throws Exception {
        boolean sliced = arguments.length > 3 && arguments[3].equals("sliced");
        List<Integer> numbers =
                Arrays.stream(arguments).limit(3).map(Integer::valueOf).toList();
        int callers = numbers.isEmpty() ? 32 : numbers.get(0);
        int seconds = numbers.size() < 2 ? 5 : numbers.get(1);
        int rounds = numbers.size() < 3 ? 5 : numbers.get(2);
        Map<DatabasesLoad, List<Result>> results = new LinkedHashMap<>();
        for (int count : new int[] {1, 2, 4}) {
            results.put(new DatabasesLoad(count, sliced), new ArrayList<>());
        }
        for (int round = 0; round <= rounds; round++) {
            for (Map.Entry<DatabasesLoad, List<Result>> each : results.entrySet()) {
                Result result = each.getKey().measure(callers, Duration.ofSeconds(seconds));
                if (round > 0) {
                    each.getValue().add(result);
                }
            }
        }
        for (Map.Entry<DatabasesLoad, List<Result>> each : results.entrySet()) {
            List<Result> all = each.getValue();
            OUT.printf(
                    "%d databases: %,.0f commits/s, %.0f us of this JVM and %.0f us of PostgreSQL each%n",
                    each.getKey().count,
                    median(all.stream().map(Result::perSecond).toList()),
                    median(all.stream().map(Result::ours).toList()),
                    median(all.stream().map(Result::postgres).toList()));
            each.getKey().close();
        }
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    private Result measure(int callers, Duration duration) throws Exception {
        long ours = ours();
        long postgres = postgres();
        long begin = System.nanoTime();
        long end = begin + duration.toNanos();
        long done = 0;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Long>> all = IntStream.range(0, callers * count)
                    .mapToObj(caller -> threads.submit(() -> commitUntil(end, new SplittableRandom(caller))))
                    .toList();
            for (Future<Long> each : all) {
                done += each.get();
            }
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        return new Result(done / seconds, (ours() - ours) / 1e3 / done, (postgres() - postgres) / 1e3 / done);
    }

    private long commitUntil(long end, SplittableRandom random) throws Exception {
        long done = 0;
        for (; System.nanoTime() < end; done++) {
            ObjectId id = new ObjectId(
                    "bucket-" + random.nextInt(buckets),
                    String.format(Locale.ROOT, "object-%07d", random.nextInt(KEYS)));
            CommitResult unused = commits.submit(
                            Samples.write(id),
                            System.nanoTime() + Duration.ofMinutes(1).toNanos())
                    .get();
        }
        return done;
    }

    private static long ours() {
        return cpuNanos(ProcessHandle.current());
    }

    /** Of its processes that are there: backends live as long as their connections. */
    private static long postgres() {
        return PostgresForTests.processes().stream()
                .flatMap(pid -> ProcessHandle.of(pid).stream())
                .mapToLong(DatabasesLoad::cpuNanos)
                .sum();
    }

    private static long cpuNanos(ProcessHandle process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
    }

    @Override
    public void close() {
        setup.close();
        databases.close();
    }
}
