package io.chameleon.lab.emulator.workload;

import io.chameleon.core.Require;
import io.chameleon.core.mapping.ObjectContent;
import io.chameleon.lab.emulator.trace.BadLines;
import io.chameleon.lab.emulator.trace.Extents;
import io.chameleon.lab.emulator.trace.TraceException;
import io.chameleon.lab.emulator.trace.TraceFormat;
import io.chameleon.lab.emulator.trace.TraceHeader;
import io.chameleon.lab.emulator.trace.TraceReader;
import io.chameleon.lab.emulator.trace.TraceRequest;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Recorded traces as workloads (reading 20). An object is an extent of a volume, of the full extent's size even if
 * little of it is touched; objects are numbered in the order they appear. In a trace of slots, as the generator writes
 * it, an object is a slot.
 */
public final class TraceWorkloads {
    public static final int DEFAULT_EXTENT_BYTES = Extents.BYTES;
    public static final int MIN_EXTENT_BYTES = 4096;
    /** An extent is one segment. */
    public static final int MAX_EXTENT_BYTES = ObjectContent.MAX_SEGMENT_BYTES;

    /** This many take 2.1 GB. */
    private static final int MAX_REQUESTS = 100_000_000;

    private TraceWorkloads() {}

    /** As the other, in the format of the first good line, in extents of 64 KiB. */
    public static Workload of(Path file, BadLines badLines) {
        return of(file, null, DEFAULT_EXTENT_BYTES, badLines);
    }

    /**
     * Reads a whole trace, in one pass.
     *
     * @param file plain, .gz or .zst
     * @param format null for that of the first good line
     * @param extentBytes a power of two from 4 KiB to 8 MiB; slots have precedence
     * @param badLines receives every line that is not a request
     * @throws TraceException if there is no request in the file, it cannot be read, or a line is bad and
     *     {@code badLines} is strict
     */
    public static Workload of(Path file, @Nullable TraceFormat format, int extentBytes, BadLines badLines) {
        Require.that(
                Integer.bitCount(extentBytes) == 1
                        && extentBytes >= MIN_EXTENT_BYTES
                        && extentBytes <= MAX_EXTENT_BYTES,
                "extent bytes",
                extentBytes,
                "a power of two from " + MIN_EXTENT_BYTES + " to " + MAX_EXTENT_BYTES);
        try (TraceReader trace = TraceReader.open(file, format, badLines)) {
            TraceRequest first = trace.next();
            TraceHeader header = trace.header();
            Workload.Builder workload = Workload.builder(name(file), header.synthetic());
            RequestMapper mapper = mapper(file, header, workload, extentBytes);
            for (TraceRequest request = first; request != null; request = trace.next()) {
                mapper.add(request, trace);
                if (workload.requests() > MAX_REQUESTS) {
                    throw new TraceException(file, "more than " + MAX_REQUESTS + " requests on objects");
                }
            }
            if (workload.requests() == 0) {
                throw new TraceException(file, "no request in " + trace.lines() + " lines" + firstOf(badLines));
            }
            return workload.build();
        } catch (IOException e) {
            throw new TraceException(file, "cannot be closed: " + e.getMessage());
        }
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }

    private static RequestMapper mapper(Path file, TraceHeader header, Workload.Builder workload, int extentBytes) {
        if (header.slotBytes() == 0) {
            return new ExtentObjects(workload, extentBytes);
        }
        if (header.slotBytes() > Workload.MAX_OBJECT_BYTES) {
            throw new TraceException(
                    file, "slot=" + header.slotBytes() + " given, expected 1 to " + Workload.MAX_OBJECT_BYTES);
        }
        return new SlotObjects(workload, header.slotBytes());
    }

    private static String firstOf(BadLines badLines) {
        return badLines.count() == 0
                ? ""
                : "; the first of " + badLines.count() + " bad ones: "
                        + badLines.first().getFirst();
    }
}
