package io.chameleon.simssd.envm;

/**
 * The bytes under {@link FileCells}: a file, or a test's imitation of one that loses power. One thread at a time,
 * except {@link #force}.
 */
interface CellFile extends AutoCloseable {
    void read(long offset, byte[] into, int length);

    void write(long offset, byte[] from, int length);

    /** As {@link #read}, but what the disk has lost becomes bytes that match no checksum. */
    default void salvage(long offset, byte[] into, int length) {
        read(offset, into, length);
    }

    /** As {@link #write}, of a part of a sector, whose rest the disk may have lost. */
    default void writePart(long offset, byte[] from, int length) {
        write(offset, from, length);
    }

    /** Makes earlier writes durable. May run in parallel with the rest. */
    void force();

    @Override
    void close();
}
