package io.chameleon.simssd.envm;

/** How DRAM and ENVM divide the work (paper, section V). */
public enum EnvmPolicy {
    /**
     * Policy I, oblivious caching: everything evicted from DRAM goes to the ENVM, clean or modified; one order of
     * eviction.
     */
    OC(false, false),
    /** Policy II, next level cache without immediate persisting: modified data first, clean data only if relevant. */
    NLCWOIP(false, true),
    /**
     * Policy III, next level cache with immediate persisting: writes never wait in DRAM. Small ones go to the ENVM,
     * large ones to flash within its write budget; DRAM and the rest of the ENVM cache reads.
     */
    NLCWIP(true, true);

    private final boolean persistsAtOnce;
    private final boolean selectsCleanData;

    EnvmPolicy(boolean persistsAtOnce, boolean selectsCleanData) {
        this.persistsAtOnce = persistsAtOnce;
        this.selectsCleanData = selectsCleanData;
    }

    /** Whether a write is persistent when it returns, so that DRAM never holds modified data. */
    public boolean persistsAtOnce() {
        return persistsAtOnce;
    }

    /** Whether clean data must be relevant to enter the ENVM, and gives way to modified data. */
    boolean selectsCleanData() {
        return selectsCleanData;
    }
}
