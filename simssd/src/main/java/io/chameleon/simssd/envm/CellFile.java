package io.chameleon.simssd.envm;

/** The bytes under {@link FileCells}: a file, or a test's imitation of one that loses power. One thread at a time, but for {@link #force}. */
interface CellFile extends AutoCloseable {
    void read(long offset, byte[] into, int length);

    void write(long offset, byte[] from, int length);

    /** Makes durable what was written before. May run beside the rest. */
    void force();

    @Override
    void close();
}
