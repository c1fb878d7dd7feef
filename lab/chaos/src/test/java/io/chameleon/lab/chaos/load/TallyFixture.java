package io.chameleon.lab.chaos.load;

import io.chameleon.core.error.ErrorCode;

/** Tallies for the tests of reports. */
public final class TallyFixture {
    private TallyFixture() {}

    public static Tally empty() {
        return new Tally();
    }

    public static void failed(Tally tally, ErrorCode code) {
        tally.failed(code);
    }
}
