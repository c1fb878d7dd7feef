package io.chameleon.simssd.envm;

import org.jspecify.annotations.Nullable;

/**
 * The cells of an ENVM, each of which holds one page or none. One thread at a time, but for {@link #force}.
 *
 * <p>A cell is an atomic register: after a crash it holds what it held when the last {@link #force} began, or something it was given
 * since, never a mixture and nothing older.
 */
interface EnvmCells extends AutoCloseable {
    /** {@link #page} of a cell that holds none. */
    long EMPTY = -1;

    int count();

    /**
     * Gives the cell a page.
     *
     * @param data a page of bytes
     * @param spare the owner's bytes; null if the page is a mere copy of what flash holds, which is not kept over a restart
     */
    void put(int cell, long page, byte[] data, byte @Nullable [] spare);

    /** Leaves the cell empty. */
    void clear(int cell);

    /** The page in the cell, or {@link #EMPTY}. */
    long page(int cell);

    /** Whether the cell holds a mere copy of what flash holds. */
    boolean isCopy(int cell);

    /**
     * Reads data and, unless it {@linkplain #isCopy is a copy}, owner's bytes of a cell that is not empty.
     *
     * @throws io.chameleon.simssd.CorruptPageException if a checksum does not match
     */
    void read(int cell, byte[] data, byte[] spare);

    /** Reads the owner's bytes of a cell that is neither empty nor a copy. */
    void readSpare(int cell, byte[] spare);

    /** How far a force that begins now will carry. */
    long beginForce();

    /** Makes durable what was put and cleared so far. May run beside the rest. */
    void force();

    /** The array was forced since {@code point}. */
    void endForce(long point);

    /** Whether there is anything to force. */
    boolean isDirty();

    /** Pages and voids written over the life of the cells: their wear. */
    long writes();

    @Override
    void close();
}
