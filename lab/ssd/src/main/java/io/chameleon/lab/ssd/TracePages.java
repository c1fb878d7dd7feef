package io.chameleon.lab.ssd;

import io.chameleon.cli.kit.CommandFailure;
import io.chameleon.lab.emulator.trace.TraceFormat;
import io.chameleon.lab.emulator.trace.TraceReader;
import io.chameleon.lab.emulator.trace.TraceRequest;
import io.chameleon.lab.ssd.workload.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The page writes of a trace. A write of part of a page writes the page. Pages that are never written take no room: the
 * pages of the trace are numbered in the order of their addresses.
 */
record TracePages(Path file, long requests, int distinctPages, Workload.Replay workload) {
    private static final int MAX_WRITES = 500_000_000;

    static TracePages read(Path file, @Nullable TraceFormat format, int pageBytes) {
        LongStream.Builder addresses = LongStream.builder();
        long requests = 0;
        long writes = 0;
        try (TraceReader reader = TraceReader.open(file, format)) {
            for (TraceRequest request = reader.next(); request != null; request = reader.next()) {
                requests++;
                if (!request.isWrite() || request.size() == 0) {
                    continue;
                }
                long last = (request.offset() + request.size() - 1) / pageBytes;
                for (long page = request.offset() / pageBytes; page <= last; page++) {
                    addresses.add(page);
                    writes++;
                }
                if (writes > MAX_WRITES) {
                    throw new CommandFailure("trace " + file + ": more than " + MAX_WRITES + " page writes");
                }
            }
        } catch (IOException e) {
            throw new CommandFailure("trace " + file + ": cannot be closed: " + e.getMessage(), e);
        }
        if (writes == 0) {
            throw new CommandFailure("trace " + file + ": no write in " + requests + " requests");
        }
        long[] pages = addresses.build().toArray();
        long[] distinct = Arrays.stream(pages).sorted().distinct().toArray();
        int[] numbers = Arrays.stream(pages)
                .mapToInt(page -> Arrays.binarySearch(distinct, page))
                .toArray();
        return new TracePages(file, requests, distinct.length, new Workload.Replay(numbers));
    }

    void describe(Map<String, Object> json) {
        json.put("trace", file.toString());
        json.put("trace_requests", requests);
        json.put("trace_pages", distinctPages);
    }
}
