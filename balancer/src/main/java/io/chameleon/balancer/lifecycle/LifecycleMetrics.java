package io.chameleon.balancer.lifecycle;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.BooleanSupplier;

/** What operators see of the rules' runs; docs/operate/balancer.md says which question each metric answers. */
public final class LifecycleMetrics {
    private LifecycleMetrics() {}

    /** @param leads whether this process does the runs */
    public static void bind(MeterRegistry registry, Lifecycle lifecycle, BooleanSupplier leads) {
        for (Removed kind : Removed.values()) {
            FunctionCounter.builder("chameleon_balancer_lifecycle_removed_total", lifecycle, it -> it.removed(kind))
                    .description("what the rules of buckets took away, and uploads that nobody completed")
                    .tag("kind", kind.label())
                    .register(registry);
        }
        Gauge.builder(
                        "chameleon_balancer_lifecycle_age_seconds",
                        lifecycle,
                        it -> leads.getAsBoolean() ? it.age().toMillis() / 1e3 : 0)
                .description("since a run over all buckets ended, or since this process leads; 0 on those that do not")
                .strongReference(true)
                .register(registry);
    }
}
