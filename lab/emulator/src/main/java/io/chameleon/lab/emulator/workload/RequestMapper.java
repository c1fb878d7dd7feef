package io.chameleon.lab.emulator.workload;

import io.chameleon.lab.emulator.trace.TraceReader;
import io.chameleon.lab.emulator.trace.TraceRequest;

/** Turns requests on addresses into requests on objects (reading 20). */
interface RequestMapper {
    /** Adds the request's operations on objects; a request that fits none is rejected at the reader. */
    void add(TraceRequest request, TraceReader reader);
}
