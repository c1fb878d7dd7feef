package io.chameleon.lab.ssd.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplicationsTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16})
    void results_areInTheOrderOfTheirSeeds(int threads) {
        assertThat(Replications.run(5, threads, 40, seed -> seed)).containsExactly(40L, 41L, 42L, 43L, 44L);
    }

    /** The first run ends only after the second one has. */
    @Test
    void runThatEndsLate_keepsItsPlace() {
        CountDownLatch second = new CountDownLatch(1);
        List<String> results = Replications.run(2, 2, 0, seed -> {
            if (seed == 1) {
                second.countDown();
            } else {
                await(second);
            }
            return "seed " + seed;
        });
        assertThat(results).containsExactly("seed 0", "seed 1");
    }

    @Test
    void runs_areOnNoMoreThreadsThanWereAskedFor() {
        List<Long> threads =
                Replications.run(50, 2, 0, _ -> Thread.currentThread().threadId());
        assertThat(threads.stream().distinct()).hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void failure_ofOneRun_isThrownAsItIs() {
        IllegalArgumentException failure = new IllegalArgumentException("--d: too many");
        assertThatThrownBy(() -> Replications.run(3, 1, 0, seed -> {
                    if (seed == 1) {
                        throw failure;
                    }
                    return seed;
                }))
                .isSameAs(failure);
    }

    @Test
    void error_ofOneRun_isTheCauseOfTheFailure() {
        AssertionError error = new AssertionError("a page was lost");
        assertThatThrownBy(() -> Replications.run(1, 1, 0, _ -> {
                    throw error;
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasCause(error);
    }

    @Test
    void interruptedCaller_isToldSo_andStaysInterrupted() {
        CountDownLatch never = new CountDownLatch(1);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> Replications.run(1, 1, 0, seed -> {
                    await(never);
                    return seed;
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void nothingToRun_isRefused() {
        assertThatThrownBy(() -> Replications.run(0, 1, 0, seed -> seed))
                .hasMessage("runs: '0' given, expected 1 to 10000");
        assertThatThrownBy(() -> Replications.run(Integer.MAX_VALUE, 1, 0, seed -> seed))
                .hasMessage("runs: '2147483647' given, expected 1 to 10000");
        assertThatThrownBy(() -> Replications.run(1, 0, 0, seed -> seed))
                .hasMessage("threads: '0' given, expected 1 or more");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
