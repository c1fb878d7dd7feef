package io.chameleon.lab.emulator.trace;

import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The default output of Linux's blkparse. The requests are its Q events: as they reach the block layer, before they
 * wait, merge or split. Its other events, discards, flushes and the summary at the end are not requests.
 */
final class BlkparseFormat implements LineFormat {
    private static final long SECTOR_BYTES = 512;
    private static final Pattern DEVICE = Pattern.compile("\\d{1,6},\\d{1,6}");
    private static final Set<String> ACTIONS =
            Set.of("A", "B", "C", "D", "F", "G", "I", "M", "P", "Q", "R", "S", "T", "U", "UT", "X", "m");
    /** First words of the lines of the summary. */
    private static final Pattern SUMMARY = Pattern.compile("CPU\\d+|Total|PC|Reads?|IO|Throughput|Events|Skips:|Input");

    @Override
    public String columns() {
        return "device cpu sequence time pid action RWBS sector + sectors [process]";
    }

    @Override
    public boolean looksLike(TraceLine line) {
        String[] words = line.words();
        return words.length >= 6 && DEVICE.matcher(words[0]).matches() && words[3].indexOf('.') >= 0;
    }

    @Override
    public @Nullable TraceRequest parse(TraceLine line) {
        String[] words = line.words();
        if (words.length > 0 && SUMMARY.matcher(words[0]).matches()) {
            return null;
        }
        line.require(looksLike(line), "fields " + columns());
        line.require(ACTIONS.contains(words[5]), "an action of blkparse such as Q, D or C");
        boolean hasSectors = words.length >= 10 && words[8].equals("+");
        if (!words[5].equals("Q") || !hasSectors && isWithoutSectors(words)) {
            return null;
        }
        line.require(hasSectors, "fields " + columns());
        boolean isWrite = words[6].indexOf('W') >= 0;
        if (words[6].indexOf('D') >= 0 || !isWrite && words[6].indexOf('R') < 0) {
            return null;
        }
        long offset = line.times(SECTOR_BYTES, words[7], "sector");
        long size = line.times(SECTOR_BYTES, words[9], "sectors");
        long time = line.seconds(words[3], "time");
        return line.request(
                line.sinceFirst(time),
                isWrite,
                line.address(Room.DISK, line.volume(words[0]), offset, "devices"),
                size);
    }

    /** A flush has no sectors: the process follows. */
    private static boolean isWithoutSectors(String[] words) {
        return words.length <= 7 || words[7].startsWith("[");
    }
}
