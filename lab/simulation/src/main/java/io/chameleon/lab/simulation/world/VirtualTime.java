package io.chameleon.lab.simulation.world;

import java.util.PriorityQueue;

/**
 * The schedule: a queue of events in the order of their times; events at the same time run in the order they were
 * requested.
 */
public final class VirtualTime {
    private record Event(long at, long number, Runnable action) implements Comparable<Event> {
        /** Written out: each event is compared a dozen times, and that is much of what it costs. */
        @Override
        public int compareTo(Event other) {
            return at != other.at ? Long.compare(at, other.at) : Long.compare(number, other.number);
        }
    }

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long now;
    private long asked;

    /** Nanoseconds since the simulation began. */
    public long now() {
        return now;
    }

    /** Schedules {@code action} to run {@code nanos} from now. */
    public void after(long nanos, Runnable action) {
        events.add(new Event(now + Math.max(0, nanos), asked++, action));
    }

    /** Runs the next event; false if it lies beyond {@code until}, to which the time then advances. */
    public boolean step(long until) {
        Event next = events.peek();
        if (next == null || next.at > until) {
            now = Math.max(now, until);
            return false;
        }
        events.remove();
        now = next.at;
        next.action.run();
        return true;
    }

    /** Events so far. */
    public long asked() {
        return asked;
    }
}
