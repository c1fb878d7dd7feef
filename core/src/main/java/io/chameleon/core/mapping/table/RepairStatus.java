package io.chameleon.core.mapping.table;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How repair stands: the queue, what was done lately, and the servers being emptied. One record for CLI, metrics and admin page.
 *
 * @param nowMillis when this was true, by the metadata service's clock
 * @param queue what waits, by how much more each object can lose; the smallest margin first
 * @param postponed how many of those could not be repaired when that was last tried
 * @param oldestMillis when the oldest damage in the queue was first known; 0 if the queue is empty
 * @param problem why the repair that was postponed last was; "" if none waits for that reason
 * @param run what was repaired and moved since work began, without a pause of more than {@link #PAUSE}
 * @param evacuations in the order of their servers
 */
public record RepairStatus(
        long nowMillis,
        List<Backlog> queue,
        long postponed,
        long oldestMillis,
        String problem,
        Run run,
        List<Evacuation> evacuations) {
    /** Work after a longer pause counts as begun anew. */
    public static final Duration PAUSE = Duration.ofMinutes(1);

    public RepairStatus {
        queue = List.copyOf(queue);
        evacuations = List.copyOf(evacuations);
    }

    /**
     * Objects that can lose the same number of fragments more.
     *
     * @param margin that number; negative: they cannot be read at present
     * @param bytes of the fragments to be written
     */
    public record Backlog(int margin, long objects, long bytes) {}

    /** What was done between two instants. */
    public record Run(long beganMillis, long lastMillis, long objects, long bytes) {
        public static final Run NONE = new Run(0, 0, 0, 0);

        /** One object more. */
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

    /** Bytes still to be written for servers that are being drained, as far as they have been counted. */
    public long bytesToDrain() {
        return evacuations.stream()
                .filter(evacuation -> evacuation.kind() == Evacuation.Kind.DRAIN && !evacuation.isFinished())
                .mapToLong(evacuation -> Math.max(0, evacuation.bytes() - evacuation.movedBytes()))
                .sum();
    }

    /** How long the rest will take at the pace of this run; empty if nothing is left, or if the run is too young to tell. */
    public Optional<Duration> eta() {
        long left = bytes() + bytesToDrain();
        long elapsed = nowMillis - run.beganMillis;
        boolean known = left > 0 && run.objects > 1 && run.bytes > 0 && nowMillis - run.lastMillis <= PAUSE.toMillis();
        return known && elapsed > 0
                ? Optional.of(Duration.ofMillis((long) ((double) left / run.bytes * elapsed)))
                : Optional.empty();
    }
}
