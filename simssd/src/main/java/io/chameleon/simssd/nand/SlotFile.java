package io.chameleon.simssd.nand;

/** The part of an image file that {@link CounterSlots} write to. Offsets and lengths in bytes. */
interface SlotFile {
    void read(long offset, byte[] into, int length);

    void write(long offset, byte[] from, int length);

    /** Returns when earlier writes are durable. */
    void force();
}
