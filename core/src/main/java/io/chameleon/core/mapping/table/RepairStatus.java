package io.chameleon.core.mapping.table;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The status of repair: the queue, recent work, and the servers being emptied. CLI, metrics and admin page share this
 * record.
 *
 * @param nowMillis when this was true, by the metadata service's clock
 * @param queue what waits, by how many more fragments each object can lose; the smallest margin first
 * @param postponed how many of those could not be repaired at the last attempt
 * @param oldestMillis when the oldest damage in the queue was first seen; 0 if the queue is empty
 * @param problem why the last postponed repair was postponed; "" if none waits for that reason
 * @param run what was repaired and moved in the current run, which ends with a pause of more than {@link #PAUSE}
 * @param evacuations sorted by server
 */
public record RepairStatus(
        long nowMillis,
        List<Backlog> queue,
        long postponed,
        long oldestMillis,
        String problem,
        Run run,
        List<Evacuation> evacuations) {
    /** Work after a longer pause is a new run. */
    public static final Duration PAUSE = Duration.ofMinutes(1);

    /** A shorter silence says nothing: a drain pauses between two walks. */
    private static final Duration BREATH = Duration.ofSeconds(10);

    public RepairStatus {
        queue = List.copyOf(queue);
        evacuations = List.copyOf(evacuations);
    }

    /**
     * Objects that can lose the same number of further fragments.
     *
     * @param margin that number; negative if they cannot be read at present
     * @param bytes of the fragments to be written
     */
    public record Backlog(int margin, long objects, long bytes) {}

    /** The work between two instants. */
    public record Run(long beganMillis, long lastMillis, long objects, long bytes) {
        public static final Run NONE = new Run(0, 0, 0, 0);

        /** With one more object. */
        public Run with(long nowMillis, long moreBytes) {
            boolean anew = objects == 0 || nowMillis - lastMillis > PAUSE.toMillis();
            return anew
                    ? new Run(nowMillis, nowMillis, 1, moreBytes)
                    : new Run(beganMillis, nowMillis, objects + 1, bytes + moreBytes);
        }
    }

    /** Objects in the queue. */
    public long objects() {
        return queue.stream().mapToLong(Backlog::objects).sum();
    }

    /** Bytes to be written for the queue. */
    public long bytes() {
        return queue.stream().mapToLong(Backlog::bytes).sum();
    }

    /** Bytes still to be written for servers being drained, as far as counted. */
    public long bytesToDrain() {
        return evacuations.stream()
                .filter(evacuation -> evacuation.kind() == Evacuation.Kind.DRAIN && !evacuation.isFinished())
                .mapToLong(evacuation -> Math.max(0, evacuation.bytes() - evacuation.movedBytes()))
                .sum();
    }

    /**
     * The time that the rest takes at the pace of this run; empty if nothing is left, if the run is too young, or if
     * nothing moves at present.
     */
    public Optional<Duration> eta() {
        long left = bytes() + bytesToDrain();
        long elapsed = nowMillis - run.beganMillis;
        boolean known = left > 0 && run.objects > 1 && run.bytes > 0 && !isStill();
        return known && elapsed > 0
                ? Optional.of(Duration.ofMillis((long) ((double) left / run.bytes * elapsed)))
                : Optional.empty();
    }

    /**
     * Whether a drain has something left to move, and nothing has moved for a while: there is no
     * room, or no leader.
     */
    public boolean drainStandsStill() {
        return bytesToDrain() > 0
                && isStill()
                && evacuations.stream()
                        .anyMatch(evacuation -> evacuation.kind() == Evacuation.Kind.DRAIN
                                && !evacuation.isFinished()
                                && hasLookedAtItsObjects(evacuation));
    }

    /** The first walk only counts; the next one is not over, and may not have come to what it can move. */
    private boolean hasLookedAtItsObjects(Evacuation drain) {
        return drain.walk() > 1 || (drain.walk() == 1 && run.lastMillis >= drain.sinceMillis());
    }

    /** Whether the last object is longer ago than several took: the pace of before is not that of now. */
    private boolean isStill() {
        long each = run.objects > 1 ? (run.lastMillis - run.beganMillis) / (run.objects - 1) : 0;
        long breath = Math.min(Math.max(4 * each, BREATH.toMillis()), PAUSE.toMillis());
        return nowMillis - run.lastMillis > breath;
    }
}
