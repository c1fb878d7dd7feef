package io.chameleon.simssd;

import java.lang.foreign.MemorySegment;

/**
 * Raw flash: pages that are programmed once, in order within their block, and erased block by block. Knows nothing of logical
 * pages.
 *
 * <p>Three implementations: {@link TimingOnlyNandArray}, {@link MemoryNandArray}, {@link FileNandArray}.
 *
 * <p>Threads: one at a time, except that {@link #force} may run beside the other methods and covers what ended before it began.
 * Errors: {@link DeviceFailedException}.
 */
interface NandArray extends AutoCloseable {
    /** Whether pages keep what is programmed into them. If not, nobody need call {@link #program} and {@link #read}. */
    boolean keepsData();

    /** Whether content outlives the process: only then do {@link #force} and its order against erases matter. */
    boolean isPersistent();

    /**
     * Programs an erased page.
     *
     * @param data exactly one page
     * @param oob exactly {@link OobFormat#BYTES}
     */
    void program(int block, int page, MemorySegment data, MemorySegment oob);

    /** Marks a page as dropped: its out-of-band area becomes {@link OobFormat#DISCARDED} bytes, as NAND can without an erase. */
    void discard(int block, int page);

    /** Reads a page and its out-of-band area. */
    void read(int block, int page, MemorySegment data, MemorySegment oob);

    /** Reads the out-of-band areas of a whole block, {@code pagesPerBlock *} {@link OobFormat#BYTES} bytes. */
    void readOobs(int block, MemorySegment oobs);

    /** Erases a block: its out-of-band areas become {@link OobFormat#ERASED} bytes and its count rises by one. */
    void erase(int block);

    /** Erases of a block since the array was made. */
    int eraseCount(int block);

    /** Returns when everything that ended before the call is durable. */
    void force();

    /** Notes the counters, for the next {@link #force} to make durable. Replaces the former ones whole or not at all. */
    void saveCounters(DeviceCounters counters);

    /** The counters noted last, {@link DeviceCounters#NONE} for a new array. */
    DeviceCounters counters();

    /** Releases the array; does not force. */
    @Override
    void close();
}
