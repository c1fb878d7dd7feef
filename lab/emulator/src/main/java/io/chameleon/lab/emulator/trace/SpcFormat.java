package io.chameleon.lab.emulator.trace;

/**
 * Storage Performance Council: application storage unit, sectors of 512 bytes, bytes, {@code r} or {@code w}, seconds.
 * More fields may follow.
 */
final class SpcFormat implements LineFormat {
    private static final long SECTOR_BYTES = 512;

    @Override
    public String columns() {
        return "ASU,LBA,Size,Opcode,Timestamp";
    }

    @Override
    public boolean looksLike(TraceLine line) {
        String[] fields = line.fields();
        return fields.length >= 5
                && (fields[3].strip().equalsIgnoreCase("r") || fields[3].strip().equalsIgnoreCase("w"));
    }

    @Override
    public TraceRequest parse(TraceLine line) {
        String[] fields = line.fields();
        line.require(fields.length >= 5, "at least five fields " + columns());
        return line.request(
                line.seconds(fields[4].strip(), "Timestamp"),
                line.isWrite(fields[3].strip(), "W", "R", "Opcode"),
                line.address(
                        Room.DISK,
                        line.number(fields[0].strip(), "ASU"),
                        line.times(SECTOR_BYTES, fields[1].strip(), "LBA"),
                        "ASU"),
                line.number(fields[2].strip(), "Size"));
    }
}
