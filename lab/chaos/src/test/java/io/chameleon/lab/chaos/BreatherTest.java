package io.chameleon.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BreatherTest {
    private final AtomicLong acknowledged = new AtomicLong(7);
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final Breather breather = new Breather(acknowledged::get, nanos::get);

    @Test
    void clusterThatServes_isKilledAgainAtOnce() {
        assertThat(breather.isOver()).isFalse();
        acknowledged.addAndGet(Breather.OPERATIONS);
        assertThat(breather.isOver()).isTrue();
        breather.killed();
        assertThat(breather.isOver()).isFalse();
    }

    @Test
    void clusterThatDoesNotServe_isKilledAgainAfterTheLimit() {
        nanos.addAndGet(Breather.LIMIT.toNanos() - 1);
        assertThat(breather.isOver()).isFalse();
        nanos.incrementAndGet();
        assertThat(breather.isOver()).isTrue();
    }
}
