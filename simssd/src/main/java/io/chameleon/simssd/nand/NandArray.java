package io.chameleon.simssd.nand;

import io.chameleon.simssd.DeviceFailedException;
import io.chameleon.simssd.FileRange;
import java.lang.foreign.MemorySegment;

/**
 * Raw flash: pages that are programmed once, in order within their block, and erased block by block. Knows nothing of
 * logical pages.
 *
 * <p>Three implementations: {@link TimingOnlyNandArray}, {@link MemoryNandArray}, {@link FileNandArray};
 * {@link FaultyNandArray} wraps any of them.
 *
 * <p>Threads: one at a time, except that {@link #force} may run beside the other methods and covers operations that
 * ended before it began, and that {@link #read} may if the array is {@linkplain #isLocatable locatable}. Errors:
 * {@link DeviceFailedException}.
 */
public interface NandArray extends AutoCloseable {
    /**
     * Whether pages store what is programmed into them. If not, {@link #program} and {@link #read} need not be called.
     */
    boolean keepsData();

    /** Whether content outlives the process: only then do {@link #force} and its order against erases matter. */
    boolean isPersistent();

    /** Whether programs and erases may fail: only then are failures expected and blocks reserved for them. */
    default boolean isFallible() {
        return false;
    }

    /** Whether it was created for this mount, so that it is empty. */
    default boolean isNew() {
        return false;
    }

    /** Whether data lie in a file as they are, and reads of the array have no effects and are safe from any thread. */
    default boolean isLocatable() {
        return false;
    }

    /** Whether the operating system has these bytes of the file in memory. */
    default boolean isCached(FileRange range) {
        throw new UnsupportedOperationException(range + ": not in a file");
    }

    /** Where the data of a page lie in the file. Only for arrays that are {@linkplain #isLocatable locatable}. */
    default FileRange locate(int block, int page) {
        throw new UnsupportedOperationException("page " + page + " of block " + block + ": not in a file");
    }

    /**
     * Programs an erased page. False: the program failed, what the page holds is undefined, and no page of the block
     * should be programmed any more; those programmed before stay readable.
     *
     * @param data exactly one page
     * @param oob exactly {@link OobFormat#BYTES}
     */
    boolean program(int block, int page, MemorySegment data, MemorySegment oob);

    /**
     * Programs consecutive erased pages of a block with their out-of-band areas. Only for arrays whose programs do not
     * fail.
     */
    default void program(int block, int firstPage, int count, MemorySegment data, MemorySegment oobs) {
        long pageBytes = data.byteSize() / count;
        for (int i = 0; i < count; i++) {
            boolean programmed = program(
                    block,
                    firstPage + i,
                    data.asSlice(i * pageBytes, pageBytes),
                    oobs.asSlice((long) i * OobFormat.BYTES, OobFormat.BYTES));
            if (!programmed) {
                throw new IllegalStateException("a program failed in an array of which none does");
            }
        }
    }

    /**
     * Marks a page as dropped: its out-of-band area becomes {@link OobFormat#DISCARDED} bytes, as NAND can without an
     * erase.
     */
    void discard(int block, int page);

    /** Reads a page and its out-of-band area. */
    void read(int block, int page, MemorySegment data, MemorySegment oob);

    /** Reads consecutive pages of a block with their out-of-band areas. */
    default void read(int block, int firstPage, int count, MemorySegment data, MemorySegment oobs) {
        long pageBytes = data.byteSize() / count;
        for (int i = 0; i < count; i++) {
            read(
                    block,
                    firstPage + i,
                    data.asSlice(i * pageBytes, pageBytes),
                    oobs.asSlice((long) i * OobFormat.BYTES, OobFormat.BYTES));
        }
    }

    /** Reads the out-of-band areas of a whole block, {@code pagesPerBlock *} {@link OobFormat#BYTES} bytes. */
    void readOobs(int block, MemorySegment oobs);

    /**
     * Erases a block: its out-of-band areas become {@link OobFormat#ERASED} bytes and its count rises by one. False:
     * the count rose, but the block is worn out or failed; the content of its pages is undefined, and it must not be
     * used any more.
     */
    boolean erase(int block);

    /** The identity of this device, stored with the pages. */
    DeviceIdentity identity();

    /** Reads the out-of-band areas of {@code count} consecutive blocks. */
    default void readOobs(int firstBlock, int count, MemorySegment oobs) {
        long bytes = oobs.byteSize() / count;
        for (int i = 0; i < count; i++) {
            readOobs(firstBlock + i, oobs.asSlice(i * bytes, bytes));
        }
    }

    /** Erases of a block since the array was created. */
    int eraseCount(int block);

    /** Marks a block as never to be programmed or erased again. Its pages stay readable. */
    void markBad(int block);

    boolean isBad(int block);

    /**
     * Records that the logical pages {@code pages[0 .. count - 1]}, in ascending order, were trimmed: their programs up
     * to {@code sequence} are dead. The next {@link #force} makes it durable. Arrays that do not outlive the process
     * ignore it.
     */
    default void saveTrims(int[] pages, int count, long sequence) {}

    /** Receives a logical page and the sequence number up to which its programs are dead. */
    @FunctionalInterface
    interface TrimVisitor {
        void trimmed(int logicalPage, long sequence);
    }

    /**
     * Visits the records of {@link #saveTrims}, by logical page.
     *
     * @return number of damaged records, which count as none
     */
    default int loadTrims(@SuppressWarnings("unused") TrimVisitor visitor) {
        return 0;
    }

    /**
     * Rewrites a page and its area unchanged, for the next {@link #force}. Data that a former process wrote but could
     * not force may be readable and yet never reach the disk, since the operating system considers it written.
     */
    default void rewrite(@SuppressWarnings("unused") int block, @SuppressWarnings("unused") int page) {}

    /** As {@link #rewrite}, for the erase counts and the bad block marks. */
    default void rewriteEraseCounts() {}

    /** Sectors that the medium below has lost, since the array was opened: what lies in them reads as damaged. */
    default int lostSectors() {
        return 0;
    }

    /** Returns when everything that ended before the call is durable. */
    void force();

    /** Stores the counters, for the next {@link #force} to make durable. Replaces the former ones atomically. */
    void saveCounters(DeviceCounters counters);

    /** Rises with every {@link #saveCounters}, and is as durable as they are. */
    default long generation() {
        return 0;
    }

    /** Where a clean stop stores what the next mount would otherwise have to scan for. */
    default CheckpointFile checkpoint() {
        return CheckpointFile.NONE;
    }

    /** The counters stored last, {@link DeviceCounters#NONE} for a new array. */
    DeviceCounters counters();

    /** Releases the array; does not force. */
    @Override
    void close();
}
