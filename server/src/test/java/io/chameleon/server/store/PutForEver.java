package io.chameleon.server.store;

import io.chameleon.core.WriteHint;
import io.chameleon.server.manifest.ManifestLog;
import io.chameleon.server.manifest.StoredManifest;
import io.chameleon.simssd.MountProgress;
import io.chameleon.simssd.device.FlashDevices;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * A process that puts and deletes fragments until it is killed. It prints {@code ack N;} once write N is acknowledged,
 * {@code delete N;} before it deletes write N, and {@code erases N;} now and then.
 */
final class PutForEver {
    static final int THREADS = 4;
    /** A multiple of the threads. Writes that stay: the device holds some more, so it has to collect garbage. */
    private static final int KEPT = 80;

    private PutForEver() {}

    /** Arguments: the image, the first write, and the earlier processes' writes that count, with commas. */
    public static void main(String[] args) {
        Thread.setDefaultUncaughtExceptionHandler((_, failure) -> {
            failure.printStackTrace();
            Runtime.getRuntime().halt(1);
        });
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        FragmentStore store = open(Path.of(args[0]), Executors.newSingleThreadExecutor());
        var _ = Executors.newSingleThreadScheduledExecutor()
                .scheduleWithFixedDelay(store::tidyManifests, 1, 1, TimeUnit.MILLISECONDS);
        long first = Long.parseLong(args[1]);
        deleteTheOld(store, first, Set.of(args[2].split(",")), out);
        // Each thread has writes of its own, so that it deletes none that another has not acknowledged yet.
        LongStream.range(first, first + THREADS)
                .forEach(write -> Thread.ofPlatform()
                        .start(() -> LongStream.iterate(write, next -> next + THREADS)
                                .forEach(next -> step(store, next, out))));
    }

    /** Deletes fragments that were deleted before and are back, and those that no later step will delete. */
    private static void deleteTheOld(FragmentStore store, long first, Set<String> kept, PrintStream out) {
        for (Fragment fragment : store.list(Long.MAX_VALUE, null, 10_000).fragments()) {
            long write = fragment.id().writeId().epochMillis();
            if (write < first - KEPT || !kept.contains(Long.toString(write))) {
                out.println("delete " + write + ";");
                store.deleteWrites(List.of(fragment.id().writeId()));
            }
        }
    }

    private static void step(FragmentStore store, long write, PrintStream out) {
        Bytes bytes = bytes(write);
        store.put(
                        bytes.fragment(),
                        bytes.segment(),
                        OptionalInt.empty(),
                        manifest(write),
                        WriteHint.UNKNOWN,
                        false,
                        () -> {})
                .join();
        out.println("ack " + write + ";");
        long old = write - KEPT;
        if (old >= 0) {
            out.println("delete " + old + ";");
            store.deleteWrites(List.of(Bytes.write(old)));
        }
        if (write % 50 == 0) {
            out.println("erases " + store.wear().totalErases() + ";");
        }
    }

    static FragmentStore open(Path image, Executor syncs) {
        return new FragmentStore(
                FlashDevices.open(image, TestDevice.SMALL),
                new ManifestLog(image.resolveSibling("manifests")),
                0.02,
                syncs,
                MountProgress.NONE);
    }

    static StoredManifest manifest(long write) {
        return new StoredManifest(Bytes.write(write), "", Long.toString(write).getBytes(StandardCharsets.UTF_8));
    }

    /** About 7 pages on average. */
    static Bytes bytes(long write) {
        return Bytes.of(Bytes.id(write), 1 + (int) (write * 7919 % (14 * 4096)), write);
    }
}
