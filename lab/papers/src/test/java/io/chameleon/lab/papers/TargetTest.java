package io.chameleon.lab.papers;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.lab.emulator.command.Interval;
import io.chameleon.lab.papers.figure.Measure;
import io.chameleon.lab.papers.figure.Relation;
import io.chameleon.lab.papers.figure.Unit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A target is met by the mean, and said to be met without a word more only if the whole interval meets it. */
class TargetTest {
    private static final Measure NOTHING = (results, seed) -> 0;

    @ParameterizedTest
    @CsvSource({
        "AT_MOST,  -30, -35,  2, met",
        "AT_MOST,  -30, -30,  0, met",
        "AT_MOST,  -30, -31,  2, 'met on average, not within the interval'",
        "AT_MOST,  -30, -29,  5, missed",
        "AT_LEAST,   2, 2.5, .4, met",
        "AT_LEAST,   2, 2.1, .4, 'met on average, not within the interval'",
        "AT_LEAST,   2, 1.9, .4, missed",
        "AT_MOST,  -30, NaN,  0, missed",
        "AT_LEAST,   2, NaN,  0, missed",
    })
    void verdict_followsFromTheMeanAndTheInterval(
            Relation relation, double bound, double mean, double halfWidth, String verdict) {
        Target target = new Target("sigma", "-40 %", relation, bound, Unit.PERCENT, NOTHING);
        Target.Checked checked = new Target.Checked(target, new Interval(mean, halfWidth, 5));
        assertThat(checked.verdict()).isEqualTo(verdict);
        assertThat(checked.isMet()).isEqualTo(!verdict.equals("missed"));
    }
}
