package io.chameleon.lab.demo;

import io.chameleon.cli.output.Progress;
import io.chameleon.client.ChameleonClient;
import io.chameleon.client.error.ChameleonException;
import io.chameleon.client.error.ObjectNotFoundException;
import io.chameleon.lab.common.TracedContent;
import io.chameleon.lab.emulator.trace.Extents;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Writes and reads the extents of a trace through the SDK, many at a time, but requests to one extent one after the
 * other ({@link Turns}).
 */
final class Replay implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Replay.class);
    static final String BUCKET = "trace";

    private final ChameleonClient client;
    private final long[] extents;
    private final int writers;
    private final TracedContent contents;
    private final ObjectLedger ledger;
    private final BooleanSupplier ending;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /** @param ending whether the cluster is being closed under it */
    Replay(ChameleonClient client, long[] extents, DemoConfig config, BooleanSupplier ending) {
        this.ending = ending;
        this.client = client;
        this.extents = extents;
        this.writers = config.writers();
        this.contents = new TracedContent(config.seed());
        this.ledger = new ObjectLedger(extents.length);
        client.setBucketPolicy(BUCKET, config.initial());
    }

    ObjectLedger ledger() {
        return ledger;
    }

    /** Writes every extent once, so that the replay begins on filled devices. */
    void preload(Progress progress) {
        write(IntStream.range(0, extents.length).toArray(), progress);
    }

    /** Writes these extents in this order; returns when all have been answered. */
    void write(int[] order, Progress progress) {
        forEach(order, extent -> {
            write(extent);
            progress.step(1);
        });
    }

    private void write(int extent) {
        int version = ledger.begin(extent);
        try {
            client.put(BUCKET, key(extent), contents.of(extents[extent], version, Extents.BYTES));
            ledger.acknowledge(extent, version);
        } catch (ChameleonException e) {
            ledger.fail();
            LOG.atLevel(ending.getAsBoolean() ? Level.DEBUG : Level.WARN)
                    .log("write of {} failed: {}", key(extent), e.getMessage());
        }
    }

    /** Reads every acknowledged extent back. Returns how many differ from what was acknowledged. */
    long lost(Progress progress) {
        boolean[] bad = new boolean[extents.length];
        forEach(IntStream.range(0, extents.length).toArray(), extent -> {
            bad[extent] = !isIntact(extent);
            progress.step(1);
        });
        return IntStream.range(0, bad.length).filter(i -> bad[i]).count();
    }

    private boolean isIntact(int extent) {
        if (ledger.acknowledged(extent) == 0) {
            return true;
        }
        try {
            byte[] stored = client.get(BUCKET, key(extent));
            return IntStream.rangeClosed(ledger.acknowledged(extent), ledger.attempted(extent))
                    .anyMatch(version -> Arrays.equals(stored, contents.of(extents[extent], version, Extents.BYTES)));
        } catch (ObjectNotFoundException e) {
            return false;
        } catch (ChameleonException e) {
            LOG.atLevel(ending.getAsBoolean() ? Level.DEBUG : Level.ERROR)
                    .log("{} cannot be read: {}", key(extent), e.getMessage());
            return false;
        }
    }

    private String key(int extent) {
        return "extent-" + HexFormat.of().toHexDigits(extents[extent]);
    }

    private void forEach(int[] order, IntConsumer action) {
        Turns turns = new Turns(order);
        List<Future<?>> running = new ArrayList<>(writers);
        for (int writer = 0; writer < writers; writer++) {
            running.add(threads.submit(() -> takeTurns(turns, action)));
        }
        running.forEach(Replay::await);
    }

    private static @Nullable Void takeTurns(Turns turns, IntConsumer action) throws InterruptedException {
        for (OptionalInt extent = turns.next(); extent.isPresent(); extent = turns.next()) {
            try {
                action.accept(extent.getAsInt());
            } finally {
                turns.done(extent.getAsInt());
            }
        }
        return null;
    }

    private static void await(Future<?> writer) {
        try {
            writer.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("replay failed: " + e.getCause(), e.getCause());
        }
    }

    @Override
    public void close() {
        threads.close();
    }
}
