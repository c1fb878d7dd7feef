package io.chameleon.lab.emulator.workload;

import io.chameleon.lab.emulator.trace.TraceReader;
import io.chameleon.lab.emulator.trace.TraceRequest;
import java.util.HashMap;
import java.util.Map;

/**
 * An object begins at each slot of the address space. It is as large as its requests, each of which is for the whole of
 * it.
 */
final class SlotObjects implements RequestMapper {
    private final Map<Long, Integer> numbers = new HashMap<>();
    private final Workload.Builder workload;
    private final long slotBytes;

    /** @param slotBytes 1 to {@link Workload#MAX_OBJECT_BYTES} */
    SlotObjects(Workload.Builder workload, long slotBytes) {
        this.workload = workload;
        this.slotBytes = slotBytes;
    }

    @Override
    public void add(TraceRequest request, TraceReader reader) {
        if (request.offset() % slotBytes != 0 || request.size() < 1 || request.size() > slotBytes) {
            reader.reject("a request at the beginning of a slot of " + slotBytes + " bytes, for no more than it");
            return;
        }
        int bytes = (int) request.size();
        int number = numbers.computeIfAbsent(request.offset() / slotBytes, unknown -> workload.object(bytes));
        if (workload.objectBytes(number) != bytes) {
            reader.reject("the size the object had before, " + workload.objectBytes(number));
            return;
        }
        workload.request(request.timeMicros(), request.isWrite(), number, 0, bytes);
    }
}
