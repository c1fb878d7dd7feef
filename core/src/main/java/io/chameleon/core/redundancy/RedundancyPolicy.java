package io.chameleon.core.redundancy;

/** How the bytes of an object are made redundant. Codes are stored and sent: append only. */
public enum RedundancyPolicy {
    /** Whole copies. */
    REP(1),
    /** Shards of a Reed-Solomon or a locally repairable code, which {@code SchemeP.policy} tells apart as 2 and 3. */
    EC(2);

    private final int code;

    RedundancyPolicy(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    public static RedundancyPolicy ofCode(int code) {
        for (RedundancyPolicy policy : values()) {
            if (policy.code == code) {
                return policy;
            }
        }
        throw new IllegalArgumentException("redundancy policy code: '" + code + "' given, expected 1 (REP) or 2 (EC)");
    }
}
