package io.chameleon.metadata;

import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.core.redundancy.RedundancyState;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The content of the tables, for an operator.
 *
 * <ul>
 *   <li>{@code chameleon_metadata_objects{state}}: how many objects are in each state; how much work waits for its next
 *       write?
 *   <li>{@code chameleon_metadata_outbox_rows}: does the reaper keep up?
 * </ul>
 *
 * A scrape never waits: it gets the last count, and starts a new one in the background if that is older than
 * {@link #INTERVAL}. If the database does not answer, the gauges are NaN until the next count an interval later.
 */
final class TableGauges {
    static final Duration INTERVAL = Duration.ofMinutes(1);
    private static final Logger LOG = LoggerFactory.getLogger(TableGauges.class);

    private record Sample(Map<RedundancyState, Long> objects, double outbox) {}

    private final RemapTable remaps;
    private final LongSupplier outbox;
    private final InstantSource clock;
    private final Executor background;
    private Instant countFrom = Instant.MIN;
    private @Nullable Sample last;

    private TableGauges(RemapTable remaps, LongSupplier outbox, InstantSource clock, Executor background) {
        this.remaps = remaps;
        this.outbox = outbox;
        this.clock = clock;
        this.background = background;
    }

    /**
     * @param outbox rows that wait for the reaper
     * @param background runs a count, which may wait for the database
     */
    static void register(
            RemapTable remaps, LongSupplier outbox, InstantSource clock, Executor background, MeterRegistry registry) {
        TableGauges gauges = new TableGauges(remaps, outbox, clock, background);
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
        Instant now = clock.instant();
        if (!now.isBefore(countFrom)) {
            // Whatever its outcome: a database that fails slowly is not queried by each scrape.
            countFrom = now.plus(INTERVAL);
            background.execute(this::count);
        }
        Sample sample = last;
        return sample == null ? Double.NaN : of.applyAsDouble(sample);
    }

    private void count() {
        Sample counted = null;
        try {
            counted = new Sample(remaps.countByState(), outbox.getAsLong());
        } catch (RuntimeException e) {
            LOG.warn("the tables cannot be counted: {}", e.getMessage());
        }
        synchronized (this) {
            last = counted;
        }
    }
}
