package io.chameleon.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MemoryBudgetTest {
    private final MemoryBudget budget = new MemoryBudget(80);
    private final AtomicInteger wakeUps = new AtomicInteger();

    private boolean hasRoom(String caller) {
        return budget.hasRoom(caller, wakeUps::incrementAndGet);
    }

    @Test
    void callerWithSevenEighths_leavesTheRestToOthers() {
        budget.add("greedy", 70);

        assertThat(hasRoom("greedy")).isFalse();
        assertThat(hasRoom("other")).isTrue();
        budget.add("other", 10);
        assertThat(hasRoom("other")).isFalse();
        assertThat(hasRoom("third")).isFalse();
    }

    @Test
    void whoeverWaits_isWokenOnceWhenThereIsRoomForSomebody() {
        budget.add("greedy", 100);
        budget.add("other", 1);
        assertThat(hasRoom("other")).isFalse();

        budget.add("greedy", -20);
        assertThat(wakeUps).hasValue(0);
        // The greedy one is still above its share, and the other has room.
        budget.add("greedy", -5);
        assertThat(wakeUps).hasValue(1);
        budget.add("greedy", -75);
        assertThat(wakeUps).hasValue(1);
        assertThat(hasRoom("other")).isTrue();
    }

    @Test
    void moreGivenBackThanHeld_isADefect() {
        budget.add("caller", 3);
        assertThatThrownBy(() -> budget.add("other", -1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("other");
    }
}
