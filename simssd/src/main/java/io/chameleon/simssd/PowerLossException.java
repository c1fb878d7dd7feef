package io.chameleon.simssd;

/**
 * The power failed, as {@link FaultModel#powerLossAfter} asked for. The device does nothing more: close and reopen it.
 */
public final class PowerLossException extends FlashException {
    private static final long serialVersionUID = 1;

    public PowerLossException() {
        super("power lost", null);
    }
}
