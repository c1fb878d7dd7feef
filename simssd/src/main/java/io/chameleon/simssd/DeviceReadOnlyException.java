package io.chameleon.simssd;

/** Too few good blocks are left to continue writing. Reads, trims and syncs still work: copy the data elsewhere. */
public final class DeviceReadOnlyException extends FlashException {
    private static final long serialVersionUID = 1;

    public DeviceReadOnlyException(int badBlocks) {
        super("device is read-only: its spare blocks are used up, " + badBlocks + " blocks are bad", null);
    }
}
