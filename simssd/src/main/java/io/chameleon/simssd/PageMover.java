package io.chameleon.simssd;

/** Copies a live page for garbage collection; {@code sequence} numbers the new program. */
@FunctionalInterface
interface PageMover {
    /** For arrays that keep no data. */
    PageMover NOTHING_TO_MOVE = (_, _, _, _) -> {};

    void copy(int fromPage, int toPage, int logicalPage, long sequence);
}
