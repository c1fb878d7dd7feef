package io.chameleon.balancer.repair;

import io.chameleon.core.mapping.table.Evacuation;
import io.chameleon.core.mapping.table.RepairStatus;
import io.chameleon.core.placement.FailureDomains;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Repair's metrics for operators: the record that {@code chameleon repair status} shows, as this process read it when
 * it last led, at most ten seconds before. docs/operate/repair.md says which question each metric answers.
 */
public final class RepairMetrics {
    private static final int MOST_IN_DANGER = 0;

    private final MeterRegistry registry;
    private final Repairer repairer;

    public RepairMetrics(MeterRegistry registry, Repairer repairer) {
        this.registry = registry;
        this.repairer = repairer;
        gauge("queue_objects", "degraded objects", RepairStatus::objects);
        gauge("queue_bytes", "bytes to be written for them", RepairStatus::bytes);
        gauge(
                "queue_critical_objects",
                "degraded objects that the next loss takes",
                status -> status.queue().stream()
                        .filter(backlog -> backlog.margin() == MOST_IN_DANGER)
                        .mapToLong(RepairStatus.Backlog::objects)
                        .sum());
        gauge(
                "queue_unreadable_objects",
                "objects of which too few fragments are left",
                status -> status.queue().stream()
                        .filter(backlog -> backlog.margin() < MOST_IN_DANGER)
                        .mapToLong(RepairStatus.Backlog::objects)
                        .sum());
        gauge("queue_postponed_objects", "objects whose repair could not be done yet", RepairStatus::postponed);
        gauge("queue_oldest_seconds", "age of the oldest damage", RepairMetrics::oldestSeconds);
        gauge(
                "eta_seconds",
                "until all is repaired and drained; NaN: unknown, or nothing to do",
                status -> status.eta()
                        .map(Duration::toSeconds)
                        .map(Long::doubleValue)
                        .orElse(Double.NaN));
        gauge(
                "run_objects",
                "objects repaired and moved since work began",
                status -> status.run().objects());
        gauge("run_bytes", "bytes written for them", status -> status.run().bytes());
        gauge("draining_servers", "servers being drained", status -> count(status, Evacuation.Kind.DRAIN));
        gauge(
                "emptied_servers",
                "servers whose device was replaced, while what they held is looked for",
                status -> count(status, Evacuation.Kind.EMPTIED));
        gauge("lost_servers", "servers that count as gone", status -> count(status, Evacuation.Kind.LOST));
        for (FailureDomains.Level level : FailureDomains.Level.values()) {
            Gauge.builder("chameleon_placement_violations", repairer, it -> it.placementViolations(level))
                    .description("objects that the loss of one such domain would take, as the last walk found them")
                    .tag("domain", level.name().toLowerCase(Locale.ROOT))
                    .strongReference(true)
                    .register(registry);
        }
        FunctionCounter.builder("chameleon_repair_postponed_total", repairer, Repairer::postponed)
                .description("repairs that this process put off")
                .register(registry);
    }

    private void gauge(String name, String description, ToDoubleFunction<RepairStatus> value) {
        Gauge.builder("chameleon_repair_" + name, repairer, it -> value.applyAsDouble(it.status()))
                .description(description)
                .strongReference(true)
                .register(registry);
    }

    private static double oldestSeconds(RepairStatus status) {
        return status.oldestMillis() == 0 ? 0 : (status.nowMillis() - status.oldestMillis()) / 1e3;
    }

    private static double count(RepairStatus status, Evacuation.Kind kind) {
        return status.evacuations().stream()
                .filter(evacuation -> evacuation.kind() == kind)
                .filter(evacuation -> kind == Evacuation.Kind.LOST || !evacuation.isFinished())
                .count();
    }
}
