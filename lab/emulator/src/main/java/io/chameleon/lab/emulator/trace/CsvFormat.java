package io.chameleon.lab.emulator.trace;

/** Our own format: microseconds since the start, {@code R} or {@code W}, bytes, bytes. */
final class CsvFormat implements LineFormat {
    @Override
    public String columns() {
        return "time_us,op,offset,size";
    }

    @Override
    public boolean looksLike(TraceLine line) {
        return line.fields().length == 4 && line.words().length == 1;
    }

    @Override
    public TraceRequest parse(TraceLine line) {
        String[] fields = line.fields();
        line.require(fields.length == 4, "four fields " + columns());
        return line.request(
                line.number(fields[0], "time_us"),
                line.isWrite(fields[1], "W", "R", "op"),
                line.number(fields[2], "offset"),
                line.number(fields[3], "size"));
    }
}
