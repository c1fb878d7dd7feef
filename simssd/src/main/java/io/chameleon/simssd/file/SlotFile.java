package io.chameleon.simssd.file;

/** The part of an image file that records in fixed slots need. Offsets and lengths in bytes. */
public interface SlotFile {
    void read(long offset, byte[] into, int length);

    void write(long offset, byte[] from, int length);

    /** Returns when earlier writes are durable. */
    void force();
}
