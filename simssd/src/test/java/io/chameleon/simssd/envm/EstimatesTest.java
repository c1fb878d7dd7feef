package io.chameleon.simssd.envm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** The paper's estimates: gap, concurrency threshold, relevance, write sizes, write budget. */
class EstimatesTest {
    @Test
    void gap_isSmoothedByHalf_andCountedInAccesses() {
        GapPredictor gap = new GapPredictor(100);
        gap.arrived(5_000);
        assertThat(gap.elements()).isZero();
        gap.arrived(6_000); // 1,000: estimate 500
        assertThat(gap.elements()).isEqualTo(5);
        gap.arrived(6_100); // 100: estimate 300
        assertThat(gap.elements()).isEqualTo(3);
        gap.arrived(6_000); // a clock that was set back
        assertThat(gap.elements()).isEqualTo(1);
    }

    @Test
    void threshold_isTheShareOfWriteMisses_withHysteresis() {
        ConcurrencyThreshold threshold = new ConcurrencyThreshold(100, 0.1);
        for (int i = 0; i < 40; i++) {
            threshold.writeMiss();
        }
        for (int i = 0; i < 60; i++) {
            threshold.evictMiss();
        }
        assertThat(threshold.share()).isEqualTo(0.4);
        assertThat(threshold.exceededBy(44)).isFalse();
        assertThat(threshold.exceededBy(45)).isTrue();
        assertThat(threshold.exceededBy(37)).as("goes on").isTrue();
        assertThat(threshold.exceededBy(36)).isFalse();
        assertThat(threshold.exceededBy(44)).as("until exceeded again").isFalse();
    }

    @Test
    void threshold_followsTheWorkload() {
        ConcurrencyThreshold threshold = new ConcurrencyThreshold(100, 0.05);
        for (int i = 0; i < 10_000; i++) {
            threshold.evictMiss();
        }
        assertThat(threshold.share()).isEqualTo(ConcurrencyThreshold.LEAST);
        for (int i = 0; i < 1_000; i++) {
            threshold.writeMiss();
        }
        assertThat(threshold.share()).isEqualTo(ConcurrencyThreshold.MOST);
    }

    @Test
    void relevant_isWhatWasUsedMoreThanTheLeastUsedCleanElement() {
        RelevantData data = new RelevantData();
        assertThat(data.isRelevant(1)).isFalse();
        assertThat(data.isRelevant(2)).isTrue();
        data.added(3);
        data.added(700);
        assertThat(data.isRelevant(3)).isFalse();
        assertThat(data.isRelevant(4)).isTrue();
        data.removed(3);
        assertThat(data.isRelevant(254)).isFalse();
        data.removed(700);
        data.added(1);
        assertThat(data.isRelevant(2)).isTrue();
    }

    @Test
    void large_isTheMeanSoFarOrMore() {
        WriteSizes sizes = new WriteSizes();
        assertThat(sizes.isLarge(8_192, 1)).isTrue();
        assertThat(sizes.isLarge(4_096, 1)).isFalse();
        assertThat(sizes.mean()).isEqualTo(6_144);
        assertThat(sizes.isLarge(6_144, 1)).isTrue();
        for (int page = 0; page < 16; page++) {
            assertThat(sizes.isLarge(65_536, 1.0 / 16)).isTrue();
        }
        assertThat(sizes.mean()).as("sixteen pages of one request count once").isCloseTo(20_992, within(1e-6));
    }

    @Test
    void budget_isEvenAtFirst_andFollowsTheTrafficOfWeekdays() {
        WriteBudget budget = new WriteBudget(100, 10);
        budget.advance(0);
        assertThat(budget.budgetOfToday()).isEqualTo(100);
        budget.requested(300);
        budget.written(100);
        budget.advance(10);
        budget.requested(100);
        budget.written(600);
        assertThat(budget.leftToday()).isEqualTo(-500);
        budget.advance(70); // next week, same weekday as the first; all of the 700 were written
        assertThat(budget.budgetOfToday()).isCloseTo(700 * 0.75, within(1e-9));
        budget.advance(80);
        assertThat(budget.budgetOfToday()).isCloseTo(700 * 0.25, within(1e-9));
    }

    /**
     * With R subtracted from the last estimate, as printed, week 3 would get 2,100 instead of the 1,400 that are left.
     */
    @Test
    void budget_whatAWeekLeaves_isSpentOnce() {
        WriteBudget budget = new WriteBudget(100, 10);
        budget.advance(0);
        budget.advance(70);
        assertThat(budget.budgetOfToday() * WriteBudget.DAYS).isCloseTo(1_400, within(1e-9));
        budget.written(700);
        budget.advance(140);
        assertThat(budget.budgetOfToday() * WriteBudget.DAYS).isCloseTo(1_400, within(1e-9));
        budget.written(5_000);
        budget.advance(210);
        assertThat(budget.budgetOfToday()).as("overspent").isZero();
    }

    @Test
    void budget_ofAFirstWeekBegunLate_savesNothingUp() {
        WriteBudget budget = new WriteBudget(100, 10);
        budget.advance(50);
        budget.written(200);
        budget.advance(70);
        assertThat(budget.budgetOfToday() * WriteBudget.DAYS).isCloseTo(700, within(1e-9));
    }
}
