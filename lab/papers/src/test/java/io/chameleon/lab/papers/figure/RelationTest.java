package io.chameleon.lab.papers.figure;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.lab.emulator.command.Interval;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RelationTest {
    private static final Measure NOTHING = (results, seed) -> 0;

    @ParameterizedTest
    @CsvSource({
        "AT_MOST,  10,    10, 0, true",
        "AT_MOST,  10.1,  10, 0, false",
        "AT_MOST,  10.1,  10, 1, true",
        "AT_MOST,  -50,   10, 0, true",
        "AT_LEAST, 10,    10, 0, true",
        "AT_LEAST, 9.9,   10, 0, false",
        "AT_LEAST, 9.9,   10, 1, true",
        "AT_LEAST, 50,    10, 0, true",
        "ABOUT,    -62,  -52, 10, true",
        "ABOUT,    -42,  -52, 10, true",
        "ABOUT,    -62.1, -52, 10, false",
        "ABOUT,    -41.9, -52, 10, false",
    })
    void relation_holdsUpToItsTolerance(
            Relation relation, double value, double bound, double tolerance, boolean holds) {
        assertThat(relation.holds(value, bound, tolerance)).isEqualTo(holds);
    }

    @ParameterizedTest
    @EnumSource(Relation.class)
    void noNumber_isNeverAgreement(Relation relation) {
        assertThat(relation.holds(Double.NaN, 0, 1e9)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "AT_MOST,  PERCENT, -85,    ≤ -85.0 %",
        "AT_LEAST, PERCENT, 15,     ≥ +15.0 %",
        "ABOUT,    PERCENT, 0,      ≈ +0.0 %",
        "ABOUT,    FACTOR,  1.12,   ≈ 1.12",
        "AT_MOST,  FACTOR,  1,      ≤ 1.00",
        "ABOUT,    COUNT,   2316,   ≈ 2316",
    })
    void bound_isShownInItsUnit(Relation relation, Unit unit, double bound, String text) {
        assertThat(relation.text(bound, unit)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "PERCENT, -51.96, 3.04, -52.0 ± 3.0 %",
        "FACTOR,  1.123,  0.05, 1.12 ± 0.05",
        "COUNT,   2316.4, 12.6, 2316 ± 13",
        "PERCENT, -51.96, NaN,  -52.0 %",
        "FACTOR,  NaN,    NaN,  -",
        "COUNT,   NaN,    NaN,  -",
        "PERCENT, NaN,    NaN,  -",
        "PERCENT, Infinity, NaN, -",
    })
    void interval_isShownInItsUnit(Unit unit, double mean, double halfWidth, String text) {
        assertThat(unit.text(new Interval(mean, halfWidth, 5))).isEqualTo(text);
    }

    /** Points of a percentage, percent of anything else. */
    @ParameterizedTest
    @CsvSource({
        "PERCENT, -47.5, -52,  +4.5 points",
        "PERCENT, -60,   -52,  -8.0 points",
        "PERCENT, NaN,   -52,  -",
        "FACTOR,  1.4,   1.12, +25.0 %",
        "FACTOR,  NaN,   1.12, -",
        "COUNT,   1158,  2316, -50.0 %",
        "COUNT,   5,     0,    -",
    })
    void distance_isFromPrintedToOurs(Unit unit, double ours, double printed, String text) {
        assertThat(unit.distance(ours, printed)).isEqualTo(text);
    }

    /** Ten points of a percentage, whatever it is; a fifth of a factor or a count. */
    @ParameterizedTest
    @CsvSource({
        "PERCENT, -52,  10",
        "PERCENT, 0,    10",
        "FACTOR,  2,    0.4",
        "COUNT,   2316, 463.2",
        "COUNT,   -10,  2",
    })
    void about_toleratesAFifth_orTenPoints(Unit unit, double printed, double tolerance) {
        assertThat(Claim.about("Fig. 1", "so much", printed, unit, NOTHING).tolerance())
                .isEqualTo(tolerance);
    }

    @Test
    void atMost_toleratesNothing() {
        Claim claim = Claim.atMost("Fig. 1", "no more", 1, Unit.FACTOR, NOTHING);
        assertThat(new CheckedClaim(claim, new Interval(1, 0.5, 5)).agrees()).isTrue();
        assertThat(new CheckedClaim(claim, new Interval(1.001, 0.5, 5)).agrees())
                .isFalse();
    }

    @Test
    void disagreementWithoutANumber_saysSoInAWholeSentence() {
        Claim claim = Claim.about("Fig. 1", "so much", 3, Unit.COUNT, NOTHING);
        assertThat(new CheckedClaim(claim, new Interval(Double.NaN, Double.NaN, 1)).disagreement())
                .isEqualTo("We disagree with Fig. 1, \"so much\": ours is -.");
    }

    @Test
    void reason_changesNothingElseOfAClaim() {
        Claim claim = Claim.atMost("Fig. 1", "no more", 1, Unit.FACTOR, NOTHING);
        assertThat(claim.because("Noise."))
                .isEqualTo(new Claim("Fig. 1", "no more", 1, Unit.FACTOR, Relation.AT_MOST, 0, NOTHING, "Noise."));
    }
}
