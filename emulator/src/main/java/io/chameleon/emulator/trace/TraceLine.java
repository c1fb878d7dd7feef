package io.chameleon.emulator.trace;

import java.math.BigDecimal;
import java.nio.file.Path;

/** The line being read: turns its fields into numbers, and says where it is when they are none. */
final class TraceLine {
    private static final long MAX_SIZE = 1L << 30;
    /** Several disks of a trace lie one after another, 16 TiB apart. */
    private static final int DISK_SHIFT = 44;

    private static final long MAX_DISK = (1L << (63 - DISK_SHIFT)) - 1;
    private static final long NONE = Long.MIN_VALUE;

    private final Path file;
    private long number;
    private String text = "";
    private long firstTime = NONE;

    TraceLine(Path file) {
        this.file = file;
    }

    void next(String line) {
        number++;
        text = line;
    }

    long number() {
        return number;
    }

    TraceException bad(String expected) {
        return new TraceException(file, number, text, expected);
    }

    void require(boolean condition, String expected) {
        if (!condition) {
            throw bad(expected);
        }
    }

    TraceRequest request(long timeMicros, boolean isWrite, long offset, long size) {
        require(
                size <= MAX_SIZE && offset <= Long.MAX_VALUE - size,
                "a size of at most " + MAX_SIZE + " bytes and an end below 2^63");
        return new TraceRequest(timeMicros, isWrite, offset, size);
    }

    long number(String field, String what) {
        require(field.matches("\\d{1,18}"), what + " to be a whole number, 0 or more");
        return Long.parseLong(field);
    }

    /** Microseconds. */
    long seconds(String field, String what) {
        require(field.matches("\\d{1,11}(\\.\\d{1,18})?"), what + " to be a number of seconds, 0 or more");
        return new BigDecimal(field).movePointRight(6).longValue();
    }

    boolean isWrite(String field, String write, String read, String what) {
        boolean isWrite = field.equalsIgnoreCase(write);
        require(isWrite || field.equalsIgnoreCase(read), what + " " + write + " or " + read);
        return isWrite;
    }

    /** The byte address of an offset on one of several disks. */
    long address(long disk, long offset, String what) {
        require(disk <= MAX_DISK, what + " of at most " + MAX_DISK);
        require(disk == 0 || offset >>> DISK_SHIFT == 0, "an offset below 16 TiB");
        return (disk << DISK_SHIFT) + offset;
    }

    /** The same time, counted from that of the first line; requests of a busy disk may stand a little out of order. */
    long sinceFirst(long time) {
        if (firstTime == NONE) {
            firstTime = time;
        }
        return Math.max(0, time - firstTime);
    }
}
