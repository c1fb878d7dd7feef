package io.chameleon.balancer;

import io.chameleon.core.mapping.Remap;
import io.chameleon.core.redundancy.RedundancyState;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** What the balancer tells operators. */
final class BalancerMetrics {
    private final MeterRegistry registry;
    private final Counter epochs;
    private final Counter reaped;
    private final Counter orphans;
    private final Counter migrated;
    private final AtomicReference<Double> sigma = new AtomicReference<>(0.0);
    private final AtomicReference<Double> mean = new AtomicReference<>(0.0);
    private final Map<RedundancyState, AtomicLong> states = new EnumMap<>(RedundancyState.class);

    BalancerMetrics(MeterRegistry registry) {
        this.registry = registry;
        epochs = counter("chameleon_balancer_epochs_total", "epochs ended by this leader");
        reaped = counter("chameleon_balancer_reaped_total", "outbox rows collected");
        orphans = counter("chameleon_balancer_orphans_deleted_total", "fragments of writes that were never committed");
        migrated = counter("chameleon_balancer_migrations_total", "objects copied in bulk because nobody wrote them");
        Gauge.builder("chameleon_balancer_wear_sigma_erases", sigma, AtomicReference::get)
                .description("standard deviation of erases over servers, forecast before the last plan")
                .register(registry);
        Gauge.builder("chameleon_balancer_wear_mean_erases", mean, AtomicReference::get)
                .description("mean erases of a server, forecast before the last plan")
                .register(registry);
        for (RedundancyState state : RedundancyState.values()) {
            AtomicLong count = new AtomicLong();
            states.put(state, count);
            Gauge.builder("chameleon_balancer_objects", count, AtomicLong::get)
                    .description("objects in a state after the last epoch")
                    .tag("state", state.name())
                    .register(registry);
        }
    }

    void balanced(EpochReport report) {
        epochs.increment();
        migrated.increment(report.migrated());
        sigma.set(report.plan().before().sigma());
        mean.set(report.plan().before().mean());
        states.forEach((state, count) -> count.set(report.states().getOrDefault(state, 0L)));
        report.outcomes().forEach(this::remapped);
    }

    void reaped(int rows) {
        reaped.increment(rows);
    }

    void orphansDeleted(int fragments) {
        orphans.increment(fragments);
    }

    private void remapped(Remap.Outcome outcome, int count) {
        Counter.builder("chameleon_balancer_remaps_total")
                .description("remaps tried, by what became of them")
                .tag("outcome", outcome.name())
                .register(registry)
                .increment(count);
    }

    private Counter counter(String name, String description) {
        return Counter.builder(name).description(description).register(registry);
    }
}
