package io.chameleon.lab.emulator.trace;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How a line of a trace describes a request. docs/research/workloads.md shows a line of each format. */
public enum TraceFormat {
    CSV(new CsvFormat()),
    MSR(new MsrFormat()),
    SPC(new SpcFormat()),
    BLKPARSE(new BlkparseFormat()),
    FIU(new FiuFormat()),
    NFS(new NfsFormat());

    private final LineFormat lines;
    private final String header;

    TraceFormat(LineFormat lines) {
        this.lines = lines;
        this.header = lines.columns().replace(" ", "");
    }

    /** @throws TraceException if the line is not in this format */
    @Nullable
    TraceRequest parse(TraceLine line) {
        return lines.parse(line);
    }

    boolean isHeader(String line) {
        return Character.isLetter(line.charAt(0)) && line.replace(" ", "").equalsIgnoreCase(header);
    }

    /** The format that a line has by its shape, or null. */
    static @Nullable TraceFormat of(TraceLine line) {
        return Stream.of(values())
                .filter(format -> format.lines.looksLike(line))
                .findFirst()
                .orElse(null);
    }

    /** The names, as options take them. */
    public static List<String> names() {
        return Stream.of(values()).map(TraceFormat::toString).toList();
    }

    /** @throws IllegalArgumentException if there is no such format */
    public static TraceFormat byName(String name) {
        for (TraceFormat format : values()) {
            if (format.toString().equalsIgnoreCase(name)) {
                return format;
            }
        }
        throw new IllegalArgumentException("trace format: '" + name.replaceAll("\\p{Cntrl}", "?") + "' given, expected "
                + String.join(", ", names()));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
