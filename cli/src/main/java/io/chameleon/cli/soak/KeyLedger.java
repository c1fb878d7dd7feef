package io.chameleon.cli.soak;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one object may hold. Version 0 is "there is no such object"; the others count its writes.
 *
 * <p>A write whose answer did not come may still land. The object may then hold the old version or the new one. No
 * worker touches it for {@link #PATIENCE}, longer than any request lives; what a read finds after that is what it
 * holds.
 */
final class KeyLedger {
    static final Duration PATIENCE = Duration.ofSeconds(90);

    private final int thread;
    private final int number;
    private long held;
    private long last;
    private long maybe;
    private @Nullable Instant unsureSince;

    KeyLedger(int thread, int number) {
        this.thread = thread;
        this.number = number;
    }

    int thread() {
        return thread;
    }

    int number() {
        return number;
    }

    /** A version for a write that now begins. */
    long nextVersion() {
        return ++last;
    }

    /** The write of {@code version}, or the deletion if it is 0, was acknowledged. */
    void acknowledged(long version) {
        held = version;
        unsureSince = null;
    }

    /** It may have happened, or may yet. */
    void unsure(long version, Instant now) {
        maybe = version;
        unsureSince = now;
    }

    boolean isSure() {
        return unsureSince == null;
    }

    boolean mayBeResolved(Instant now) {
        return unsureSince != null && !now.isBefore(unsureSince.plus(PATIENCE));
    }

    /** What it may hold now. */
    List<Long> possible() {
        List<Long> possible = new ArrayList<>(List.of(held));
        if (unsureSince != null && maybe != held) {
            possible.add(maybe);
        }
        return possible;
    }
}
