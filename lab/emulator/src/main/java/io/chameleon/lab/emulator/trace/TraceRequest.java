package io.chameleon.lab.emulator.trace;

/**
 * One request of a block trace.
 *
 * @param timeMicros since the start of the trace
 * @param offset byte address
 * @param size bytes, 0 or more
 */
public record TraceRequest(long timeMicros, boolean isWrite, long offset, long size) {}
