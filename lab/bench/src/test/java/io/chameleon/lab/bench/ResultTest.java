package io.chameleon.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.chameleon.client.options.PutOptions;
import io.chameleon.client.options.ReadMode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** What people and programs are told of a run. */
class ResultTest {
    private static final Plan PLAN = new Plan(
            Mix.parse("read=50,update=50"),
            KeyDistribution.SCRAMBLED,
            ObjectSizes.parse("4KiB"),
            100,
            2,
            0,
            Duration.ZERO,
            Duration.ofSeconds(2),
            PutOptions.DEFAULT,
            new Reading(ReadMode.LINEARIZABLE, Reading.As.ARRAY),
            "bench",
            true,
            false,
            1);

    private static final Usage ALONE = new Usage(3_000_000, 6_144, List.of());

    private static Result result(long errors, long neverBegun, Usage usage) {
        Histogram reads = new Histogram(3);
        reads.recordValue(1_000);
        reads.recordValue(3_000);
        Histogram updates = new Histogram(3);
        updates.recordValue(8_000);
        return new Result(
                PLAN,
                2,
                Map.of(Operation.READ, reads, Operation.UPDATE, updates),
                List.of(new Result.Second(1, 2, 1, 3)),
                errors,
                errors == 0 ? Map.of() : Map.of("UNAVAILABLE", "metadata is away"),
                neverBegun,
                8_192,
                4_096,
                usage);
    }

    @Test
    void table_hasALineForEachKind_andOneForAll() {
        assertThat(ResultText.rows(result(0, 0, ALONE)))
                .extracting(row -> row.subList(0, 4))
                .containsExactlyInAnyOrder(
                        List.of("read", "2", "1", "2"),
                        List.of("update", "1", "0.5", "8"),
                        List.of("all", "3", "1.5", "4"));
    }

    @Test
    void soundRun_isNotedWithItsCostsAlone() {
        assertThat(ResultText.notes(result(0, 0, ALONE)))
                .containsExactly(
                        "read 4.0 KiB/s, written 2.0 KiB/s",
                        "client: 1000 µs of CPU and 2.0 KiB allocated per operation");
    }

    /** A table of good latencies must not hide that most operations failed. */
    @Test
    void failuresAndOperationsNeverBegun_areSaid() {
        assertThat(ResultText.of(result(7, 40, ALONE)))
                .contains(
                        "40 operations were due and never begun",
                        "7 operations failed, which the table does not count",
                        "UNAVAILABLE: metadata is away");
    }

    @Test
    void json_hasTheSameFigures_inMilliseconds() {
        Map<String, Object> json = ResultJson.of(result(7, 40, ALONE));
        assertThat(json)
                .contains(
                        entry("operations", 3L),
                        entry("operations_per_second", 1.5),
                        entry("errors", 7L),
                        entry("never_begun", 40L));
        assertThat(json.get("all"))
                .asInstanceOf(InstanceOfAssertFactories.map(String.class, Object.class))
                .containsEntry("count", 3L)
                .containsKeys("p50_ms", "p99_ms", "p99_9_ms", "p99_99_ms", "max_ms");
    }

    /** -1 says that a server does not report it; a sum must not count it. */
    @Test
    void serverThatDoesNotReportItsMemory_countsForNothing() {
        Usage usage = new Usage(
                0,
                0,
                List.of(
                        new Usage.Server(1, "java", 2_000_000, 3_072, 1 << 20),
                        new Usage.Server(2, "postgres", 1_000_000, -1, -1)));
        assertThat(usage.serverAllocatedBytes()).isEqualTo(3_072);
        assertThat(usage.serverResidentBytes()).isEqualTo(1 << 20);
        assertThat(ResultText.notes(result(0, 0, usage)))
                .anySatisfy(note -> assertThat(note)
                        .contains("2 processes watched", "1000 µs of CPU", "1.0 KiB allocated", "1.0 MiB resident"));
    }
}
