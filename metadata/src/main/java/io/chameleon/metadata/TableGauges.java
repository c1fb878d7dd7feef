package io.chameleon.metadata;

import io.chameleon.core.mapping.RemapTable;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.metadata.table.PostgresGarbageTable;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the tables hold, for an operator.
 *
 * <ul>
 *   <li>{@code chameleon_metadata_objects{state}}: how many objects are in each state; how much work waits for its next write?
 *   <li>{@code chameleon_metadata_outbox_rows}: does the reaper keep up?
 * </ul>
 *
 * Counting reads all rows, so it is done when somebody asks and at most once in {@link #INTERVAL}; where the database does not
 * answer the gauges are NaN.
 */
final class TableGauges {
    static final Duration INTERVAL = Duration.ofMinutes(1);
    private static final Logger LOG = LoggerFactory.getLogger(TableGauges.class);

    private record Sample(Instant at, Map<RedundancyState, Long> objects, double outbox) {}

    private final RemapTable remaps;
    private final PostgresGarbageTable garbage;
    private final InstantSource clock;
    private @Nullable Sample last;

    private TableGauges(RemapTable remaps, PostgresGarbageTable garbage, InstantSource clock) {
        this.remaps = remaps;
        this.garbage = garbage;
        this.clock = clock;
    }

    static void register(RemapTable remaps, PostgresGarbageTable garbage, InstantSource clock, MeterRegistry registry) {
        TableGauges gauges = new TableGauges(remaps, garbage, clock);
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

    private synchronized double value(ToDoubleFunction<Sample> of) {
        try {
            Sample sample = last;
            if (sample == null || !clock.instant().isBefore(sample.at.plus(INTERVAL))) {
                sample = new Sample(clock.instant(), remaps.countByState(), garbage.waiting());
                last = sample;
            }
            return of.applyAsDouble(sample);
        } catch (RuntimeException e) {
            LOG.warn("the tables cannot be counted: {}", e.getMessage());
            return Double.NaN;
        }
    }
}
