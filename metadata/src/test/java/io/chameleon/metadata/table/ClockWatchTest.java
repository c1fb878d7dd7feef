package io.chameleon.metadata.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ClockWatchTest {
    private static final Duration GRACE = Duration.ofHours(1);

    @Test
    void processWhoseClockIsFarAhead_servesNothing_untilItIsRight() {
        AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ofMinutes(6));
        InstantSource clock = () -> InstantSource.system().instant().plus(ahead.get());
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (Database database = Database.open(PostgresForTests.newDatabase(), new SimpleMeterRegistry());
                ClockWatch watch = new ClockWatch(database, clock, GRACE, registry)) {
            PostgresMappingTable table = new PostgresMappingTable(database, clock, GRACE);

            assertThatThrownBy(() -> table.lookup(Samples.object("cat")))
                    .isInstanceOfSatisfying(
                            ChameleonError.class,
                            error -> assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE));
            assertThat(registry.get("chameleon.metadata.clock.skew").gauge().value())
                    .isCloseTo(360, within(5.0));

            ahead.set(Duration.ofMinutes(-4));
            watch.compare();
            assertThat(table.lookup(Samples.object("cat")).mapping()).isNull();
        }
    }

    @Test
    void bound_isBelowWhatTwoClocksMayBeApart() {
        assertThat(ClockWatch.bound(Duration.ofMinutes(10), GRACE)).isEqualTo(Duration.ofMinutes(5));
        assertThat(ClockWatch.bound(Duration.ofMinutes(10), Duration.ofMinutes(1)))
                .isEqualTo(Duration.ofSeconds(30));
    }
}
