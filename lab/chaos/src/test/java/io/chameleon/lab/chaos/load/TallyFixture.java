package io.chameleon.lab.chaos.load;

/** Tallies for the tests of reports. */
public final class TallyFixture {
    private TallyFixture() {}

    public static Tally empty() {
        return new Tally();
    }

    public static void failed(Tally tally, String why) {
        tally.failed(why);
    }

    public static void damaged(Tally tally, String what) {
        tally.damaged(what);
    }
}
