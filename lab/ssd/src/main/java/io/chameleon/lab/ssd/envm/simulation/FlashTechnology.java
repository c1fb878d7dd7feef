package io.chameleon.lab.ssd.envm.simulation;

/**
 * Flash by bits per cell, made of the same number of cells (section VI-D): capacity, endurance and price relative to
 * QLC.
 *
 * <p>The paper takes P/E cycles "as publicly hosted" and prints them in Fig. 14a only. Ours are the round figures of
 * the same site, blocksandfiles.com: 100,000, 10,000, 3,000, 1,200, 600. The paper shows the cost of a smaller process
 * only in a figure; we assume 60 % and 30 % (ENVM reading 14).
 */
public enum FlashTechnology {
    SLC(1, 100_000),
    MLC(2, 10_000),
    TLC(3, 3_000),
    QLC(4, 1_200),
    PLC(5, 600);

    /** ENVM costs 20 times as much per byte as QLC flash (section I). */
    public static final double ENVM_PRICE = 20;

    private final int bits;
    private final int cycles;

    FlashTechnology(int bits, int cycles) {
        this.bits = bits;
        this.cycles = cycles;
    }

    public int bitsPerCell() {
        return bits;
    }

    public double cycles(ProcessNode process) {
        return cycles * process.endurance();
    }

    /** Capacity relative to QLC flash. */
    public double capacity() {
        return bits / 4.0;
    }

    /** Bytes that can be written over the device's life, relative to QLC flash of 3Xnm. */
    public double endurance(ProcessNode process) {
        return capacity() * cycles(process) / QLC.cycles;
    }

    /** Price per byte relative to QLC flash: a cell costs the same, whatever it holds. */
    public double price() {
        return 1 / capacity();
    }
}
