package io.chameleon.lab.demo;

import io.chameleon.lab.emulator.trace.Extents;
import io.chameleon.lab.emulator.trace.TraceReader;
import io.chameleon.lab.emulator.trace.TraceRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * What is stored and overwritten.
 *
 * @param root directory of the files
 * @param files relative to {@code root}, in order
 * @param extents distinct extents that the trace writes, in order
 * @param writes indexes into {@code extents}, in the order of the trace
 * @param requests trace requests read, reads included
 */
record Workload(Path root, List<Path> files, long[] extents, int[] writes, long requests) {

    static Workload read(DemoConfig config, TraceReader trace) {
        LongStream.Builder touched = LongStream.builder();
        long requests = 0;
        TraceRequest request = trace.next();
        while (request != null && (config.limit() == 0 || requests < config.limit())) {
            requests++;
            if (request.isWrite()) {
                Extents.touched(request).forEach(touched);
            }
            request = trace.next();
        }
        long[] order = touched.build().toArray();
        long[] extents = Arrays.stream(order).sorted().distinct().toArray();
        int[] writes = Arrays.stream(order)
                .mapToInt(extent -> Arrays.binarySearch(extents, extent))
                .toArray();
        return new Workload(config.input(), InputFiles.below(config.input()), extents, writes, requests);
    }

    long fileBytes(Path file) {
        try {
            return Files.size(root.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + root.resolve(file) + ": " + e.getMessage(), e);
        }
    }
}
