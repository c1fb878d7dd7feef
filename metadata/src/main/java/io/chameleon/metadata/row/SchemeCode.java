package io.chameleon.metadata.row;

import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.core.redundancy.RedundancyScheme;
import org.jspecify.annotations.Nullable;

/**
 * A redundancy scheme in 15 bits, as column {@code scheme_code} has it.
 *
 * <pre>
 * data fragments (6), 0 under REP | parity fragments (5), local ones included | local groups (4)
 * </pre>
 */
public final class SchemeCode {
    private static final int PARITY_BITS = 5;
    private static final int GROUP_BITS = 4;
    private static final int MOST_DATA = 63;
    private static final int MOST_PARITY = (1 << PARITY_BITS) - 1;
    private static final int MOST_GROUPS = (1 << GROUP_BITS) - 1;

    private SchemeCode() {}

    /** Null if the scheme is too wide: then its text is stored. */
    public static @Nullable Short of(RedundancyScheme scheme) {
        int data = scheme.policy() == RedundancyPolicy.REP ? 0 : scheme.dataFragments();
        if (data > MOST_DATA || scheme.parityFragments() > MOST_PARITY || scheme.localGroups() > MOST_GROUPS) {
            return null;
        }
        return (short)
                (data << PARITY_BITS + GROUP_BITS | scheme.parityFragments() << GROUP_BITS | scheme.localGroups());
    }

    public static RedundancyScheme scheme(short code) {
        int data = code >> PARITY_BITS + GROUP_BITS;
        int parity = code >> GROUP_BITS & MOST_PARITY;
        return data == 0
                ? new RedundancyScheme(RedundancyPolicy.REP, 1, parity)
                : new RedundancyScheme(RedundancyPolicy.EC, data, parity, code & MOST_GROUPS);
    }
}
