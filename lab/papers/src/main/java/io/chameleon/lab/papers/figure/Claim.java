package io.chameleon.lab.papers.figure;

/**
 * A number that a paper's text states.
 *
 * @param where figure or section
 * @param says the paper's words, shortened
 * @param printed the number
 * @param relation how ours should compare with it
 * @param tolerance how far off still counts as agreement, in the unit
 * @param why the explanation of a disagreement, if there is one and it is known; empty if not
 */
public record Claim(
        String where,
        String says,
        double printed,
        Unit unit,
        Relation relation,
        double tolerance,
        Measure measure,
        String why) {
    /** Within ten points, or a fifth of a number that is not a percentage. */
    public static Claim about(String where, String says, double printed, Unit unit, Measure measure) {
        double tolerance = unit == Unit.PERCENT ? 10 : Math.abs(printed) / 5;
        return new Claim(where, says, printed, unit, Relation.ABOUT, tolerance, measure, "");
    }

    public static Claim atMost(String where, String says, double printed, Unit unit, Measure measure) {
        return new Claim(where, says, printed, unit, Relation.AT_MOST, 0, measure, "");
    }

    public Claim because(String reason) {
        return new Claim(where, says, printed, unit, relation, tolerance, measure, reason);
    }

    public CheckedClaim check(Results results) {
        return new CheckedClaim(this, measure.interval(results));
    }
}
