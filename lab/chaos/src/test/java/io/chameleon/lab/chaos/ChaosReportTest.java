package io.chameleon.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.chameleon.cli.kit.CommandFailure;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.lab.chaos.FaultEvent.Kind;
import io.chameleon.lab.chaos.history.History;
import io.chameleon.lab.chaos.load.Tally;
import io.chameleon.lab.chaos.load.TallyFixture;
import io.chameleon.lab.chaos.process.Role;
import io.chameleon.lab.common.linearizability.Operation;
import io.chameleon.lab.common.linearizability.Operation.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people and scripts read of a run. */
class ChaosReportTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    @TempDir
    Path directory;

    private final History history = new History(1);
    private final List<FaultEvent> events = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private final Tally tally = TallyFixture.empty();

    private ChaosReport report() {
        ChaosConfig config = new ChaosConfig(
                Duration.ofMinutes(1),
                0,
                0,
                Optional.empty(),
                18,
                Set.of(Disaster.LOST_NODE),
                1,
                42,
                8,
                4,
                2,
                50,
                100,
                128 << 20,
                Duration.ZERO,
                "",
                2,
                directory.resolve("data"),
                directory.resolve("report"));
        return new ChaosReport(new ChaosResult(
                config,
                violations,
                60,
                events,
                Timeline.reads(history, 0),
                Timeline.writes(history, 0),
                0,
                tally,
                new Aftermath.Findings(List.of(), 100, 90, 540, 0, -1, 2),
                Map.of(RedundancyState.EC, 90L),
                3,
                2));
    }

    private String markdown(ChaosReport report) throws IOException {
        report.write();
        return Files.readString(directory.resolve("report/chaos.md"));
    }

    private JsonNode json(ChaosReport report) {
        return JsonMapper.builder().build().valueToTree(report.json());
    }

    private void killed(Role role, int number, long tookSeconds, long inTransition, boolean planOpen, boolean leader) {
        events.add(new FaultEvent(
                events.size() * SECOND,
                Kind.KILL,
                role.member(number),
                role,
                inTransition,
                planOpen,
                leader,
                tookSeconds * SECOND,
                ""));
    }

    private void happened(Kind kind, String target, String detail) {
        events.add(new FaultEvent(events.size() * SECOND, kind, target, null, -1, false, false, SECOND, detail));
    }

    @Test
    void runWithoutViolation_passed_andSaysUnderWhichFaults() throws IOException {
        history.add(0, Operation.put(1, Outcome.DONE, 0, SECOND / 100));
        history.add(0, Operation.read(1, SECOND, SECOND + SECOND / 200));
        killed(Role.FLASH, 3, 4, 1, false, false);
        happened(Kind.PAUSE, "flash-1", "");
        happened(Kind.LINK, "balancer-0 to metadata-1", "LATE");
        happened(Kind.MOVE, "chaos", "DONE");
        happened(Kind.DISASTER, "node-2 for 40 s", Disaster.LOST_NODE.label());

        ChaosReport report = report();
        assertThat(report.isClean()).isTrue();
        assertThat(report.operations()).isEqualTo(2);
        assertThat(report.text())
                .startsWith(
                        "Passed. 2 operations acknowledged under 1 kills, 1 pauses, 1 link faults and 1 disasters in"
                                + " 1.0 minutes. No acknowledged write was lost");
        assertThat(markdown(report))
                .contains("**Passed.**", "| LATE | 1 |", "| lost-node | 1 |", "| chaos: DONE | 1 |", "--seed 42")
                .doesNotContain("## Violations");
        assertThat(json(report).path("passed").booleanValue()).isTrue();
    }

    @Test
    void violations_failTheRun_andThoseThatAreNotShownAreCounted() throws IOException {
        IntStream.range(0, 53).forEach(number -> violations.add("key-" + number + ": a stale read"));
        ChaosReport report = report();
        assertThat(report.isClean()).isFalse();
        assertThat(report.text()).startsWith("key-0: a stale read").contains("FAILED: 53 violations.");
        assertThat(markdown(report))
                .contains("**FAILED: 53 violations.**", "`key-49: a stale read`", "and 3 more in chaos.json")
                .doesNotContain("key-50");
        assertThat(json(report).path("passed").booleanValue()).isFalse();
        assertThat(json(report).path("violations_found")).hasSize(53);
    }

    @Test
    void violation_isOneLine_whateverWasSaidOfIt() throws IOException {
        violations.add("damaged: key-7: ERROR: invalid page\r\n  Where: block 3\n\n\tof index\n");
        String line = "damaged: key-7: ERROR: invalid page Where: block 3 of index";
        ChaosReport report = report();
        assertThat(report.text().lines().filter(said -> !said.startsWith("FAILED") && !said.startsWith("report")))
                .containsExactly(line);
        assertThat(markdown(report).lines()).containsOnlyOnce("`" + line + "`");
        assertThat(json(report).path("violations_found").path(0).textValue()).isEqualTo(line);
    }

    @Test
    void kills_areCountedByRole_withTheirTimesAndWhatTheyInterrupted() throws IOException {
        killed(Role.FLASH, 1, 2, 0, false, false);
        killed(Role.FLASH, 2, 9, 5, false, false);
        killed(Role.FLASH, 3, 3, -1, false, false);
        killed(Role.BALANCER, 0, 6, -1, true, true);
        ChaosReport report = report();
        assertThat(markdown(report))
                .contains("| flash | 3 | 1 | 0 | 3.0 | 9.0 |", "| balancer | 1 | 1 | 1 | 6.0 | 6.0 |")
                .doesNotContain("| zookeeper |");
        assertThat(json(report).path("kills_mid_transition").doubleValue()).isEqualTo(0.5);
        assertThat(json(report).path("kills_by_role")).hasToString("{\"balancer\":1,\"flash\":3}");
    }

    @Test
    void events_areWrittenInTheOrderOfTime_thoughTheyEndInAnother() throws IOException {
        events.add(new FaultEvent(3 * SECOND, Kind.PAUSE, "flash-1", Role.FLASH, 2, false, false, SECOND, ""));
        events.add(new FaultEvent(SECOND, Kind.KILL, "flash-2", Role.FLASH, -1, true, false, 4 * SECOND, "2 at once"));
        report().write();
        assertThat(directory.resolve("report/events.csv")).content().isEqualToNormalizingNewlines("""
                        at_s,kind,target,in_transition,plan_open,leader,took_s,detail
                        1.000,KILL,flash-2,-1,true,false,4.000,2 at once
                        3.000,PAUSE,flash-1,2,false,false,1.000,
                        """);
    }

    @Test
    void storeThatNeverAnswered_hasNoLatency_ratherThanAPerfectOne() throws IOException {
        TallyFixture.failed(tally, ErrorCode.UNAVAILABLE.toString());
        ChaosReport report = report();
        assertThat(markdown(report))
                .contains("| reads | 0 | - | - | - | - | 0 | 0.0 |", "{UNAVAILABLE=1}")
                .doesNotContain("NaN");
        assertThat(json(report).path("reads").path("p99_ms").isNull()).isTrue();
    }

    @Test
    void unacknowledgedTime_isShownAsAWindow() throws IOException {
        history.add(0, Operation.put(1, Outcome.DONE, 0, SECOND));
        history.add(0, Operation.put(2, Outcome.UNKNOWN, SECOND, 3 * SECOND));
        history.add(0, Operation.put(3, Outcome.DONE, 4 * SECOND, 5 * SECOND));
        ChaosReport report = report();
        assertThat(markdown(report)).contains("| writes | 2 | 1000.0 | 1000.0 | 1000.0 | 1000.0 | 1 | 4.0 |");
        assertThat(json(report).path("writes").path("longest_window_s").doubleValue())
                .isEqualTo(4);
    }

    @Test
    void html_saysTheSame_withWhatTheStoreSaidEscaped() throws IOException {
        violations.add("not linearizable: key-00001: read of <nothing> & more");
        report().write();
        assertThat(directory.resolve("report/chaos.html"))
                .content()
                .contains("<strong>FAILED: 1 violations.</strong>")
                .contains("<code>not linearizable: key-00001: read of &lt;nothing&gt; &amp; more</code>")
                .contains("<img src=\"operations.png\"");
        assertThat(directory.resolve("report/operations.png")).isNotEmptyFile();
        assertThat(directory.resolve("report/operations.svg")).isNotEmptyFile();
    }

    @Test
    void jsonFile_isWhatIsAnswered() throws IOException {
        killed(Role.METADATA, 0, 3, 2, false, false);
        ChaosReport report = report();
        report.write();
        assertThat(JsonMapper.builder()
                        .build()
                        .readTree(directory.resolve("report/chaos.json").toFile()))
                .hasToString(json(report).toString());
    }

    @Test
    void conditions_areThoseOfTheRun() {
        JsonNode json = json(report());
        assertThat(json.path("seed").longValue()).isEqualTo(42);
        assertThat(json.path("flash_servers").intValue()).isEqualTo(8);
        assertThat(json.path("clients").intValue()).isEqualTo(4);
        assertThat(json.path("s3_gateways").intValue()).isEqualTo(2);
        assertThat(json.path("most_operations_per_second").intValue()).isEqualTo(50);
        assertThat(json.path("keys").intValue()).isEqualTo(100);
        assertThat(json.path("databases").intValue()).isEqualTo(2);
        assertThat(json.path("kinds_of_disasters").textValue()).isEqualTo("[lost-node]");
        assertThat(json.path("report").textValue())
                .isEqualTo(directory.resolve("report/chaos.md").toString());
    }

    @Test
    void whatWasFoundAtLast_isMeasured() {
        JsonNode json = json(report());
        assertThat(json.path("keys_read_back").intValue()).isEqualTo(100);
        assertThat(json.path("objects_verified").longValue()).isEqualTo(90);
        assertThat(json.path("fragments_verified").longValue()).isEqualTo(540);
        assertThat(json.path("fragments_left_over").longValue())
                .as("not looked for")
                .isEqualTo(-1);
        assertThat(json.path("epochs").longValue()).isEqualTo(3);
        assertThat(json.path("leaderships").longValue()).isEqualTo(2);
        assertThat(json.path("most_objects_in_state").textValue()).isEqualTo("{EC=90}");
    }

    /** Of an even number the later half's first: no time is made up. */
    @Test
    void medianTimeToComeBack_isThatOfAKill() throws IOException {
        killed(Role.FLASH, 1, 2, 0, false, false);
        killed(Role.FLASH, 2, 8, 0, false, false);
        assertThat(markdown(report())).contains("| flash | 2 | 0 | 0 | 8.0 | 8.0 |");
    }

    @Test
    void pausesLinksAndMoves_areCountedByKind() throws IOException {
        events.add(new FaultEvent(0, Kind.PAUSE, "flash-1", Role.FLASH, 2, false, false, SECOND, "900 ms"));
        events.add(new FaultEvent(1, Kind.PAUSE, "flash-7", Role.FLASH, 2, false, false, SECOND, "9000 ms"));
        happened(Kind.LINK, "clients > flash-1", "SILENT");
        happened(Kind.LINK, "clients > flash-2", "SILENT");
        happened(Kind.LINK, "clients > flash-2", "RESET");
        happened(Kind.MOVE, "chaos", "DONE");
        happened(Kind.MOVE, "chaos", "CANCELLED");
        happened(Kind.MOVE, "chaos", "DONE");
        ChaosReport report = report();
        assertThat(markdown(report))
                .contains("| flash | 2 |", "| RESET | 1 |\n| SILENT | 2 |")
                .contains("| chaos: CANCELLED | 1 |\n| chaos: DONE | 2 |");
        assertThat(report.moves()).isEqualTo(3);
        assertThat(report.kills()).isZero();
        assertThat(json(report).path("kills_mid_transition").doubleValue()).isZero();
    }

    @Test
    void directoryThatCannotBeWritten_isAFailureInOneLine() throws IOException {
        Files.createFile(directory.resolve("report"));
        assertThatThrownBy(() -> report().write())
                .isInstanceOf(CommandFailure.class)
                .hasMessageStartingWith("--report: cannot write to " + directory.resolve("report") + ": ");
    }
}
