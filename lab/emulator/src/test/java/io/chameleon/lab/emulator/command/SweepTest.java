package io.chameleon.lab.emulator.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.lab.emulator.ClusterSpec;
import io.chameleon.lab.emulator.EmulationResult;
import io.chameleon.lab.emulator.workload.Workload;
import io.chameleon.policy.PolicyConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SweepTest {
    @TempDir
    Path directory;

    private final FakeEngine engine = new FakeEngine();

    private record Counted(String name, AtomicInteger loads) implements WorkloadSource {
        @Override
        public String identity() {
            return name;
        }

        @Override
        public Workload load() {
            loads.incrementAndGet();
            Workload.Builder workload = Workload.builder(name, true);
            workload.object(4096);
            workload.request(0, true, 0, 0, 4096);
            workload.request(7_200_000_000L, true, 0, 0, 4096);
            return workload.build();
        }
    }

    private static Run run(WorkloadSource source, String scheme, long seed) {
        return new Run(
                source,
                Scheme.of(scheme, RedundancyPolicy.EC),
                Map.of(),
                PolicyConfig.defaults(),
                ClusterSpec.standard(RedundancyPolicy.EC).withServers(8),
                Epochs.AUTOMATIC,
                100,
                0,
                seed);
    }

    @Test
    void secondSweep_takesWhatTheFirstKept() throws Exception {
        Counted source = new Counted("w", new AtomicInteger());
        List<Run> runs = List.of(run(source, "none", 1), run(source, "chameleon", 1));
        Map<Run, EmulationResult> first = new Sweep(engine, RunStore.in(directory, "v1"), 2).run(runs, steps -> {});
        assertThat(engine.runs()).isEqualTo(2);
        assertThat(source.loads()).hasValue(1);
        Map<Run, EmulationResult> second = new Sweep(engine, RunStore.in(directory, "v1"), 2).run(runs, steps -> {});
        assertThat(engine.runs()).isEqualTo(2);
        assertThat(second).isEqualTo(first);
        assertThat(second.keySet()).containsExactlyElementsOf(runs);
    }

    @Test
    void otherSeedOrOtherCode_isAnotherRun() throws Exception {
        Counted source = new Counted("w", new AtomicInteger());
        new Sweep(engine, RunStore.in(directory, "v1"), 1).run(List.of(run(source, "none", 1)), steps -> {});
        new Sweep(engine, RunStore.in(directory, "v1"), 1).run(List.of(run(source, "none", 2)), steps -> {});
        new Sweep(engine, RunStore.in(directory, "v2"), 1).run(List.of(run(source, "none", 1)), steps -> {});
        assertThat(engine.runs()).isEqualTo(3);
    }

    @Test
    void tornFile_isRunAgain() throws Exception {
        Counted source = new Counted("w", new AtomicInteger());
        List<Run> runs = List.of(run(source, "none", 1));
        new Sweep(engine, RunStore.in(directory, "v1"), 1).run(runs, steps -> {});
        try (Stream<Path> files = Files.list(directory.resolve("runs"))) {
            Path kept = files.findFirst().orElseThrow();
            Files.writeString(kept, Files.readString(kept).substring(0, 50));
        }
        new Sweep(engine, RunStore.in(directory, "v1"), 1).run(runs, steps -> {});
        assertThat(engine.runs()).isEqualTo(2);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            another number   | "mean":     | "mean":1
            a missing member | "scheme":.*?, |
            another value    | .+          | null
            no content       | .+          |
            """)
    void damagedFile_isRunAgain(String damage, String part, @Nullable String becomes) throws Exception {
        List<Run> runs = List.of(run(new Counted("w", new AtomicInteger()), "none", 1));
        Map<Run, EmulationResult> first = new Sweep(engine, RunStore.in(directory, "v1"), 1).run(runs, steps -> {});
        try (Stream<Path> files = Files.list(directory.resolve("runs"))) {
            Path kept = files.findFirst().orElseThrow();
            String whole = Files.readString(kept);
            String damaged = whole.replaceFirst(part, becomes == null ? "" : becomes);
            assertThat(damaged).isNotEqualTo(whole);
            Files.writeString(kept, damaged);
        }
        assertThat(new Sweep(engine, RunStore.in(directory, "v1"), 1).run(runs, steps -> {}))
                .isEqualTo(first);
        assertThat(engine.runs()).isEqualTo(2);
    }

    @Test
    void progress_endsAtAllSteps_keptRunsIncluded() throws Exception {
        Counted source = new Counted("w", new AtomicInteger());
        RunStore store = RunStore.in(directory, "v1");
        new Sweep(engine, store, 1).run(List.of(run(source, "none", 1)), steps -> {});
        AtomicLong steps = new AtomicLong();
        new Sweep(engine, store, 2)
                .run(List.of(run(source, "none", 1), run(source, "none", 2), run(source, "none", 2)), steps::addAndGet);
        assertThat(steps).hasValue(2 * Sweep.STEPS);
        assertThat(engine.runs()).isEqualTo(2);
    }

    @Test
    void failure_stopsTheSweep_andLeavesWhatWasFinished() throws IOException {
        Counted source = new Counted("w", new AtomicInteger());
        Engine failing = (spec, workload, replayed) -> {
            if (spec.seed() == 2) {
                throw new IllegalStateException("server s3: full");
            }
            return engine.run(spec, workload, replayed);
        };
        Sweep sweep = new Sweep(failing, RunStore.in(directory, "v1"), 1);
        assertThatThrownBy(() -> sweep.run(
                        List.of(run(source, "none", 1), run(source, "none", 2), run(source, "none", 3)), steps -> {}))
                .hasMessage("server s3: full");
        try (Stream<Path> files = Files.list(directory.resolve("runs"))) {
            assertThat(files).as("the run before the failure").hasSize(1);
        }
        assertThat(engine.runs()).as("none after it").isEqualTo(1);
    }

    @Test
    void epochs_ofAModel_areHours_andOfARecording_eight() {
        Workload model = new Counted("w", new AtomicInteger()).load();
        assertThat(Epochs.AUTOMATIC.of(model)).isEqualTo(2);
        assertThat(Epochs.AUTOMATIC.loopsOf(model)).isEqualTo(1);
        Workload.Builder recording = Workload.builder("r", false);
        recording.object(40_960);
        recording.request(0, true, 0, 0, 4096);
        recording.request(1, true, 0, 0, 4096);
        assertThat(Epochs.AUTOMATIC.of(recording.build())).isEqualTo(8);
        assertThat(Epochs.AUTOMATIC.loopsOf(recording.build()))
                .as("2 pages of 10 a pass would take 100 passes")
                .isEqualTo(32);
        assertThat(new Epochs(5, 3).of(model)).isEqualTo(5);
        assertThat(new Epochs(5, 3).loopsOf(model)).isEqualTo(3);
    }
}
