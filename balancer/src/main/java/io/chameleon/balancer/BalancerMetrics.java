package io.chameleon.balancer;

import io.chameleon.balancer.copy.BulkOutcome;
import io.chameleon.balancer.epoch.EpochReport;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.redundancy.RedundancyState;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/** The balancer's metrics for operators; docs/operate/balancer.md says which question each metric answers. */
final class BalancerMetrics {
    /** Beside the outcomes of {@link Remap.Outcome}: no row's state allows it. */
    private static final String REFUSED = "REFUSED";

    private final MeterRegistry registry;
    private final Timer epochs;
    private final Counter reaped;
    private final Counter orphans;
    private final Counter redirected;
    private final AtomicReference<Double> sigma = new AtomicReference<>(0.0);
    private final AtomicReference<Double> mean = new AtomicReference<>(0.0);
    private final Map<RedundancyState, AtomicLong> states = new EnumMap<>(RedundancyState.class);

    BalancerMetrics(MeterRegistry registry, BooleanSupplier leads, IntSupplier halted) {
        this.registry = registry;
        epochs = Timer.builder("chameleon_balancer_epoch_duration")
                .description("time to end an epoch and balance; its count is the epochs ended by this leader")
                .register(registry);
        reaped = counter("chameleon_balancer_reaped_total", "outbox rows collected");
        orphans = counter("chameleon_balancer_orphans_deleted_total", "fragments of writes that were never committed");
        redirected = counter("chameleon_balancer_redirects_total", "groups whose next writes were sent elsewhere");
        Gauge.builder("chameleon_balancer_leader", leads, supplier -> supplier.getAsBoolean() ? 1 : 0)
                .description("1 on the process that leads, 0 elsewhere")
                .strongReference(true)
                .register(registry);
        Gauge.builder(
                        "chameleon_balancer_reconciliation_halted",
                        halted,
                        servers -> leads.getAsBoolean() ? servers.getAsInt() : 0)
                .description(
                        "servers of which so much would be garbage that nothing is condemned; 0 on those that do not lead")
                .strongReference(true)
                .register(registry);
        Gauge.builder("chameleon_balancer_wear_sigma_erases", sigma, AtomicReference::get)
                .description("standard deviation of erases over servers, forecast before the last plan")
                .register(registry);
        Gauge.builder("chameleon_balancer_wear_mean_erases", mean, AtomicReference::get)
                .description("mean erases of a server, forecast before the last plan")
                .register(registry);
        register();
        for (RedundancyState state : RedundancyState.values()) {
            AtomicLong count = new AtomicLong();
            states.put(state, count);
            Gauge.builder("chameleon_balancer_objects", count, AtomicLong::get)
                    .description("objects in a state after the last epoch")
                    .tag("state", state.name())
                    .register(registry);
        }
    }

    /** So that a rate begins at 0, and a dashboard knows the name, before anything has failed. */
    private void register() {
        for (BalancerTask task : BalancerTask.values()) {
            failures(task);
        }
        for (Remap.Outcome outcome : Remap.Outcome.values()) {
            remaps(outcome.name());
        }
        remaps(REFUSED);
        for (BulkOutcome outcome : BulkOutcome.values()) {
            migrations(outcome);
        }
    }

    void balanced(EpochReport report, Duration took) {
        epochs.record(took);
        report.migrations().forEach((outcome, count) -> migrations(outcome).increment(count));
        redirected.increment(report.plan().redirects().size());
        sigma.set(report.plan().before().sigma());
        mean.set(report.plan().before().mean());
        if (!report.states().isEmpty()) {
            states.forEach((state, count) -> count.set(report.states().getOrDefault(state, 0L)));
        }
        report.applied().outcomes().forEach((outcome, count) -> remapped(outcome.name(), count));
        if (report.applied().refused() > 0) {
            remapped(REFUSED, report.applied().refused());
        }
    }

    void reaped(int rows) {
        reaped.increment(rows);
    }

    void orphansDeleted(int fragments) {
        orphans.increment(fragments);
    }

    void failed(BalancerTask task) {
        failures(task).increment();
    }

    private Counter failures(BalancerTask task) {
        return Counter.builder("chameleon_balancer_failures_total")
                .description("turns of the clockwork that failed and are tried again")
                .tag("task", task.label())
                .register(registry);
    }

    private void remapped(String outcome, int count) {
        remaps(outcome).increment(count);
    }

    private Counter remaps(String outcome) {
        return Counter.builder("chameleon_balancer_remaps_total")
                .description("remaps tried, by what became of them")
                .tag("outcome", outcome)
                .register(registry);
    }

    private Counter migrations(BulkOutcome outcome) {
        return Counter.builder("chameleon_balancer_migrations_total")
                .description("objects to be moved in bulk, by what became of them")
                .tag("outcome", outcome.name())
                .register(registry);
    }

    private Counter counter(String name, String description) {
        return Counter.builder(name).description(description).register(registry);
    }
}
