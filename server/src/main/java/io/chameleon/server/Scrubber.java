package io.chameleon.server;

import io.chameleon.core.FragmentId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.server.store.Fragment;
import io.chameleon.server.store.FragmentListing;
import io.chameleon.server.store.FragmentStore;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads every fragment of a store, one after the other and over and over again, so that its checksum is checked. The
 * store remembers what is damaged, and repair asks for that. The position is kept in memory only: after a restart
 * scrubbing begins at the first fragment.
 *
 * <p>It reads at a configured rate, and at a tenth of that while others wait for the device. A fragment that is too
 * large for a turn is paid for by later turns, so the mean rate holds. Owns no thread: {@link #turn} is called each
 * {@link #TURN}. Memory: one fragment.
 */
final class Scrubber {
    private static final Logger LOG = LoggerFactory.getLogger(Scrubber.class);
    static final Duration TURN = Duration.ofMillis(100);
    private static final int TURNS_PER_SECOND = 10;
    /** A small store is not read more often than that. */
    static final Duration SHORTEST_PASS = Duration.ofMinutes(10);

    private static final int PAGE = 256;
    private static final int BUSY_SHARE = 10;

    private final FragmentStore store;
    private final long bytesPerSecond;
    private final InstantSource clock;
    private final Deque<Fragment> ahead = new ArrayDeque<>();
    private @Nullable FragmentId after;
    private boolean lastPage;
    private boolean begun;
    private long lastBegunMillis;
    private long tokens;
    private volatile Progress progress = Progress.NONE;

    /**
     * The progress.
     *
     * @param passBeganMillis 0 before the first
     * @param lastPassMillis when the last one was completed since the server started; 0: none
     * @param fragments checked in this pass
     * @param bytes checked in this pass
     * @param allFragments checked since the server started
     * @param allBytes checked since the server started
     */
    record Progress(
            long passBeganMillis,
            long lastPassMillis,
            long fragments,
            long bytes,
            long passes,
            long allFragments,
            long allBytes) {
        static final Progress NONE = new Progress(0, 0, 0, 0, 0, 0, 0);

        Progress began(long nowMillis) {
            return new Progress(nowMillis, lastPassMillis, 0, 0, passes, allFragments, allBytes);
        }

        Progress checked(long length) {
            return new Progress(
                    passBeganMillis,
                    lastPassMillis,
                    fragments + 1,
                    bytes + length,
                    passes,
                    allFragments + 1,
                    allBytes + length);
        }

        Progress ended(long nowMillis) {
            return new Progress(0, nowMillis, 0, 0, passes + 1, allFragments, allBytes);
        }
    }

    Scrubber(FragmentStore store, long bytesPerSecond, InstantSource clock) {
        this.store = store;
        this.bytesPerSecond = bytesPerSecond;
        this.clock = clock;
    }

    long bytesPerSecond() {
        return bytesPerSecond;
    }

    Progress progress() {
        return progress;
    }

    /** Checks what one turn's bytes allow; ends early at the end of a pass. */
    void turn() {
        long gain = Math.max(1, bytesPerSecond / TURNS_PER_SECOND);
        tokens = Math.min(bytesPerSecond, tokens + (store.isBusy() ? Math.max(1, gain / BUSY_SHARE) : gain));
        while (tokens > 0) {
            Fragment next = next();
            if (next == null) {
                return;
            }
            check(next);
            tokens -= next.length();
        }
    }

    /** The next fragment; null at the end of a pass. */
    private @Nullable Fragment next() {
        if (ahead.isEmpty() && !lastPage) {
            if (after == null && !begin()) {
                return null;
            }
            FragmentListing page = store.list(Long.MAX_VALUE, after, PAGE);
            ahead.addAll(page.fragments());
            lastPage = !page.more();
            after = ahead.isEmpty() ? null : ahead.getLast().id();
        }
        if (ahead.isEmpty()) {
            after = null;
            lastPage = false;
            progress = progress.ended(clock.millis());
            return null;
        }
        return ahead.poll();
    }

    private boolean begin() {
        long now = clock.millis();
        // A pass that began later than now began before the clock was set back.
        if (begun && now >= lastBegunMillis && now - lastBegunMillis < SHORTEST_PASS.toMillis()) {
            return false;
        }
        begun = true;
        lastBegunMillis = now;
        progress = progress.began(now);
        return true;
    }

    private void check(Fragment fragment) {
        try {
            store.read(fragment, 0, MemorySegment.ofArray(new byte[fragment.length()]));
        } catch (ChameleonError e) {
            // Deleted meanwhile, or damaged, which the store has noted.
            if (e.code() != ErrorCode.FRAGMENT_NOT_FOUND && e.code() != ErrorCode.CORRUPT_FRAGMENT) {
                LOG.warn("fragment {} could not be checked: {}", fragment.id(), e.getMessage());
            }
        }
        progress = progress.checked(fragment.length());
    }
}
