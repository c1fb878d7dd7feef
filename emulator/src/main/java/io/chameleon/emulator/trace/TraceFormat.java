package io.chameleon.emulator.trace;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How a line of a trace tells a request. */
public enum TraceFormat {
    /** Ours: microseconds since the start, {@code R} or {@code W}, bytes, bytes. */
    CSV("time_us,op,offset,size") {
        @Override
        boolean looksLike(String[] fields) {
            return fields.length == 4;
        }

        @Override
        TraceRequest parse(TraceLine line, String[] fields) {
            line.require(fields.length == 4, "four fields " + columns());
            return line.request(
                    line.number(fields[0], "time_us"),
                    line.isWrite(fields[1], "W", "R", "op"),
                    line.number(fields[2], "offset"),
                    line.number(fields[3], "size"));
        }
    },

    /** MSR Cambridge: time in Windows' 100 ns ticks, {@code Read} or {@code Write}, bytes. Times are counted from the first line. */
    MSR("Timestamp,Hostname,Disk,Type,Offset,Size,ResponseTime") {
        @Override
        boolean looksLike(String[] fields) {
            return fields.length == 7 && fields[3].toLowerCase(Locale.ROOT).matches("read|write");
        }

        @Override
        TraceRequest parse(TraceLine line, String[] fields) {
            line.require(fields.length == 7, "seven fields " + columns());
            return line.request(
                    line.sinceFirst(line.number(fields[0], "Timestamp")) / 10,
                    line.isWrite(fields[3], "Write", "Read", "Type"),
                    line.address(line.number(fields[2], "Disk"), line.number(fields[4], "Offset"), "Disk"),
                    line.number(fields[5], "Size"));
        }
    },

    /**
     * Storage Performance Council: application storage unit, sectors of 512 bytes, bytes, {@code r} or {@code w}, seconds. More fields
     * may follow.
     */
    SPC("ASU,LBA,Size,Opcode,Timestamp") {
        @Override
        boolean looksLike(String[] fields) {
            return fields.length >= 5 && fields[3].strip().matches("[rRwW]");
        }

        @Override
        TraceRequest parse(TraceLine line, String[] fields) {
            line.require(fields.length >= 5, "at least five fields " + columns());
            long lba = line.number(fields[1].strip(), "LBA");
            line.require(lba <= Long.MAX_VALUE / SECTOR, "LBA to be less");
            return line.request(
                    line.seconds(fields[4].strip(), "Timestamp"),
                    line.isWrite(fields[3].strip(), "W", "R", "Opcode"),
                    line.address(line.number(fields[0].strip(), "ASU"), lba * SECTOR, "ASU"),
                    line.number(fields[2].strip(), "Size"));
        }
    };

    private static final long SECTOR = 512;

    private final String columns;

    TraceFormat(String columns) {
        this.columns = columns;
    }

    String columns() {
        return columns;
    }

    abstract boolean looksLike(String[] fields);

    /** @throws TraceException if the line is no request in this format */
    abstract TraceRequest parse(TraceLine line, String[] fields);

    boolean isHeader(String line) {
        return line.replace(" ", "").equalsIgnoreCase(columns);
    }

    /** The format of a first line, or null. */
    static @Nullable TraceFormat of(String[] fields) {
        for (TraceFormat format : values()) {
            if (format.looksLike(fields)) {
                return format;
            }
        }
        return null;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
