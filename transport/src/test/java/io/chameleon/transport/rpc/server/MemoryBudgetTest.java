package io.chameleon.transport.rpc.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
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
        // The greedy caller is still above its share, and the other one has room.
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

    @Test
    void callersWhoTakeAllTheyGet_leaveSomethingToEachFurtherOne() {
        MemoryBudget large = new MemoryBudget(1 << 20);
        for (int caller = 0; caller < 5; caller++) {
            String name = "caller-" + caller;
            assertThat(large.hasRoom(name, () -> {})).as(name).isTrue();
            while (large.hasRoom(name, () -> {})) {
                large.add(name, 1);
            }
        }
    }

    @Test
    void reservation_withRoom_isChargedAtOnce_andIsItsOwnersToGiveBack() {
        MemoryBudget.Reservation answer = budget.reservation("caller", 60, wakeUps::incrementAndGet);

        assertThat(answer.claim()).isTrue();
        assertThat(budget.reservation("caller", 20, wakeUps::incrementAndGet).claim())
                .isTrue();
        assertThat(hasRoom("caller")).isFalse();
        assertThat(answer.end()).isEqualTo(60);
        assertThat(hasRoom("caller")).as("ended, not given back").isFalse();
        budget.add("caller", -60);
        assertThat(hasRoom("caller")).isTrue();
    }

    @Test
    void reservations_withoutRoom_areChargedAndCalledInTheOrderOfAsking_asFarAsThereIsRoom() {
        budget.add("caller", 80);
        List<String> called = new ArrayList<>();
        for (String name : List.of("first", "second", "third")) {
            assertThat(budget.reservation("caller", 40, () -> called.add(name)).claim())
                    .isFalse();
        }

        budget.add("caller", -5);
        assertThat(called).as("still beyond its share").isEmpty();
        budget.add("caller", -35);
        assertThat(called).containsExactly("first");
        budget.add("caller", -40);
        assertThat(called).containsExactly("first", "second");
    }

    @Test
    void reservation_ofACallerWithoutRoom_doesNotHoldUpAnothers() {
        budget.add("greedy", 79);
        budget.add("other", 1);
        List<String> called = new ArrayList<>();
        assertThat(budget.reservation("greedy", 5, () -> called.add("greedy")).claim())
                .isFalse();
        assertThat(budget.reservation("other", 5, () -> called.add("other")).claim())
                .isFalse();

        budget.add("greedy", -8);
        assertThat(called).containsExactly("other");
    }

    @Test
    void reservation_thatIsGivenUp_isCalledUncharged() {
        budget.add("caller", 80);
        MemoryBudget.Reservation given = budget.reservation("caller", 40, wakeUps::incrementAndGet);
        assertThat(given.claim()).isFalse();

        assertThat(given.end()).isZero();
        assertThat(wakeUps).hasValue(1);
        budget.add("caller", -80);
        assertThat(wakeUps).hasValue(1);
        MemoryBudget.Reservation late = budget.reservation("caller", 40, wakeUps::incrementAndGet);
        assertThat(late.end()).isZero();
        assertThat(late.claim()).as("nobody wants it, and it waits for nothing").isTrue();
        assertThat(hasRoom("caller")).isTrue();
    }
}
