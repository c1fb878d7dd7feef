package io.chameleon.core.mapping.table;

import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * The record of a server that is being emptied, or was. The balancer walks over the server's objects repeatedly. Walk 0
 * counts them ({@code DRAIN}) or queues them for repair ({@code LOST}, {@code EMPTIED}). Later walks move what is left,
 * or find what arrived late.
 *
 * @param sinceMillis when it began, by the metadata service's clock
 * @param walk number of the current walk, from 0
 * @param cursor the last object this walk has seen; null at its beginning
 * @param found objects that this walk has found so far
 * @param objects objects that walk 0 found in all
 * @param bytes bytes of their fragments on that server
 * @param moved objects that have left since
 * @param movedBytes bytes written to move them
 * @param finishedMillis when the server was empty, or everything was queued; 0 before
 */
public record Evacuation(
        ServerId server,
        Kind kind,
        long sinceMillis,
        int walk,
        @Nullable ObjectId cursor,
        long found,
        long objects,
        long bytes,
        long moved,
        long movedBytes,
        long finishedMillis) {
    /** Why a server is emptied. Codes are stored and sent: append only. */
    public enum Kind {
        /** An operator asked for it; the server is up and serves reads. */
        DRAIN(1),
        /** It has been absent for longer than the balancer waits. */
        LOST(2),
        /** It came back with another device: its old data is gone, whatever was written to the new device since. */
        EMPTIED(3);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        public int code() {
            return code;
        }

        public static Kind ofCode(int code) {
            return Arrays.stream(values())
                    .filter(kind -> kind.code == code)
                    .findFirst()
                    .orElseThrow(() ->
                            new IllegalArgumentException("kind of evacuation: '" + code + "' given, expected 1 to 3"));
        }
    }

    /**
     * How long after a server went, beyond the grace period of a commit, an earlier operation may still name it: the
     * longest duration of a transaction, a repair or a move, plus the clock skew between metadata processes.
     */
    public static final Duration UNDER_WAY = Duration.ofMinutes(10);

    public static Evacuation begun(ServerId server, Kind kind, long nowMillis) {
        return new Evacuation(server, kind, nowMillis, 0, null, 0, 0, 0, 0, 0, 0);
    }

    public boolean isFinished() {
        return finishedMillis > 0;
    }

    /** Whether both are states of one record, rather than of one that was started again. */
    public boolean isSame(Evacuation other) {
        return server.equals(other.server) && kind == other.kind && sinceMillis == other.sinceMillis;
    }

    /** Whether its walks queue the objects they find for repair; those of a drain move them. */
    public boolean queues() {
        return kind != Kind.DRAIN;
    }

    /**
     * Whether a page of a walk that queues is due: in the first walk at once, in the second when no earlier operation
     * can name the server any more.
     *
     * @param nowMillis by the metadata service's clock
     * @param grace the age from which an uncommitted write is refused
     */
    public boolean isDue(long nowMillis, Duration grace) {
        return !isFinished()
                && (walk == 0
                        || nowMillis - sinceMillis >= grace.plus(UNDER_WAY).toMillis());
    }

    /**
     * Whether this walk concerns a row that was written at {@code modifiedMillis}. A lost server's objects leave it, so
     * whatever a second walk finds arrived late. A replaced device gets its data back, so a second walk skips what the
     * first has seen.
     */
    public boolean concerns(long modifiedMillis) {
        return modifiedMillis >= concernsFrom();
    }

    /** The earliest time for which {@link #concerns} is true, in milliseconds since 1970. */
    public long concernsFrom() {
        return kind == Kind.EMPTIED && walk > 0 ? sinceMillis - UNDER_WAY.toMillis() : Long.MIN_VALUE;
    }

    /**
     * Whether a fragment stored there that is not yet live may be on the old device. If so, nothing may make it live.
     *
     * @param nowMillis by the metadata service's clock
     */
    public boolean barsNewFragments(long nowMillis) {
        return kind == Kind.EMPTIED && nowMillis - sinceMillis < UNDER_WAY.toMillis();
    }

    /** The record after the last page of a walk that queues. */
    public Evacuation walked(long nowMillis) {
        return walk == 0 ? nextWalk() : finished(nowMillis);
    }

    /**
     * Requires that nothing on the server is live or can become so, else it may not be forgotten: a walk has found
     * nothing more there, and everything it queued is repaired.
     *
     * @param records of that server
     * @param degraded objects in the repair queue with a live fragment there
     * @param holdsObjects whether any object has a live fragment there: a client unaware of the drain may have written
     *     since
     * @throws ChameleonError with code {@code INVALID_REQUEST} otherwise
     */
    public static void requireEmptied(
            ServerId server, Collection<Evacuation> records, long degraded, boolean holdsObjects) {
        if (records.isEmpty()) {
            throw refused(server + ": not emptied yet, and nobody has begun to; 'chameleon drain " + server + "' does");
        }
        if (records.stream().noneMatch(Evacuation::isFinished)) {
            throw refused(server + ": not emptied yet; 'chameleon repair status' shows how far that is");
        }
        if (degraded > 0) {
            throw refused(server + ": objects with a fragment there that are still to be repaired: " + degraded);
        }
        if (holdsObjects) {
            throw refused(server + ": objects were written there since it was emptied; they are moved first");
        }
    }

    private static ChameleonError refused(String why) {
        return new ChameleonError(ErrorCode.INVALID_REQUEST, "cannot forget server " + why);
    }

    /** One page further in the same walk. */
    public Evacuation at(@Nullable ObjectId next, long foundMore, long countedMore, long bytesMore) {
        return new Evacuation(
                server,
                kind,
                sinceMillis,
                walk,
                next,
                found + foundMore,
                objects + countedMore,
                bytes + bytesMore,
                moved,
                movedBytes,
                finishedMillis);
    }

    /** At the beginning of the next walk. */
    public Evacuation nextWalk() {
        return new Evacuation(
                server, kind, sinceMillis, walk + 1, null, 0, objects, bytes, moved, movedBytes, finishedMillis);
    }

    public Evacuation finished(long nowMillis) {
        return new Evacuation(
                server, kind, sinceMillis, walk, cursor, found, objects, bytes, moved, movedBytes, nowMillis);
    }

    /** Live fragments were found after the record had finished: begins another walk. */
    public Evacuation reopened() {
        return nextWalk().finished(0);
    }

    /** With {@code objects} more moves of {@code bytes} in all, as the table counts them. */
    public Evacuation moved(long moreObjects, long moreBytes) {
        return new Evacuation(
                server,
                kind,
                sinceMillis,
                walk,
                cursor,
                found,
                objects,
                bytes,
                moved + moreObjects,
                movedBytes + moreBytes,
                finishedMillis);
    }
}
