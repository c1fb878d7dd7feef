package io.chameleon.lab.simulation.world;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/** The log of a run: its last lines for people, and a hash of all lines, which two runs of one seed share. */
public final class Trace {
    private static final int KEPT = 400;
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private final VirtualTime time;
    private final Deque<String> last = new ArrayDeque<>();
    private long hash = FNV_OFFSET;
    private long lines;

    public Trace(VirtualTime time) {
        this.time = time;
    }

    public void line(String text) {
        mix(time.now());
        for (int i = 0; i < text.length(); i++) {
            mix(text.charAt(i));
        }
        lines++;
        if (last.size() == KEPT) {
            last.removeFirst();
        }
        last.addLast(time.now() + " " + text);
    }

    private void mix(long value) {
        hash = (hash ^ value) * FNV_PRIME;
    }

    public long hash() {
        return hash;
    }

    public long lines() {
        return lines;
    }

    /** The last lines, oldest first, with the time in front. */
    public List<String> last() {
        return last.stream().map(Trace::readable).toList();
    }

    private static String readable(String line) {
        int space = line.indexOf(' ');
        return String.format(
                Locale.ROOT, "%.6fs%s", Long.parseLong(line.substring(0, space)) / 1e9, line.substring(space));
    }
}
