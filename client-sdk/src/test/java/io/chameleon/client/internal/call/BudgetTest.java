package io.chameleon.client.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class BudgetTest {
    private final Budget budget = new Budget(100);

    @Test
    void bytesThatAreNotThere_areNotTaken() {
        assertThat(budget.tryTake(60)).isTrue();
        assertThat(budget.tryTake(41)).isFalse();
        assertThat(budget.left()).isEqualTo(40);
        assertThat(budget.tryTake(40)).isTrue();
        budget.give(100);
        assertThat(budget.left()).isEqualTo(100);
    }

    @Test
    void whatIsTakenBeyondIt_mustBeGivenBackBeforeMoreIsThere() {
        budget.take(150);
        assertThat(budget.left()).isZero();
        assertThat(budget.tryTake(1)).isFalse();
        budget.give(60);
        assertThat(budget.left()).isEqualTo(10);
    }

    @Test
    void emptyBudget_isRefused() {
        assertThatThrownBy(() -> new Budget(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0");
    }
}
