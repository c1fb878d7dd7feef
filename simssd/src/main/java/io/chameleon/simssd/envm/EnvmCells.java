package io.chameleon.simssd.envm;

import org.jspecify.annotations.Nullable;

/**
 * The cells of an ENVM; each holds one page or none. One thread at a time, except {@link #force}.
 *
 * <p>A cell is an atomic register: after a crash it holds the content it had when the last {@link #force} began, or a
 * later one, never a mixture and nothing older.
 */
interface EnvmCells extends AutoCloseable {
    /** {@link #page} of an empty cell. */
    long EMPTY = -1;

    int count();

    /**
     * Stores a page in the cell.
     *
     * @param data the bytes of one page
     * @param spare the owner's bytes; null if the page is a mere copy of flash, which is dropped at a restart
     */
    void put(int cell, long page, byte[] data, byte @Nullable [] spare);

    /** Empties the cell. */
    void clear(int cell);

    /** The page in the cell, or {@link #EMPTY}. */
    long page(int cell);

    /** Whether the cell holds a mere copy of flash. */
    boolean isCopy(int cell);

    /**
     * Reads data and, unless it {@linkplain #isCopy is a copy}, owner's bytes of a cell that is not empty.
     *
     * @throws io.chameleon.simssd.CorruptPageException if a checksum does not match
     */
    void read(int cell, byte[] data, byte[] spare);

    /** Reads the owner's bytes of a cell that is neither empty nor a copy. */
    void readSpare(int cell, byte[] spare);

    /** The point that a force beginning now will cover. */
    long beginForce();

    /** Makes earlier puts and clears durable. May run in parallel with the rest. */
    void force();

    /** The array was forced since {@code point}. */
    void endForce(long point);

    /** Whether there is anything to force. */
    boolean isDirty();

    /** Pages and clears written over the life of the cells: their wear. */
    long writes();

    @Override
    void close();
}
