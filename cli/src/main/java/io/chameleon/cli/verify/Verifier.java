package io.chameleon.cli.verify;

import io.chameleon.cli.verify.VerifyReport.Severity;
import io.chameleon.client.ChameleonClient;
import io.chameleon.client.ObjectInfo;
import io.chameleon.client.ObjectStream;
import io.chameleon.client.error.ChameleonException;
import io.chameleon.client.error.ObjectChangedException;
import io.chameleon.client.error.ObjectNotFoundException;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.transport.client.FlashClient;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Verifies buckets. Each object is read through the SDK, which checks every fragment it reads and the whole object
 * against their checksums; then its placement is checked fragment by fragment.
 */
public final class Verifier {
    /** Objects at a time: each takes up to 48 MiB of heap. */
    private static final int READERS = 4;
    /** How often an object that is being overwritten is looked at again. */
    private static final int ROUNDS = 5;

    private static final int BUFFER_BYTES = 64 << 10;

    private final ChameleonClient client;
    private final PlacementCheck placement;
    private final VerifyReport report = new VerifyReport();

    /**
     * @param deep whether to read each fragment, parity and further copies included; costs up to three times the bytes
     */
    public Verifier(ChameleonClient client, FlashClient flash, Duration timeout, boolean deep) {
        this.client = client;
        ClusterView view = client.clusterView();
        this.placement =
                new PlacementCheck(view, flash, FragmentInventory.of(view.servers(), flash, timeout), timeout, deep);
    }

    /**
     * Verifies all objects of a bucket.
     *
     * @param objectDone receives the bytes of each object that was checked; called from any thread
     */
    public void verify(String bucket, LongConsumer objectDone) {
        Semaphore places = new Semaphore(READERS);
        try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
            Iterator<ObjectInfo> all = client.listAll(bucket, "").iterator();
            while (all.hasNext()) {
                ObjectInfo object = all.next();
                places.acquireUninterruptibly();
                readers.execute(() -> {
                    try {
                        verify(object);
                        objectDone.accept(object.size());
                    } finally {
                        places.release();
                    }
                });
            }
        }
    }

    public VerifyReport report() {
        return report;
    }

    private void verify(ObjectInfo listed) {
        @Nullable ObjectInfo object = listed;
        for (int round = 0; object != null && round < ROUNDS; round++) {
            List<ObjectInfo> pieces = pieces(object);
            PlacementCheck.Result result = placement.check(pieces);
            boolean readable = read(object);
            ObjectInfo now = current(object);
            if (now == null || isWhereItWas(now, object) && areWhereTheyWere(pieces(now), pieces)) {
                if (now != null) {
                    note(now, result, readable);
                }
                return;
            }
            object = now;
        }
    }

    /** The holders of fragments: the chunks of a large object, else the object; nothing if it is gone. */
    private List<ObjectInfo> pieces(ObjectInfo object) {
        try {
            return object.isInPieces() ? client.chunks(object.bucket(), object.key()) : List.of(object);
        } catch (ObjectNotFoundException e) {
            return List.of();
        }
    }

    private static boolean areWhereTheyWere(List<ObjectInfo> now, List<ObjectInfo> before) {
        return now.size() == before.size()
                && IntStream.range(0, now.size()).allMatch(i -> isWhereItWas(now.get(i), before.get(i)));
    }

    /** A migration may move fragments without renaming them. */
    private static boolean isWhereItWas(ObjectInfo now, ObjectInfo object) {
        return now.writeId().equals(object.writeId()) && now.live().equals(object.live());
    }

    private void note(ObjectInfo object, PlacementCheck.Result result, boolean readable) {
        report.fragments(result.fragments(), result.unreachable());
        result.endangered().forEach(report::endangered);
        if (readable) {
            report.readBack(object.size());
        }
        if (!result.problems().isEmpty() && readable) {
            report.found(
                    object.id(),
                    object.degraded() ? Severity.DEGRADED : Severity.DAMAGED,
                    String.join("; ", result.problems()));
        }
    }

    /** The row as it is now; null if the object is gone. */
    private @Nullable ObjectInfo current(ObjectInfo object) {
        try {
            return client.head(object.bucket(), object.key());
        } catch (ObjectNotFoundException e) {
            return null;
        }
    }

    private boolean read(ObjectInfo object) {
        try (ObjectStream stream = client.open(object.bucket(), object.key())) {
            byte[] buffer = new byte[BUFFER_BYTES];
            while (stream.read(buffer, 0, buffer.length) >= 0) {
                // The stream checks what it reads.
            }
            return true;
        } catch (ObjectNotFoundException | ObjectChangedException e) {
            return true;
        } catch (ChameleonException e) {
            report.found(object.id(), Severity.UNREADABLE, e.getMessage() + " [" + e.code() + "]");
            return false;
        }
    }
}
