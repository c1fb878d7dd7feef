package io.chameleon.server.store;

import io.chameleon.core.FragmentId;
import io.chameleon.core.WriteHint;
import io.chameleon.core.WriteId;
import io.chameleon.simssd.FlashConfig;
import io.chameleon.simssd.FlashGeometry;
import io.chameleon.simssd.device.FlashDevices;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Puts per second of a store on a device in memory, about 0.7 full and collecting garbage: prints one line for each
 * fragment size. Arguments: threads (default 2), seconds for each size (default 5).
 */
final class PutThroughput {
    private static final long CAPACITY = 256L << 20;

    private PutThroughput() {}

    public static void main(String[] args) {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        int seconds = args.length > 1 ? Integer.parseInt(args[1]) : 5;
        System.out.printf(
                "%d threads, %d s each%n%12s %12s %12s %8s%n", threads, seconds, "bytes", "puts/s", "MiB/s", "WA");
        for (int length : new int[] {4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 2 << 20}) {
            measure(length, threads, seconds);
        }
    }

    private static void measure(int length, int threads, int seconds) {
        try (ExecutorService syncs = Executors.newSingleThreadExecutor();
                ExecutorService workers = Executors.newFixedThreadPool(threads);
                FragmentStore store = new FragmentStore(
                        FlashDevices.inMemory(FlashConfig.of(FlashGeometry.ofCapacity(CAPACITY))), 0.02, syncs)) {
            Bytes bytes = Bytes.of(Bytes.id(1), length);
            int kept = (int) (CAPACITY * 7 / 10 / length / threads);
            long start = System.nanoTime();
            long end = start + TimeUnit.SECONDS.toNanos(seconds);
            List<CompletableFuture<Long>> counts = IntStream.range(0, threads)
                    .mapToObj(thread ->
                            CompletableFuture.supplyAsync(() -> putUntil(end, store, bytes, thread, kept), workers))
                    .toList();
            long puts = counts.stream().mapToLong(CompletableFuture::join).sum();
            double elapsed = (System.nanoTime() - start) / 1e9;
            System.out.printf(
                    "%12d %12.0f %12.0f %8.2f%n",
                    length,
                    puts / elapsed,
                    puts / elapsed * length / (1 << 20),
                    store.wear().writeAmplification());
        }
    }

    /**
     * Each thread keeps as many writes as its share of the device holds; each further one replaces one of them at
     * random.
     */
    private static long putUntil(long end, FragmentStore store, Bytes bytes, int thread, int kept) {
        SplittableRandom random = new SplittableRandom(thread);
        WriteId[] stored = new WriteId[kept];
        Fragment template = bytes.fragment();
        long write = 0;
        for (; System.nanoTime() < end; write++) {
            WriteId id = new WriteId(write + 1 << 16, thread);
            int place = write < kept ? (int) write : random.nextInt(kept);
            if (write >= kept) {
                store.deleteWrites(List.of(stored[place]));
            }
            stored[place] = id;
            Fragment fragment = new Fragment(
                    new FragmentId(id, 0, 0),
                    template.length(),
                    template.crc32c(),
                    template.scheme(),
                    template.segmentLength());
            store.put(fragment, bytes.segment(), WriteHint.UNKNOWN).join();
        }
        return write;
    }
}
