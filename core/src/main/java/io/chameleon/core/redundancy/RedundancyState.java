package io.chameleon.core.redundancy;

import static io.chameleon.core.redundancy.RedundancyEvent.CANCEL;
import static io.chameleon.core.redundancy.RedundancyEvent.COOLED;
import static io.chameleon.core.redundancy.RedundancyEvent.DOWNGRADE;
import static io.chameleon.core.redundancy.RedundancyEvent.HEATED;
import static io.chameleon.core.redundancy.RedundancyEvent.MIGRATED;
import static io.chameleon.core.redundancy.RedundancyEvent.REPAIRED;
import static io.chameleon.core.redundancy.RedundancyEvent.RETARGET;
import static io.chameleon.core.redundancy.RedundancyEvent.SWAP;
import static io.chameleon.core.redundancy.RedundancyEvent.UPGRADE;
import static io.chameleon.core.redundancy.RedundancyEvent.WRITTEN;

import java.util.EnumMap;
import java.util.Map;

/**
 * The position of an object between its redundancy policies (Chameleon III-B, Fig. 2b; reads: III-C, Fig. 3). This type
 * holds the only table of transitions; metadata, balancer and emulator all use it. Codes are stored and sent: append
 * only.
 */
public enum RedundancyState {
    //       code  on flash now         the next write makes  waiting for that write
    REP(1, RedundancyPolicy.REP, RedundancyPolicy.REP, false),
    EC(2, RedundancyPolicy.EC, RedundancyPolicy.EC, false),
    LATE_REP(3, RedundancyPolicy.EC, RedundancyPolicy.REP, true),
    LATE_EC(4, RedundancyPolicy.REP, RedundancyPolicy.EC, true),
    REP_EWO(5, RedundancyPolicy.REP, RedundancyPolicy.REP, true),
    EC_EWO(6, RedundancyPolicy.EC, RedundancyPolicy.EC, true);

    private static final Map<RedundancyState, Map<RedundancyEvent, RedundancyState>> NEXT =
            new EnumMap<>(RedundancyState.class);

    static {
        NEXT.put(REP, Map.of(WRITTEN, REP, DOWNGRADE, LATE_EC, SWAP, REP_EWO, REPAIRED, REP));
        NEXT.put(EC, Map.of(WRITTEN, EC, UPGRADE, LATE_REP, SWAP, EC_EWO, REPAIRED, EC));
        // A hot object is never migrated in bulk: its next write is near (docs/reference/state-machine.md).
        NEXT.put(LATE_REP, Map.of(WRITTEN, REP, COOLED, EC, RETARGET, LATE_REP, REPAIRED, LATE_REP));
        NEXT.put(LATE_EC, Map.of(WRITTEN, EC, HEATED, REP, RETARGET, LATE_EC, MIGRATED, EC, REPAIRED, LATE_EC));
        NEXT.put(
                REP_EWO,
                Map.of(
                        WRITTEN, REP, CANCEL, REP, DOWNGRADE, LATE_EC, RETARGET, REP_EWO, MIGRATED, REP, REPAIRED,
                        REP_EWO));
        NEXT.put(
                EC_EWO,
                Map.of(WRITTEN, EC, CANCEL, EC, UPGRADE, LATE_REP, RETARGET, EC_EWO, MIGRATED, EC, REPAIRED, EC_EWO));
    }

    private final int code;
    private final RedundancyPolicy livePolicy;
    private final RedundancyPolicy nextPolicy;
    private final boolean intermediate;

    RedundancyState(int code, RedundancyPolicy livePolicy, RedundancyPolicy nextPolicy, boolean intermediate) {
        this.code = code;
        this.livePolicy = livePolicy;
        this.nextPolicy = nextPolicy;
        this.intermediate = intermediate;
    }

    public int code() {
        return code;
    }

    /** The policy of the committed version, which reads see. */
    public RedundancyPolicy livePolicy() {
        return livePolicy;
    }

    /** The policy that the next write at the destination brings. An EWO state counts as its base policy (reading 9). */
    public RedundancyPolicy nextPolicy() {
        return nextPolicy;
    }

    /** Whether source and destination differ: reads go to the source, the next write to the destination. */
    public boolean isIntermediate() {
        return intermediate;
    }

    public boolean allows(RedundancyEvent event) {
        return transitions(this).containsKey(event);
    }

    /**
     * The state after {@code event}.
     *
     * @throws IllegalTransitionException if the table has no such transition
     */
    public RedundancyState next(RedundancyEvent event) {
        RedundancyState next = transitions(this).get(event);
        if (next == null) {
            throw new IllegalTransitionException(this, event);
        }
        return next;
    }

    /** The stable state of a policy. */
    public static RedundancyState stable(RedundancyPolicy policy) {
        return policy == RedundancyPolicy.REP ? REP : EC;
    }

    public static RedundancyState ofCode(int code) {
        for (RedundancyState state : values()) {
            if (state.code == code) {
                return state;
            }
        }
        throw new IllegalArgumentException("redundancy state code: '" + code + "' given, expected 1 to 6");
    }

    private static Map<RedundancyEvent, RedundancyState> transitions(RedundancyState state) {
        return NEXT.getOrDefault(state, Map.of());
    }
}
