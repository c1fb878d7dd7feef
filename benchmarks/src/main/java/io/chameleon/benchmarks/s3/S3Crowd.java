package io.chameleon.benchmarks.s3;

import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Many connections to one gateway at a time, each with a body of 16 MiB: all write, all read, and all read slowly.
 * Prints for each the most memory that the first process of the target has had resident, and the errors. The argument
 * is a target, see {@link Target#parse}; {@code CLIENTS} (256) is in the environment.
 */
public final class S3Crowd {
    private static final int OBJECTS = 16;
    /** A reader that takes 4 MiB a second. */
    private static final int SLOW_BYTES = 16 << 10;

    private static final long SLOW_MILLIS = 4;

    private S3Crowd() {}

    private interface Work {
        void run(int client) throws IOException;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Target target = Target.parse(arguments[0]);
        int clients = Integer.parseInt(System.getenv().getOrDefault("CLIENTS", "256"));
        try (S3Connection connection = new S3Connection(target)) {
            connection.request("PUT", Cell.BUCKET, Body.NONE);
        } catch (IOException there) {
            System.err.println("bucket: " + there.getMessage());
        }
        S3Connection.Pace slow = bytes -> sleep(SLOW_MILLIS * bytes / SLOW_BYTES);
        measure("put", target, clients, client -> put(target, client, S3Connection.Pace.FULL));
        measure("slow put", target, clients, client -> put(target, client, slow));
        measure("get", target, clients, client -> get(target, client, S3Connection.Pace.FULL));
        measure("slow get", target, clients, client -> get(target, client, slow));
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String key(int client) {
        return Cell.BUCKET + "/crowd/" + client % OBJECTS;
    }

    private static void put(Target target, int client, S3Connection.Pace pace) throws IOException {
        try (S3Connection connection = new S3Connection(target, pace, SLOW_BYTES)) {
            connection.request("PUT", key(client), Body.of(Body.MOST, false, new SplittableRandom(client)));
        }
    }

    private static void get(Target target, int client, S3Connection.Pace pace) throws IOException {
        try (S3Connection connection = new S3Connection(target, pace, SLOW_BYTES)) {
            long got = connection.request("GET", key(client), Body.NONE);
            if (got != Body.MOST) {
                throw new IOException(got + " bytes came");
            }
        }
    }

    private static void measure(String name, Target target, int clients, Work work)
            throws IOException, InterruptedException {
        long gateway = target.processes().getFirst();
        Memory.forgetPeak(gateway);
        AtomicInteger errors = new AtomicInteger();
        long begin = System.nanoTime();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = IntStream.range(0, clients)
                    .<Future<?>>mapToObj(client -> threads.submit(() -> {
                        work.run(client);
                        return null;
                    }))
                    .toList();
            for (Future<?> one : all) {
                try {
                    one.get();
                } catch (ExecutionException failed) {
                    if (errors.incrementAndGet() <= 3) {
                        System.err.println(name + ": " + failed.getCause());
                    }
                }
            }
        }
        System.out.printf(
                "%-9s %d clients, 16 MiB each: %.0f MiB resident at most, %.1f s, %d errors%n",
                name, clients, Memory.peakMebibytes(gateway), (System.nanoTime() - begin) / 1e9, errors.get());
    }
}
