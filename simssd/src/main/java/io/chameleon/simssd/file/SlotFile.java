package io.chameleon.simssd.file;

/** The part of an image file that records in fixed slots need. Offsets and lengths in bytes. */
public interface SlotFile {
    /** Reads; what the medium has lost becomes {@link SalvagingReader#LOST} bytes. */
    void salvage(long offset, byte[] into, int length);

    /** Writes part of a sector, whose rest the medium may have lost. */
    void writePart(long offset, byte[] from, int length);

    /** Returns when earlier writes are durable. */
    void force();
}
