package io.chameleon.lab.common.linearizability;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a key of a bucket that keeps versions holds.
 *
 * @param isSuspended whether a write now makes the version called null
 * @param entries versions and delete markers, the newest first
 */
record VersionStack(boolean isSuspended, List<Entry> entries) {
    static final VersionStack EMPTY = new VersionStack(false, List.of());

    /**
     * @param number of the operation that made it
     * @param isNull whether it is the version called null
     */
    record Entry(long number, boolean isMarker, boolean isNull) {}

    /** The value that a read without a version finds; {@link Operation#ABSENT} if there is none. */
    long current() {
        return entries.isEmpty() || entries.get(0).isMarker ? Operation.ABSENT : entries.get(0).number;
    }

    /** With a new version or marker on top. While suspended it takes the place of the version called null. */
    VersionStack push(long number, boolean isMarker) {
        List<Entry> next = new ArrayList<>();
        next.add(new Entry(number, isMarker, isSuspended));
        entries.stream().filter(entry -> !(isSuspended && entry.isNull)).forEach(next::add);
        return new VersionStack(isSuspended, List.copyOf(next));
    }

    VersionStack without(Entry removed) {
        return new VersionStack(
                isSuspended,
                entries.stream().filter(entry -> !entry.equals(removed)).toList());
    }

    /** For people. */
    @Override
    public String toString() {
        return entries.stream()
                .map(entry -> (entry.isMarker ? "marker " : "") + entry.number + (entry.isNull ? " (null)" : ""))
                .collect(Collectors.joining(", ", isSuspended ? "suspended [" : "[", "]"));
    }
}
