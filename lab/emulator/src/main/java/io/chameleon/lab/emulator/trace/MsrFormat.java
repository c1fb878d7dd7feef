package io.chameleon.lab.emulator.trace;

/**
 * MSR Cambridge: time in Windows' 100 ns ticks, {@code Read} or {@code Write}, bytes. Times are counted from the first
 * line.
 */
final class MsrFormat implements LineFormat {
    private static final long TICKS_PER_MICRO = 10;

    @Override
    public String columns() {
        return "Timestamp,Hostname,Disk,Type,Offset,Size,ResponseTime";
    }

    @Override
    public boolean looksLike(TraceLine line) {
        String[] fields = line.fields();
        return fields.length == 7 && (fields[3].equalsIgnoreCase("read") || fields[3].equalsIgnoreCase("write"));
    }

    @Override
    public TraceRequest parse(TraceLine line) {
        String[] fields = line.fields();
        line.require(fields.length == 7, "seven fields " + columns());
        boolean isWrite = line.isWrite(fields[3], "Write", "Read", "Type");
        long address =
                line.address(Room.DISK, line.number(fields[2], "Disk"), line.number(fields[4], "Offset"), "Disk");
        long size = line.number(fields[5], "Size");
        long ticks = line.number(fields[0], "Timestamp");
        return line.request(line.sinceFirst(ticks) / TICKS_PER_MICRO, isWrite, address, size);
    }
}
