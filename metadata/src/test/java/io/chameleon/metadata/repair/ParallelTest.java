package io.chameleon.metadata.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ParallelTest {
    @Test
    void work_isDoneSideBySide_andResultsAreInTheOrderOfTheItems() {
        CyclicBarrier all = new CyclicBarrier(3);
        assertThat(Parallel.map(List.of(3, 1, 2), item -> {
                    await(all);
                    return item * 10;
                }))
                .containsExactly(30, 10, 20);
    }

    private static void await(CyclicBarrier all) {
        try {
            int unused = all.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void failure_isThrownAsItWas_onceTheOthersHaveEnded() {
        ChameleonError failure = new ChameleonError(ErrorCode.FENCED, "no more");
        CountDownLatch failing = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        assertThatThrownBy(() -> Parallel.map(List.of(true, false), fails -> {
                    if (fails) {
                        failing.countDown();
                        throw failure;
                    }
                    await(failing);
                    ended.set(true);
                    return fails;
                }))
                .isSameAs(failure);
        assertThat(ended).isTrue();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
