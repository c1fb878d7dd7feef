package io.chameleon.simssd.envm;

/**
 * The bytes under {@link FileCells}: a file, or a test's imitation of one that loses power. One thread at a time,
 * except {@link #force}.
 */
interface CellFile extends AutoCloseable {
    void read(long offset, byte[] into, int length);

    void write(long offset, byte[] from, int length);

    /** Makes earlier writes durable. May run in parallel with the rest. */
    void force();

    @Override
    void close();
}
