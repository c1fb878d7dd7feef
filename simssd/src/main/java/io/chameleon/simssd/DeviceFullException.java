package io.chameleon.simssd;

/** No block has a dead page to reclaim: trim something first. */
public final class DeviceFullException extends FlashException {
    private static final long serialVersionUID = 1;

    public DeviceFullException(long livePages) {
        super("device full: " + livePages + " live pages leave garbage collection no victim", null);
    }
}
