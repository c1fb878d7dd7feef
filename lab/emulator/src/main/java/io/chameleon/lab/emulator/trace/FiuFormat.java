package io.chameleon.lab.emulator.trace;

import java.util.regex.Pattern;

/**
 * Florida International University's I/O deduplication traces: time in nanoseconds, sectors of 512 bytes, {@code R} or
 * {@code W}. Fields are counted from the end, since the name of a process may contain spaces.
 */
final class FiuFormat implements LineFormat {
    private static final int LEAST_WORDS = 9;
    private static final long SECTOR_BYTES = 512;
    private static final long NANOS_PER_MICRO = 1000;
    private static final Pattern DIGEST = Pattern.compile("[0-9a-fA-F]{32}");

    @Override
    public String columns() {
        return "timestamp pid process lba blocks op major minor md5";
    }

    @Override
    public boolean looksLike(TraceLine line) {
        String[] words = line.words();
        return words.length >= LEAST_WORDS
                && DIGEST.matcher(words[words.length - 1]).matches();
    }

    @Override
    public TraceRequest parse(TraceLine line) {
        String[] words = line.words();
        int end = words.length;
        line.require(looksLike(line), "fields " + columns());
        boolean isWrite = line.isWrite(words[end - 4], "W", "R", "op");
        long offset = line.times(SECTOR_BYTES, words[end - 6], "lba");
        long size = line.times(SECTOR_BYTES, words[end - 5], "blocks");
        long device = line.volume(line.number(words[end - 3], "major") + "," + line.number(words[end - 2], "minor"));
        long nanos = line.number(words[0], "timestamp");
        return line.request(
                line.sinceFirst(nanos) / NANOS_PER_MICRO,
                isWrite,
                line.address(Room.DISK, device, offset, "devices"),
                size);
    }
}
