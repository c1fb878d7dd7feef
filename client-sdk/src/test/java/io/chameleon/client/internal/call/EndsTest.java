package io.chameleon.client.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.client.listen.ClientListener;
import io.chameleon.client.listen.Operation;
import io.chameleon.client.listen.OperationEnd;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class EndsTest {
    private final List<Runnable> handedOver = new ArrayList<>();
    private final List<Long> told = new ArrayList<>();
    private final Ends ends = new Ends(ClientListener.ofEnds(end -> told.add(end.retries())), handedOver::add);
    private final Consumer<OperationEnd> listener =
            Objects.requireNonNull(ends.began(Operation.GET, "photos"), "a listener");

    private void end(long number) {
        ends.ended(listener, new OperationEnd(Operation.GET, "photos", Duration.ZERO, 0, 0, number, Optional.empty()));
    }

    private void runAll() {
        List<Runnable> due = List.copyOf(handedOver);
        handedOver.clear();
        due.forEach(Runnable::run);
    }

    @Test
    void ends_areToldInOrder_byOneThread() {
        for (int i = 0; i < 100; i++) {
            end(i);
        }

        assertThat(handedOver).hasSize(1);
        runAll();
        assertThat(told).hasSize(100).isSorted();
    }

    @Test
    void listenerThatFallsFarBehind_missesSome_andGoesOnThen() {
        for (int i = 0; i < EndQueue.MOST_WAITING + 10; i++) {
            end(i);
        }
        runAll();
        assertThat(told).hasSize(EndQueue.MOST_WAITING);

        end(-1);
        runAll();
        assertThat(told).hasSize(EndQueue.MOST_WAITING + 1).endsWith(-1L);
    }
}
