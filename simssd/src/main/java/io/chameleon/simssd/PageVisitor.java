package io.chameleon.simssd;

import java.lang.foreign.MemorySegment;

/** Receives the mapped pages of a device. */
@FunctionalInterface
public interface PageVisitor {
    /** @param spare the {@link FlashDevice#SPARE_BYTES} owner bytes; valid during the call only */
    void visit(long logicalPage, MemorySegment spare);

    /**
     * A mapped page whose out-of-band area is damaged: its owner is unknown and {@link FlashDevice#read} refuses it.
     */
    default void corrupt(long logicalPage) {}
}
