package io.chameleon.metadata.gauge;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.testkit.table.InMemoryMappingTable;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class TableGaugesTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    private final Queue<Runnable> background = new ArrayDeque<>();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final AtomicInteger counts = new AtomicInteger();

    @Test
    void scrape_neverWaits_andOneThatFailedIsNotTriedByEachGauge() {
        InMemoryMappingTable table = new InMemoryMappingTable(now::get, Duration.ofHours(1));
        TableGauges.register(
                table,
                () -> {
                    if (counts.incrementAndGet() == 1) {
                        throw new ChameleonError(ErrorCode.UNAVAILABLE, "the database is away");
                    }
                    return 7;
                },
                now::get,
                background::add,
                registry);

        for (int scrape = 0; scrape < 3; scrape++) {
            registry.getMeters().forEach(meter -> assertThat(outbox()).isNaN());
        }
        assertThat(background).as("one count for all gauges of an interval").hasSize(1);

        background.remove().run();
        assertThat(outbox()).as("nobody knows").isNaN();
        assertThat(background).isEmpty();

        now.set(Instant.EPOCH.plus(BackgroundCount.INTERVAL));
        assertThat(outbox()).isNaN();
        background.remove().run();
        assertThat(outbox()).isEqualTo(7);
    }

    private double outbox() {
        return registry.get("chameleon.metadata.outbox.rows").gauge().value();
    }
}
