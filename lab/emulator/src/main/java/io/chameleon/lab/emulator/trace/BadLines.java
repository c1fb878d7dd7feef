package io.chameleon.lab.emulator.trace;

import java.util.ArrayList;
import java.util.List;

/** Counts bad lines and keeps the first few; or, if strict, stops at the first. Not safe from several threads. */
public final class BadLines {
    public static final int KEPT = 5;

    private final boolean strict;
    private final List<BadLine> first = new ArrayList<>(KEPT);
    private long count;

    private BadLines(boolean strict) {
        this.strict = strict;
    }

    /** The first bad line ends the reading with a {@link TraceException}. */
    public static BadLines strict() {
        return new BadLines(true);
    }

    /** Reading continues after bad lines. */
    public static BadLines tolerant() {
        return new BadLines(false);
    }

    void add(TraceException bad, BadLine line) {
        if (strict) {
            throw bad;
        }
        count++;
        if (first.size() < KEPT) {
            first.add(line);
        }
    }

    public long count() {
        return count;
    }

    /** At most {@link #KEPT}, in the order of the file. */
    public List<BadLine> first() {
        return List.copyOf(first);
    }
}
