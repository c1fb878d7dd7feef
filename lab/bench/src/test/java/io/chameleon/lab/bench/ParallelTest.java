package io.chameleon.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParallelTest {
    private final Queue<Integer> done = new ConcurrentLinkedQueue<>();

    @ParameterizedTest
    @CsvSource({"0, 4", "1, 4", "3, 4", "100, 4", "100, 1"})
    void everyTask_isCarriedOutOnce(int count, int workers) {
        Parallel.forEach(count, workers, done::add);
        assertThat(done)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, count).boxed().toList());
    }

    /** Each waits for all others: with fewer threads than clients none would ever end. */
    @Test
    void workers_runAtTheSameTime() {
        CyclicBarrier all = new CyclicBarrier(16);
        Set<Integer> numbers = ConcurrentHashMap.newKeySet();
        Parallel.run(16, number -> {
            try {
                all.await();
            } catch (InterruptedException | BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
            numbers.add(number);
        });
        assertThat(numbers).hasSize(16).contains(0, 15);
    }

    @Test
    void failure_isThrownOnceAllWorkersHaveEnded() {
        AtomicInteger ended = new AtomicInteger();
        assertThatThrownBy(() -> Parallel.run(8, number -> {
                    ended.incrementAndGet();
                    if (number == 3) {
                        throw new IllegalArgumentException("worker 3");
                    }
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("worker 3");
        assertThat(ended).hasValue(8);
    }

    /**
     * A cluster that takes no writes is not asked for all ten thousand objects. The first task waits until the worker
     * of the second has failed.
     */
    @Test
    void failedTask_endsTheOtherWorkers() {
        CompletableFuture<Thread> failing = new CompletableFuture<>();
        assertThatThrownBy(() -> Parallel.forEach(10_000, 2, number -> {
                    done.add(number);
                    if (number == 0) {
                        end(failing.join());
                    } else if (number == 1) {
                        failing.complete(Thread.currentThread());
                        throw new IllegalStateException("full");
                    }
                }))
                .hasMessage("full");
        assertThat(done).containsExactlyInAnyOrder(0, 1);
    }

    private static void end(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void error_isNotSwallowed() {
        assertThatThrownBy(() -> Parallel.run(2, number -> {
                    throw new AssertionError("not an exception");
                }))
                .hasRootCauseMessage("not an exception");
    }

    /** Objects that many clients insert at once: those below the count exist, whatever the order. */
    @Test
    void insertsOfManyClients_areCountedWithoutAGap() {
        Keyspace keyspace = new Keyspace(100);
        Parallel.run(8, worker -> {
            for (int i = 0; i < 250; i++) {
                int number = keyspace.claim();
                done.add(number);
                keyspace.inserted(number);
                assertThat(keyspace.count()).isLessThanOrEqualTo(keyspace.claimed());
            }
        });
        assertThat(done).doesNotHaveDuplicates().hasSize(2_000).allMatch(number -> number >= 100);
        assertThat(keyspace.count()).isEqualTo(2_100);
    }

    /** Its object may be missing for ever; the ones after it are never drawn. */
    @Test
    void failedInsert_keepsTheCountBelowIt_andIsCleanedUp() {
        Keyspace keyspace = new Keyspace(2);
        int failed = keyspace.claim();
        for (int i = 0; i < 5; i++) {
            keyspace.inserted(keyspace.claim());
        }
        assertThat(keyspace.count()).isEqualTo(failed);
        assertThat(keyspace.claimed()).isEqualTo(8);
    }

    /** A scan goes on after a key, in the order of names. */
    @Test
    void keys_sortAsTheirNumbers() {
        assertThat(IntStream.of(0, 9, 10, 99, 100, 1_000_000, Integer.MAX_VALUE).mapToObj(Keyspace::key))
                .isSorted()
                .startsWith("object-0000000000")
                .endsWith("object-2147483647");
    }

    /** Each operation of an open loop is due once, whichever worker takes it. */
    @Test
    void operationsDue_areTakenOnceEach() {
        Schedule schedule = new Schedule(System.nanoTime() - 1_000_000_000L, 3_600_000_000_000L, 1_000_000);
        Queue<Long> due = new ConcurrentLinkedQueue<>();
        Parallel.run(8, worker -> {
            for (int i = 0; i < 200; i++) {
                due.add(schedule.next());
            }
        });
        assertThat(due).doesNotHaveDuplicates().hasSize(1_600);
    }
}
