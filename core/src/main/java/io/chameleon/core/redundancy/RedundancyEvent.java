package io.chameleon.core.redundancy;

/** What can happen to an object's redundancy. Codes are stored: append only. */
public enum RedundancyEvent {
    /** The balancer found it hot: EC to REP at the next write. */
    UPGRADE(1, true),
    /** The balancer found it cold: REP to EC at the next write. */
    DOWNGRADE(2, true),
    /** The balancer chose it for a hot/cold swap: same policy, other servers at the next write. */
    SWAP(3, true),
    /** A client's write reached the destination. */
    WRITTEN(4, false),
    /** An upgrade was superseded: the object cooled before its next write. Back to the source. */
    COOLED(5, false),
    /** A downgrade was superseded: the object heated before its next write. Back to the source. */
    HEATED(6, false),
    /** A swap was withdrawn. Back to the source. */
    CANCEL(7, false),
    /** Another destination for the same intent. */
    RETARGET(8, true),
    /** No client wrote for so long that the balancer moved it in bulk. */
    MIGRATED(9, false),
    /** A dead server was replaced in place. */
    REPAIRED(10, false);

    private final int code;
    private final boolean needsDestination;

    RedundancyEvent(int code, boolean needsDestination) {
        this.code = code;
        this.needsDestination = needsDestination;
    }

    public int code() {
        return code;
    }

    /** Whether a remap with this event names new destination servers; the others return to the source. */
    public boolean needsDestination() {
        return needsDestination;
    }

    public static RedundancyEvent ofCode(int code) {
        for (RedundancyEvent event : values()) {
            if (event.code == code) {
                return event;
            }
        }
        throw new IllegalArgumentException("redundancy event code: '" + code + "' given, expected 1 to 10");
    }
}
