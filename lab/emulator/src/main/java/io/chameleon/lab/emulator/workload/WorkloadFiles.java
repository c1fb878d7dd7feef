package io.chameleon.lab.emulator.workload;

import io.chameleon.lab.emulator.trace.BadLines;
import io.chameleon.lab.emulator.trace.TraceException;
import io.chameleon.lab.emulator.trace.TraceFiles;
import io.chameleon.lab.emulator.trace.TraceFormat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Any file that describes a workload: a recorded trace, or the properties of a YCSB core workload. */
public final class WorkloadFiles {
    /** The format that is not a trace: YCSB makes the requests. */
    public static final String YCSB = "ycsb";

    private static final int HEAD_BYTES = 1 << 14;
    private static final Pattern PROPERTY = Pattern.compile("[A-Za-z][A-Za-z0-9._-]*\\s*=.*");

    private WorkloadFiles() {}

    /** What {@code format} may be, for options. */
    public static List<String> formats() {
        List<String> names = new ArrayList<>(TraceFormat.names());
        names.add(YCSB);
        return names;
    }

    /**
     * Reads a file.
     *
     * @param format one of {@link #formats}, or null for that of the first good line
     * @param extentBytes see {@link TraceWorkloads#of(Path, TraceFormat, int, BadLines)}
     * @param badLines receives every line of a trace that is not a request
     * @param seed for YCSB
     * @throws TraceException if the file cannot be read or holds no request
     * @throws IllegalArgumentException if there is no such format or extent
     */
    public static Workload of(Path file, @Nullable String format, int extentBytes, BadLines badLines, long seed) {
        if (isYcsb(file, format)) {
            return YcsbCore.read(file, seed);
        }
        return TraceWorkloads.of(file, format == null ? null : TraceFormat.byName(format), extentBytes, badLines);
    }

    /** Whether the file holds the properties of a YCSB core workload, whose requests depend on the seed. */
    public static boolean isYcsb(Path file, @Nullable String format) {
        return format == null ? looksLikeProperties(file) : format.equalsIgnoreCase(YCSB);
    }

    /** The one of {@link #formats} that {@code name} means. */
    public static String format(String name) {
        return name.equalsIgnoreCase(YCSB) ? YCSB : TraceFormat.byName(name).toString();
    }

    /** Whether the first line that is not a comment sets a property. */
    private static boolean looksLikeProperties(Path file) {
        try (InputStream bytes = TraceFiles.open(file)) {
            String head = new String(bytes.readNBytes(HEAD_BYTES), StandardCharsets.UTF_8);
            return head.lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .findFirst()
                    .filter(line -> PROPERTY.matcher(line).matches())
                    .isPresent();
        } catch (IOException | TraceException e) {
            // Whoever reads all of it tells why it cannot be read.
            return false;
        }
    }
}
