package io.chameleon.lab.emulator.trace;

/** How much of the address space a volume of a trace gets. */
enum Room {
    /** 16 TiB. */
    DISK(44),
    /** 64 GiB: there are many more files than disks. */
    FILE(36);

    private final int bits;

    Room(int bits) {
        this.bits = bits;
    }

    long bytes() {
        return 1L << bits;
    }

    /** How many volumes there is room for. */
    long volumes() {
        return 1L << (Long.SIZE - 1 - bits);
    }
}
