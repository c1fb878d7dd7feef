package io.chameleon.simssd.envm;

/** Where a page's bytes can be. */
public enum Place {
    /** The caller's buffer. */
    HOST,
    DRAM,
    ENVM,
    FLASH
}
