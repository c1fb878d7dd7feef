package io.chameleon.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TurnsTest {
    @Test
    void next_hotObjectUnderWay_isTheFirstOfAnother() throws Exception {
        Turns turns = new Turns(new int[] {7, 7, 7, 3});
        assertThat(turns.next()).hasValue(7);
        assertThat(turns.next()).hasValue(3);
        turns.done(7);
        assertThat(turns.next()).hasValue(7);
    }

    @Test
    void next_onlyBusyObjectsLeft_waitsForOneToEnd() throws Exception {
        Turns turns = new Turns(new int[] {7, 7});
        assertThat(turns.next()).hasValue(7);
        CompletableFuture<Integer> second = new CompletableFuture<>();
        Thread waiter = Thread.ofVirtual().start(() -> {
            try {
                second.complete(turns.next().orElse(-1));
            } catch (InterruptedException e) {
                second.completeExceptionally(e);
            }
        });
        await().until(() -> waiter.getState() == Thread.State.WAITING);
        assertThat(second).isNotDone();
        turns.done(7);
        assertThat(second.join()).isEqualTo(7);
        assertThat(turns.next()).isEmpty();
    }

    @Test
    void manyWriters_handOutEveryRequestOnce_neverTwoOfAnObjectAtATime() throws Exception {
        Random random = new Random(5);
        int[] order = IntStream.range(0, 20_000)
                .map(i -> (int) (20 * random.nextDouble() * random.nextDouble()))
                .toArray();
        Turns turns = new Turns(order);
        AtomicIntegerArray busy = new AtomicIntegerArray(20);
        AtomicIntegerArray served = new AtomicIntegerArray(20);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Object>> writers = new ArrayList<>();
            for (int writer = 0; writer < 8; writer++) {
                writers.add(threads.submit(() -> {
                    for (var object = turns.next(); object.isPresent(); object = turns.next()) {
                        assertThat(busy.incrementAndGet(object.getAsInt())).isOne();
                        served.incrementAndGet(object.getAsInt());
                        busy.decrementAndGet(object.getAsInt());
                        turns.done(object.getAsInt());
                    }
                    return null;
                }));
            }
            for (Future<Object> writer : writers) {
                writer.get();
            }
        }
        for (int object = 0; object < served.length(); object++) {
            int wanted = object;
            assertThat((long) served.get(object))
                    .isEqualTo(
                            IntStream.of(order).filter(each -> each == wanted).count());
        }
    }
}
