package io.chameleon.lab.papers;

import io.chameleon.lab.emulator.command.Interval;
import io.chameleon.lab.papers.Relation.Unit;

/**
 * A number that a paper's text states.
 *
 * @param where figure or section
 * @param says the paper's words, shortened
 * @param printed the number
 * @param relation how ours should stand to it
 * @param tolerance how far off still counts as agreement, in the unit
 * @param why what explains a disagreement, if there is one and it is known; empty if not
 */
record Claim(
        String where,
        String says,
        double printed,
        Unit unit,
        Relation relation,
        double tolerance,
        Measure measure,
        String why) {

    /** Within ten points, or a fifth of a number that is no percentage. */
    static Claim about(String where, String says, double printed, Unit unit, Measure measure) {
        double tolerance = unit == Unit.PERCENT ? 10 : Math.abs(printed) / 5;
        return new Claim(where, says, printed, unit, Relation.ABOUT, tolerance, measure, "");
    }

    static Claim atMost(String where, String says, double printed, Unit unit, Measure measure) {
        return new Claim(where, says, printed, unit, Relation.AT_MOST, 0, measure, "");
    }

    static Claim atLeast(String where, String says, double printed, Unit unit, Measure measure) {
        return new Claim(where, says, printed, unit, Relation.AT_LEAST, 0, measure, "");
    }

    Claim because(String reason) {
        return new Claim(where, says, printed, unit, relation, tolerance, measure, reason);
    }

    /** A claim and what we measured. */
    record Checked(Claim claim, Interval ours) {
        boolean agrees() {
            return claim.relation().holds(ours.mean(), claim.printed(), claim.tolerance());
        }

        String printed() {
            return claim.relation().text(claim.printed(), claim.unit());
        }

        String measured() {
            return claim.unit().text(ours);
        }

        String distance() {
            return claim.unit().distance(ours.mean(), claim.printed());
        }

        /** A sentence where we disagree, empty where we do not. */
        String disagreement() {
            return agrees()
                    ? ""
                    : ("We disagree with " + claim.where() + ", \"" + claim.says() + "\": ours is " + measured() + ". "
                                    + claim.why())
                            .strip();
        }
    }

    Checked check(Results results) {
        return new Checked(this, measure.interval(results));
    }
}
