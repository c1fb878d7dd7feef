package io.chameleon.lab.emulator.trace;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The current line: parses its fields as numbers, and reports its position if they are not. Remembers what earlier
 * lines of the trace established: its first time, and the numbers of its volumes.
 */
final class TraceLine {
    private static final long MAX_SIZE = 1L << 30;
    private static final long NONE = Long.MIN_VALUE;
    private static final int MAX_DIGITS = 18;
    private static final int MAX_HEX_DIGITS = 16;
    private static final int MICRO_DIGITS = 6;
    private static final int SECOND_DIGITS = MAX_DIGITS - MICRO_DIGITS;

    private final Path file;
    private final Map<String, Integer> volumes = new HashMap<>();
    private long number;
    private String text = "";
    private String[] fields = {};
    private String[] words = {};
    private long firstTime = NONE;

    TraceLine(Path file) {
        this.file = file;
    }

    void next(String line) {
        number++;
        text = line;
        fields = words = new String[0];
    }

    long number() {
        return number;
    }

    String text() {
        return text;
    }

    /** Fields separated by commas. */
    String[] fields() {
        if (fields.length == 0) {
            fields = text.split(",", -1);
        }
        return fields;
    }

    /** Words separated by white space. */
    String[] words() {
        if (words.length == 0) {
            words = split(text);
        }
        return words;
    }

    private static String[] split(String text) {
        List<String> words = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            if (i == text.length() || text.charAt(i) <= ' ') {
                if (i > start) {
                    words.add(text.substring(start, i));
                }
                start = i + 1;
            }
        }
        return words.toArray(new String[0]);
    }

    TraceException bad(String expected) {
        return new TraceException(new BadLine(file, number, text, expected));
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
        require(isDigits(field, 10), what + " to be a whole number, 0 or more");
        require(field.length() <= MAX_DIGITS, what + " to be a whole number below 10^" + MAX_DIGITS);
        return Long.parseLong(field);
    }

    long hex(String field, String what) {
        String expected = what + " to be a hexadecimal number below 2^63";
        require(isDigits(field, 16) && field.length() <= MAX_HEX_DIGITS, expected);
        long value = Long.parseUnsignedLong(field, 16);
        require(value >= 0, expected);
        return value;
    }

    /** A number of units of {@code unitBytes} bytes, in bytes. */
    long times(long unitBytes, String field, String what) {
        long count = number(field, what);
        long most = Long.MAX_VALUE / unitBytes;
        require(count <= most, what + " to be at most " + most);
        return count * unitBytes;
    }

    /** Seconds with or without decimals, in microseconds. */
    long seconds(String field, String what) {
        int point = field.indexOf('.');
        String whole = point < 0 ? field : field.substring(0, point);
        String decimals = point < 0 ? "0" : field.substring(point + 1);
        require(
                isDigits(whole, 10) && isDigits(decimals, 10) && decimals.length() <= MAX_DIGITS,
                what + " to be a number of seconds, 0 or more");
        require(whole.length() <= SECOND_DIGITS, what + " to be a number of seconds below 10^" + SECOND_DIGITS);
        String micros = (decimals + "000000").substring(0, MICRO_DIGITS);
        return Long.parseLong(whole) * 1_000_000 + Long.parseLong(micros);
    }

    private static boolean isDigits(String field, int radix) {
        for (int i = 0; i < field.length(); i++) {
            char digit = field.charAt(i);
            if (digit > 'f' || Character.digit(digit, radix) < 0) {
                return false;
            }
        }
        return !field.isEmpty();
    }

    boolean isWrite(String field, String write, String read, String what) {
        boolean isWrite = field.equalsIgnoreCase(write);
        require(isWrite || field.equalsIgnoreCase(read), what + " " + write + " or " + read);
        return isWrite;
    }

    /** The byte address of an offset on one of several volumes, which lie one after another. */
    long address(Room room, long volume, long offset, String what) {
        require(volume < room.volumes(), what + " below " + room.volumes());
        require(volume == 0 || offset < room.bytes(), "an offset below " + room.bytes());
        return volume * room.bytes() + offset;
    }

    /** Volumes that have names are numbered in the order in which they appear. */
    long volume(String name) {
        return volumes.computeIfAbsent(name, unknown -> volumes.size());
    }

    /** The same time, counted from that of the first line; requests of a busy disk may be slightly out of order. */
    long sinceFirst(long time) {
        if (firstTime == NONE) {
            firstTime = time;
        }
        return Math.max(0, time - firstTime);
    }
}
