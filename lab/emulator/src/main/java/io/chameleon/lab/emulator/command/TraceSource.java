package io.chameleon.lab.emulator.command;

import io.chameleon.lab.emulator.trace.BadLines;
import io.chameleon.lab.emulator.trace.TraceException;
import io.chameleon.lab.emulator.trace.TraceFiles;
import io.chameleon.lab.emulator.trace.TraceFormat;
import io.chameleon.lab.emulator.workload.TraceWorkloads;
import io.chameleon.lab.emulator.workload.Workload;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A recording.
 *
 * @param checksum of the file, which may change while its name does not
 * @param format null for that of the first good line
 * @param extent bytes of a volume that make one object
 * @param strict whether a bad line ends it; else they are left out and counted
 */
public record TraceSource(
        String name, Path file, long checksum, @Nullable TraceFormat format, int extent, boolean strict)
        implements WorkloadSource {
    private static final Logger log = LoggerFactory.getLogger(TraceSource.class);

    /** @throws TraceException if there is no such file */
    public static TraceSource of(Path file) {
        return of(file, null, TraceWorkloads.DEFAULT_EXTENT_BYTES, false);
    }

    static TraceSource of(Path file, @Nullable TraceFormat format, int extent, boolean strict) {
        return new TraceSource(
                String.valueOf(file.getFileName()).replaceFirst("\\..*", ""),
                file,
                TraceFiles.checksum(file),
                format,
                extent,
                strict);
    }

    @Override
    public String identity() {
        return "recording " + name + " crc32c=" + Long.toHexString(checksum) + " format=" + format + " extent=" + extent
                + " strict=" + strict;
    }

    @Override
    public Workload load() {
        BadLines bad = strict ? BadLines.strict() : BadLines.tolerant();
        Workload workload = TraceWorkloads.of(file, format, extent, bad);
        if (bad.count() > 0) {
            log.warn("{} bad lines left out, the first of them: {}", bad.count(), bad.first());
        }
        return workload;
    }
}
