package io.chameleon.metadata.table;

import com.sun.management.OperatingSystemMXBean;
import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.Commit;
import io.chameleon.metadata.batch.CommitBatcher;
import io.chameleon.metadata.batch.LookupBatcher;
import io.chameleon.metadata.batch.MetadataMetrics;
import io.chameleon.metadata.database.Database;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Measures commits and lookups per second of the table on an embedded PostgreSQL that syncs every commit, with callers
 * that wait for each answer before the next request. Arguments: callers, seconds per measurement, objects.
 */
final class MappingTableLoad {
    /** One caller's next call. */
    private interface Call {
        void run(SplittableRandom random) throws Exception;
    }

    private static final PrintStream OUT = System.out;

    private static final OperatingSystemMXBean OS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final int callers;
    private final Duration duration;

    private MappingTableLoad(int callers, Duration duration) {
        this.callers = callers;
        this.duration = duration;
    }

    public static void main(String[] arguments) throws Exception {
        List<Integer> numbers = Arrays.stream(arguments).map(Integer::valueOf).toList();
        int callers = numbers.isEmpty() ? 32 : numbers.get(0);
        int seconds = numbers.size() < 2 ? 5 : numbers.get(1);
        int objects = numbers.size() < 3 ? 20_000 : numbers.get(2);
        new MappingTableLoad(callers, Duration.ofSeconds(seconds)).run(objects);
    }

    private void run(int objects) throws Exception {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        try (Database database =
                Database.open(PostgresForTests.migratedDatabase().withPoolSize(callers), meters)) {
            PostgresMappingTable table =
                    new PostgresMappingTable(database, InstantSource.system(), Duration.ofHours(1));
            for (int from = 0; from < objects; from += 500) {
                table.commit(IntStream.range(from, Math.min(objects, from + 500))
                        .mapToObj(i -> Samples.write(object(i)))
                        .toList());
            }
            Call lookup = random -> table.lookup(object(random.nextInt(objects)));
            Call alone = random -> table.commit(List.of(overwrite(random, objects)));
            measure("warm-up, lookups", meters, lookup);
            measure("lookups", meters, lookup);
            ExecutorService workers = Executors.newFixedThreadPool(2);
            try (workers) {
                LookupBatcher batcher =
                        new LookupBatcher(table::lookup, workers, 4096, System::nanoTime, new MetadataMetrics(meters));
                Call batched = random -> batcher.submit(
                                object(random.nextInt(objects)),
                                System.nanoTime() + Duration.ofMinutes(1).toNanos())
                        .get();
                measure("warm-up, lookups batched", meters, batched);
                measure("lookups batched", meters, batched);
            }
            AtomicInteger created = new AtomicInteger(objects);
            Call create = random -> table.commit(List.of(Samples.write(object(created.incrementAndGet()))));
            measure("warm-up, commits of new objects", meters, create);
            measure("commits of new objects", meters, create);
            measure("warm-up, commits one by one", meters, alone);
            measure("commits one by one", meters, alone);
            for (int committers : new int[] {1, 2, 4, 8}) {
                try (CommitBatcher batcher = new CommitBatcher(
                        table::commit, committers, 128, 4096, System::nanoTime, new MetadataMetrics(meters))) {
                    measure(
                            "commits batched by " + committers + " committers",
                            meters,
                            random -> batcher.submit(
                                            overwrite(random, objects),
                                            System.nanoTime()
                                                    + Duration.ofMinutes(1).toNanos())
                                    .get());
                }
            }
        }
    }

    private static ObjectId object(int number) {
        return Samples.object(String.format(Locale.ROOT, "folder-%03d/object-%07d", number % 1000, number));
    }

    private static Commit overwrite(SplittableRandom random, int objects) {
        return Samples.write(object(random.nextInt(objects)));
    }

    private void measure(String what, SimpleMeterRegistry meters, Call call) throws Exception {
        Timer transactions = meters.get("chameleon.metadata.transaction").timer();
        long before = transactions.count();
        long cpuBefore = OS.getProcessCpuTime();
        long begin = System.nanoTime();
        long end = begin + duration.toNanos();
        long calls = 0;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Long>> all = IntStream.range(0, callers)
                    .mapToObj(caller -> threads.submit(() -> repeat(call, new SplittableRandom(caller), end)))
                    .toList();
            for (Future<Long> each : all) {
                calls += each.get();
            }
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        OUT.printf(
                "%-36s %,8.0f/s, %,8.0f transactions/s, mean %.2f ms, %,.0f us of this JVM's CPU each%n",
                what,
                calls / seconds,
                (transactions.count() - before) / seconds,
                callers * seconds * 1e3 / calls,
                (OS.getProcessCpuTime() - cpuBefore) / 1e3 / calls);
    }

    private static long repeat(Call call, SplittableRandom random, long end) throws Exception {
        long calls = 0;
        for (; System.nanoTime() < end; calls++) {
            call.run(random);
        }
        return calls;
    }
}
