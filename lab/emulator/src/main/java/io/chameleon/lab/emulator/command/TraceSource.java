package io.chameleon.lab.emulator.command;

import io.chameleon.lab.emulator.trace.BadLines;
import io.chameleon.lab.emulator.trace.TraceException;
import io.chameleon.lab.emulator.trace.TraceFiles;
import io.chameleon.lab.emulator.workload.TraceWorkloads;
import io.chameleon.lab.emulator.workload.Workload;
import io.chameleon.lab.emulator.workload.WorkloadFiles;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file: a recording, or the properties of a YCSB core workload.
 *
 * @param checksum of the file, which may change while its name does not
 * @param format of {@link WorkloadFiles#formats}; null for that of the first good line
 * @param extent bytes of a volume that make one object
 * @param strict whether a bad line ends it; else they are left out and counted
 * @param seed of a YCSB workload; 0 of a recording, which is the same for all seeds
 */
public record TraceSource(
        String name, Path file, long checksum, @Nullable String format, int extent, boolean strict, long seed)
        implements WorkloadSource {
    private static final Logger log = LoggerFactory.getLogger(TraceSource.class);

    /** @throws TraceException if there is no such file */
    public static TraceSource of(Path file) {
        return of(file, null, TraceWorkloads.DEFAULT_EXTENT_BYTES, false, 1);
    }

    static TraceSource of(Path file, @Nullable String format, int extent, boolean strict, long seed) {
        return new TraceSource(
                String.valueOf(file.getFileName()).replaceFirst("\\..*", ""),
                file,
                TraceFiles.checksum(file),
                format,
                extent,
                strict,
                WorkloadFiles.isYcsb(file, format) ? seed : 0);
    }

    @Override
    public String identity() {
        return "recording " + name + " crc32c=" + Long.toHexString(checksum) + " format=" + format + " extent=" + extent
                + " strict=" + strict + (seed == 0 ? "" : " seed=" + seed);
    }

    @Override
    public Workload load() {
        BadLines bad = strict ? BadLines.strict() : BadLines.tolerant();
        Workload workload = WorkloadFiles.of(file, format, extent, bad, seed);
        if (TraceFiles.checksum(file) != checksum) {
            throw new TraceException(file, "it has changed since the command began; run it again");
        }
        if (bad.count() > 0) {
            log.warn("{} bad lines left out, the first of them: {}", bad.count(), bad.first());
        }
        return workload;
    }
}
