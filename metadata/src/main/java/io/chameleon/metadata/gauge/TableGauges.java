package io.chameleon.metadata.gauge;

import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.core.redundancy.RedundancyState;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;

/**
 * The content of the tables, for an operator.
 *
 * <ul>
 *   <li>{@code chameleon_metadata_objects{state}}: how many objects are in each state; how much work waits for its next
 *       write?
 *   <li>{@code chameleon_metadata_outbox_rows}: does the reaper keep up?
 * </ul>
 *
 * They are those of a {@link BackgroundCount}; NaN if there is none.
 */
public final class TableGauges {
    private record Sample(Map<RedundancyState, Long> objects, double outbox) {}

    private final BackgroundCount<Sample> counted;

    private TableGauges(BackgroundCount<Sample> counted) {
        this.counted = counted;
    }

    /**
     * @param outbox rows that wait for the reaper
     * @param background runs a count, which may wait for the database
     */
    public static void register(
            RemapTable remaps, LongSupplier outbox, InstantSource clock, Executor background, MeterRegistry registry) {
        TableGauges gauges = new TableGauges(new BackgroundCount<>(
                "objects and superseded writes",
                () -> new Sample(remaps.countByState(), outbox.getAsLong()),
                clock,
                background));
        for (RedundancyState state : RedundancyState.values()) {
            gauges.gauge("chameleon.metadata.objects", sample -> sample.objects.getOrDefault(state, 0L))
                    .tag("state", state.name())
                    .register(registry);
        }
        gauges.gauge("chameleon.metadata.outbox.rows", sample -> sample.outbox).register(registry);
    }

    private Gauge.Builder<TableGauges> gauge(String name, ToDoubleFunction<Sample> value) {
        return Gauge.builder(name, this, gauges -> gauges.value(value)).strongReference(true);
    }

    private double value(ToDoubleFunction<Sample> of) {
        Sample sample = counted.latest();
        return sample == null ? Double.NaN : of.applyAsDouble(sample);
    }
}
