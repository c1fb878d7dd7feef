package io.chameleon.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chameleon.cli.verify.VerifyReport.Finding;
import io.chameleon.cli.verify.VerifyReport.Severity;
import io.chameleon.core.ObjectId;
import io.chameleon.core.Slices;
import io.chameleon.core.mapping.table.BalancerEpoch;
import io.chameleon.lab.chaos.FaultEvent.Kind;
import io.chameleon.lab.chaos.history.VersionedCall;
import io.chameleon.lab.chaos.load.Load;
import io.chameleon.lab.chaos.load.TallyFixture;
import io.chameleon.lab.chaos.process.ClusterFixture;
import io.chameleon.lab.chaos.process.ClusterSpec;
import io.chameleon.lab.chaos.process.ProcessCluster;
import io.chameleon.lab.chaos.process.Role;
import io.chameleon.lab.common.linearizability.Operation;
import io.chameleon.lab.common.linearizability.Operation.Outcome;
import io.chameleon.lab.common.linearizability.VersionOperation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What fails a run: everything that was seen and must not be, from wherever it was seen. */
class VerdictTest {
    private static final Aftermath.Findings FINE = new Aftermath.Findings(List.of(), 10, 9, 54, 0, 0, 1);

    @TempDir
    private Path directory;

    private final Observations seen = new Observations();
    private final List<FaultEvent> events = new ArrayList<>();

    @SuppressWarnings("NullAway.Init")
    private ProcessCluster cluster;

    @SuppressWarnings("NullAway.Init")
    private Load load;

    @BeforeEach
    void make() {
        cluster = ClusterFixture.cold(ClusterFixture.spec(directory, 1));
        load = new Load(cluster, 1, 10, 0, 7);
    }

    @AfterEach
    void close() throws InterruptedException {
        load.close();
        cluster.close();
    }

    private List<String> violations(Aftermath.Findings aftermath, String... undone) {
        return Chaos.violations(load, seen, List.of(undone), events, aftermath);
    }

    private void happened(Kind kind) {
        events.add(new FaultEvent(1, kind, "flash-3", Role.FLASH, 1, true, false, 1, "detail"));
    }

    @Test
    void runWithoutAnythingWrong_hasNoViolation() {
        load.history().add(3, Operation.put(1, Outcome.DONE, 0, 10));
        load.history().add(3, Operation.read(1, 20, 30));
        TallyFixture.failed(load.tally(), "UNAVAILABLE");
        seen.check(new BalancerEpoch(2, 5, "", 0));
        assertThat(violations(FINE)).isEmpty();
    }

    @Test
    void lostWrite_isNamedByItsKey() {
        load.history().add(3, Operation.put(1, Outcome.DONE, 0, 10));
        load.history().add(3, Operation.read(Operation.ABSENT, 20, 30));
        assertThat(violations(FINE))
                .singleElement()
                .asString()
                .startsWith("not linearizable: key-00003: ")
                .contains("read of nothing");
    }

    @Test
    void lostVersion_isNamedByItsKey() {
        load.versions().orElseThrow().add(5, call(VersionOperation.Kind.PUT, 1, "v1", 0, 10));
        load.versions().orElseThrow().add(5, call(VersionOperation.Kind.LIST, 0, "", 20, 30));
        assertThat(violations(FINE)).singleElement().asString().startsWith("not linearizable: kept-00005: ");
    }

    private static VersionedCall call(VersionOperation.Kind kind, long number, String version, long start, long end) {
        return new VersionedCall(kind, number, 0, version, List.of(), Outcome.DONE, start, end);
    }

    @Test
    void damage_whatDecreased_whatDisastersLeft_andWhatIsFoundAtLast_eachIsALine() {
        TallyFixture.damaged(load.tally(), "key-00001: value 3 of key 9");
        seen.check("flash-1", 0, 10);
        seen.check("flash-1", 0, 9);
        assertThat(violations(
                        new Aftermath.Findings(List.of("not collected: 3 fragments"), 10, 9, 54, 0, 3, 1),
                        "objects are not whole 5 min after lost-node of node-1"))
                .containsExactly(
                        "damaged: key-00001: value 3 of key 9",
                        "erases of flash-1 went backwards: 10, then 9",
                        "objects are not whole 5 min after lost-node of node-1",
                        "not collected: 3 fragments");
    }

    /** Every process of ours dies for a reason; one that does not is a defect. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void processThatEndsByItself_failsTheRun_andNoFaultOfOursDoes(Kind kind) {
        happened(kind);
        assertThat(violations(FINE)).isEqualTo(kind == Kind.ENDED ? List.of("ended by itself: flash-3") : List.of());
    }

    @ParameterizedTest
    @CsvSource({
        "UNREADABLE, true,  true",
        "UNREADABLE, false, true",
        "DAMAGED,    true,  true",
        "DAMAGED,    false, true",
        "DEGRADED,   true,  true",
        "DEGRADED,   false, false",
    })
    void objectThatRepairHadNoTimeFor_isNoViolation(Severity severity, boolean settled, boolean violates) {
        Finding finding = new Finding(new ObjectId("chaos", "key-00001"), severity, "fragment 3 is missing");
        assertThat(Aftermath.violations(List.of(finding), settled))
                .isEqualTo(violates ? List.of(severity + ": chaos/key-00001: fragment 3 is missing") : List.of());
    }

    @Test
    void bucketsOfTheLoad_areTwoWithGateways() throws InterruptedException {
        assertThat(Load.buckets(cluster)).containsExactly("chaos", "chaos-versions");
        try (ProcessCluster without = ClusterFixture.cold(ClusterFixture.spec(directory, 0));
                Load plain = new Load(without, 1, 10, 0, 7)) {
            assertThat(Load.buckets(without)).containsExactly("chaos");
            assertThat(plain.versions()).isEmpty();
        }
    }

    @Test
    void slicesOfTheBucketOfAllKeys_moveBetweenSeveralDatabases() throws InterruptedException {
        ClusterSpec spec = ClusterSpec.small(directory).withDatabases(2);
        try (ProcessCluster several = ClusterFixture.cold(spec)) {
            assertThat(Load.buckets(several))
                    .startsWith("chaos")
                    .containsAll(Slices.names("chaos"))
                    .hasSize(1 + Slices.COUNT);
        }
    }

    /** Old data would be taken for that of the run, or be lost. */
    @Test
    void dataDirectoryWithSomethingInIt_isRefusedBeforeAnythingStarts() throws IOException {
        Files.createFile(directory.resolve("mine"));
        ChaosConfig config = config(directory);
        assertThatThrownBy(() -> Chaos.run(config, line -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("--data-dir: '" + directory + "' given, expected a directory that is empty or missing");
        assertThat(directory).isDirectoryNotContaining(file -> !file.endsWith("mine"));
    }

    private static ChaosConfig config(Path data) {
        return new ChaosConfig(
                Duration.ofSeconds(1),
                0,
                0,
                Optional.empty(),
                18,
                Set.of(),
                0,
                7,
                8,
                4,
                0,
                0,
                10,
                128 << 20,
                Duration.ZERO,
                "",
                1,
                data,
                data.resolve("report"));
    }
}
