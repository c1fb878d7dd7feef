package io.chameleon.lab.emulator.workload;

import io.chameleon.lab.emulator.trace.TraceReader;
import io.chameleon.lab.emulator.trace.TraceRequest;
import java.util.HashMap;
import java.util.Map;

/**
 * Each extent of the address space is an object, numbered when it first appears; a request over several extents is
 * split.
 */
final class ExtentObjects implements RequestMapper {
    private final Map<Long, Integer> numbers = new HashMap<>();
    private final Workload.Builder workload;
    private final int extentBytes;

    ExtentObjects(Workload.Builder workload, int extentBytes) {
        this.workload = workload;
        this.extentBytes = extentBytes;
    }

    @Override
    public void add(TraceRequest request, TraceReader reader) {
        long end = request.offset() + request.size();
        for (long at = request.offset(); at < end; ) {
            int from = (int) (at % extentBytes);
            int bytes = (int) Math.min(extentBytes - from, end - at);
            int number = numbers.computeIfAbsent(at / extentBytes, unknown -> workload.object(extentBytes));
            workload.request(request.timeMicros(), request.isWrite(), number, from, bytes);
            at += bytes;
        }
    }
}
