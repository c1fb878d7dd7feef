package io.chameleon.lab.ssd.envm;

import io.chameleon.cli.kit.CommandFailure;
import io.chameleon.lab.emulator.trace.TraceReader;
import io.chameleon.lab.emulator.trace.TraceRequest;
import io.chameleon.lab.ssd.envm.simulation.RequestLog;
import io.chameleon.lab.ssd.envm.simulation.VdiWorkload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * The requests to study.
 *
 * @param name what they are, for people
 * @param synthetic whether they are a stand-in rather than a recording
 * @param flashBytes capacity of a flash device that fits them
 */
record StudyWorkload(String name, boolean synthetic, RequestLog log, long flashBytes) {
    private static final long LEAST_FLASH_BYTES = 16L << 20;

    /** Virtual desktops, made from a seed. */
    static StudyWorkload virtualDesktops(long seed, int days, int requestsOfBusiestDay) {
        RequestLog log = VdiWorkload.generate(new SplittableRandom(seed), days, requestsOfBusiestDay);
        return new StudyWorkload(
                "synthetic virtual desktops (a stand-in for Systor '17 LUN0 at 1:256), seed " + seed,
                true,
                log,
                VdiWorkload.FLASH_BYTES);
    }

    /** A recording; its device is exactly as large as what it touches. */
    static StudyWorkload trace(Path file, long limit) {
        RequestLog.Builder log = new RequestLog.Builder();
        try (TraceReader trace = TraceReader.open(file)) {
            TraceRequest request = trace.next();
            for (long count = 0; request != null && (limit == 0 || count < limit); count++) {
                log.add(request.timeMicros(), request.isWrite(), request.offset(), request.size());
                request = trace.next();
            }
        } catch (IOException e) {
            throw new CommandFailure("trace " + file + ": cannot be closed: " + e.getMessage(), e);
        }
        RequestLog requests = log.build();
        if (requests.size() == 0) {
            throw new CommandFailure("trace " + file + ": no requests in it");
        }
        return new StudyWorkload(
                "trace " + file.getFileName(), false, requests, Math.max(LEAST_FLASH_BYTES, requests.footprintBytes()));
    }
}
