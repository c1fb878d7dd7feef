package io.chameleon.benchmarks.s3;

import io.chameleon.lab.emulator.workload.YcsbZipf;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * One kind of request of one size: PUT, GET, or MIXED, half of each, for which a few keys are popular, as in YCSB's
 * workload A.
 *
 * @param signed whether the hash of a body is in its signature
 */
record Cell(String method, int bytes, boolean signed) {
    static final String BUCKET = "/s3load";

    private static final int SHOWN_ERRORS = 5;

    /** How it went; times in milliseconds. */
    record Result(
            double perSecond,
            double p50,
            double p99,
            double serverMicros,
            double clientMicros,
            double mebibytes,
            int errors) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%.1f %.3f %.3f %.0f %.0f %.0f %d",
                    perSecond,
                    p50,
                    p99,
                    serverMicros,
                    clientMicros,
                    mebibytes,
                    errors);
        }
    }

    /** Of {@code put:4KiB}. */
    static Cell parse(String text, boolean signed) {
        int colon = text.indexOf(':');
        String size = text.substring(colon + 1);
        int number = Integer.parseInt(size.replaceAll("\\D", ""));
        int bytes = size.endsWith("KiB") ? number << 10 : size.endsWith("MiB") ? number << 20 : number;
        return new Cell(text.substring(0, colon).toUpperCase(Locale.ROOT), bytes, signed);
    }

    String key(int index) {
        return BUCKET + "/" + bytes + "/" + index;
    }

    /** As many as keep a cell's data small beside memory. */
    int objects() {
        return bytes <= 4 << 10 ? 2000 : bytes <= 64 << 10 ? 1000 : bytes <= 1 << 20 ? 200 : 16;
    }

    Result run(Target target, int clients, double warmSeconds, double seconds) throws InterruptedException {
        long begin = System.nanoTime() + (long) (warmSeconds * 1e9);
        long end = begin + (long) (seconds * 1e9);
        AtomicInteger errors = new AtomicInteger();
        try (ExecutorService threads = Executors.newFixedThreadPool(clients)) {
            List<Future<long[]>> times = IntStream.range(0, clients)
                    .mapToObj(client -> threads.submit(() -> requests(target, begin, end, errors)))
                    .toList();
            sleepUntil(begin);
            long server = CpuTime.of(target.processes());
            long client = CpuTime.ofThis();
            sleepUntil(end);
            server = CpuTime.of(target.processes()) - server;
            client = CpuTime.ofThis() - client;
            double resident = Memory.residentMebibytes(target.processes());
            long[] all = times.stream().flatMapToLong(Cell::joined).sorted().toArray();
            return new Result(
                    all.length / seconds,
                    percentile(all, 0.5),
                    percentile(all, 0.99),
                    server / 1e3 / Math.max(1, all.length),
                    client / 1e3 / Math.max(1, all.length),
                    resident,
                    errors.get());
        }
    }

    private static LongStream joined(Future<long[]> times) {
        try {
            return Arrays.stream(times.get());
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void sleepUntil(long nanoTime) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(Math.max(0, nanoTime - System.nanoTime()));
    }

    private static double percentile(long[] sorted, double share) {
        return sorted.length == 0 ? Double.NaN : sorted[(int) (share * (sorted.length - 1))] / 1e6;
    }

    /** Nanoseconds of each request that ended between begin and end. */
    private long[] requests(Target target, long begin, long end, AtomicInteger errors) throws IOException {
        long[] times = new long[1 << 12];
        int count = 0;
        SplittableRandom random = new SplittableRandom();
        YcsbZipf popular = YcsbZipf.over(objects());
        try (S3Connection connection = new S3Connection(target)) {
            for (long before = System.nanoTime(); before < end; before = System.nanoTime()) {
                if (!succeeds(connection, popular, random, errors)) {
                    continue;
                }
                long after = System.nanoTime();
                if (after >= begin && after <= end) {
                    times = count == times.length ? Arrays.copyOf(times, 2 * count) : times;
                    times[count++] = after - before;
                }
            }
        }
        return Arrays.copyOf(times, count);
    }

    private boolean isMixed() {
        return method.equals("MIXED");
    }

    private boolean succeeds(S3Connection connection, YcsbZipf popular, SplittableRandom random, AtomicInteger errors)
            throws IOException {
        int index = isMixed() ? (int) popular.rank(random.nextDouble()) : random.nextInt(objects());
        String key = key(index);
        boolean put = isMixed() ? random.nextBoolean() : method.equals("PUT");
        try {
            long got = connection.request(put ? "PUT" : "GET", key, put ? Body.of(bytes, signed, random) : Body.NONE);
            if (!put && got != bytes) {
                throw new IOException(got + " bytes came, expected " + bytes);
            }
            return true;
        } catch (IOException failure) {
            if (errors.incrementAndGet() <= SHOWN_ERRORS) {
                System.err.println((put ? "PUT " : "GET ") + key + ": " + failure.getMessage());
            }
            connection.reopen();
            return false;
        }
    }

    /** Makes the objects that will be read, and overwritten. */
    void fill(Target target, int clients) throws IOException, InterruptedException {
        try (ExecutorService threads = Executors.newFixedThreadPool(clients)) {
            List<Future<?>> filled = IntStream.range(0, clients)
                    .<Future<?>>mapToObj(client -> threads.submit(() -> {
                        fill(target, client, clients);
                        return null;
                    }))
                    .toList();
            for (Future<?> each : filled) {
                each.get();
            }
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
    }

    /** One client's share. */
    private void fill(Target target, int client, int clients) throws IOException {
        SplittableRandom random = new SplittableRandom(bytes + client);
        try (S3Connection connection = new S3Connection(target)) {
            for (int i = client; i < objects(); i += clients) {
                fill(connection, key(i), random);
            }
        }
    }

    /** A server may close a connection between two requests. */
    private void fill(S3Connection connection, String key, SplittableRandom random) throws IOException {
        try {
            connection.request("PUT", key, Body.of(bytes, false, random));
        } catch (EOFException closed) {
            connection.reopen();
            connection.request("PUT", key, Body.of(bytes, false, random));
        }
    }
}
