package io.chameleon.lab.common;

import io.chameleon.simssd.WriteMode;

/** {@code --mode}. */
public enum Mode {
    SWF("swf", WriteMode.SINGLE),
    DWF("dwf", WriteMode.HOST_AND_COPIES),
    HOT_COLD_COPIES("hot-cold-copies", WriteMode.HOT_COLD_AND_COPIES),
    HCWF("hcwf", WriteMode.HCWF),
    HCWF_SWAP("hcwf-swap", WriteMode.HCWF_SWAP),
    COLD("cold", WriteMode.COLD);

    private final String flag;
    private final WriteMode writeMode;

    Mode(String flag, WriteMode writeMode) {
        this.flag = flag;
        this.writeMode = writeMode;
    }

    public WriteMode writeMode() {
        return writeMode;
    }

    /** Whether the paper's hot/cold model covers it. */
    public boolean isHcwf() {
        return this == HCWF || this == HCWF_SWAP;
    }

    @Override
    public String toString() {
        return flag;
    }

    /** For options. */
    public static final class Converter extends FlagEnum<Mode> {
        public Converter() {
            super(values());
        }
    }
}
