package io.chameleon.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.chameleon.cli.CommandLineRun;
import io.chameleon.cli.FakeCluster;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.testkit.fake.FakeFlashServer;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.wire.CountByStateResponse;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** `verify` and `soak` of clusters with something wrong in them. */
class VerifyCommandTest {
    private FakeCluster cluster;

    @BeforeEach
    void start() {
        cluster = new FakeCluster(6);
        cluster.answer(
                MessageType.COUNT_BY_STATE,
                request -> CountByStateResponse.newBuilder().putCounts(1, 3).build());
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private void put(String object, int bytes) {
        CommandLineRun run = cluster.runWith(new byte[bytes], "put", "-", object);
        assertThat(run.exitCode()).as(run.stderr()).isEqualTo(ExitCode.OK);
    }

    private CommandLineRun verify(int exitCode, String... more) {
        String[] all = new String[more.length + 1];
        all[0] = "verify";
        System.arraycopy(more, 0, all, 1, more.length);
        CommandLineRun run = cluster.run(all);
        assertThat(run.exitCode()).as(run.out() + run.stderr()).isEqualTo(exitCode);
        return run;
    }

    private FakeFlashServer holder(String key, int index) {
        ObjectMapping row = Objects.requireNonNull(
                cluster.table().lookup(new ObjectId("photos", key)).mapping());
        String server = row.live().servers().get(index).value();
        return IntStream.range(0, 6)
                .mapToObj(cluster::server)
                .filter(each -> each.id().value().equals(server))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void emptyCluster_isSound() {
        assertThat(verify(ExitCode.OK).lines())
                .containsExactly(
                        "0 objects of 0 buckets read back, 0 B; 0 fragments in place",
                        "0 unreadable, 0 damaged, 0 degraded");
    }

    @Test
    void severalBuckets_areSummedUp_andOneThatDoesNotExistIsAnError() {
        put("photos/cat", 40_000);
        put("films/movie", 100);
        assertThat(verify(ExitCode.OK).lines().getFirst())
                .isEqualTo("2 objects of 2 buckets read back, 39.2 KiB; 9 fragments in place");
        assertThat(verify(ExitCode.OK, "photos").lines().getFirst()).startsWith("1 objects of 1 bucket read back");
        CommandLineRun unknown = verify(ExitCode.FAILURE, "photos", "music");
        assertThat(unknown.stderr()).startsWith("chameleon verify: no bucket music [BUCKET_NOT_FOUND]");
        assertThat(unknown.out()).isEmpty();
    }

    /** Parity is read only when it is needed, so its damage would show too late. */
    @Test
    void damagedParity_isFoundByADeepVerification_whichFails() {
        put("photos/cat", 40_000);
        FakeFlashServer parity = holder("cat", 5);
        parity.corruptAll();
        verify(ExitCode.OK);
        CommandLineRun deep = verify(ExitCode.FAILURE, "--deep");
        assertThat(deep.lines())
                .containsExactly(
                        "OBJECT      SEVERITY  WHAT",
                        "photos/cat  DAMAGED   segment 0 fragment 5 on " + parity.id() + " is damaged",
                        "1 objects of 1 bucket read back, 39.1 KiB; 6 fragments read",
                        "0 unreadable, 1 damaged, 0 degraded");
        JsonNode json = verify(ExitCode.FAILURE, "--deep", "-o", "json").json();
        assertThat(json.properties().stream().map(field -> field.getKey()))
                .containsExactly(
                        "buckets",
                        "objects",
                        "bytes",
                        "fragments",
                        "fragments_on_servers_down",
                        "unreadable",
                        "damaged",
                        "degraded",
                        "placement_violations",
                        "findings");
        assertThat(json.path("findings").get(0).path("severity").asText()).isEqualTo("DAMAGED");
    }

    @Test
    void serverThatIsDown_isCounted_andAsLongAsAllCanBeReadNothingIsWrong() {
        put("photos/cat", 40_000);
        holder("cat", 1).status(ServerInfo.Status.DOWN);
        CommandLineRun run = verify(ExitCode.OK);
        assertThat(run.lines().getFirst())
                .isEqualTo(
                        "1 objects of 1 bucket read back, 39.1 KiB; 5 fragments in place; 1 on servers that are down");
        assertThat(verify(ExitCode.OK, "-o", "json")
                        .json()
                        .path("fragments_on_servers_down")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void objectOfWhichTooLittleIsLeft_isUnreadable_andTheOthersAreReadAllTheSame() {
        put("photos/cat", 40_000);
        IntStream.range(0, 3).forEach(index -> holder("cat", index).loseAll());
        put("photos/dog", 40_000);
        // On a busy machine its time may be over before it has asked all servers.
        await().ignoreExceptions().untilAsserted(() -> {
            CommandLineRun run = verify(ExitCode.FAILURE, "--timeout", "500ms");
            assertThat(run.lines().get(1))
                    .startsWith("photos/cat  UNREADABLE  ")
                    .contains("[DATA_UNAVAILABLE]");
            assertThat(run.lines().getLast()).startsWith("1 unreadable, 0 damaged, ");
            assertThat(run.out()).contains("1 objects of 1 bucket read back, 39.1 KiB; ");
        });
    }

    @Test
    void soak_thatMakesNoSense_isAUsageError() {
        for (String[] option : new String[][] {
            {"--max-bytes", "2GiB", "--max-bytes: '2147483648' given, expected 1 to 1GiB"},
            {"--every", "10ms", "--every: '10ms' given, expected 1s or more"},
            {"--duration", "0", "--duration: '0' given, expected more than 0"},
            {"--threads", "101", "--objects: '100' given, expected at least one for each thread, 101"},
            {"--rate", "x", "Invalid value for option '--rate': 'x' is not an int"}
        }) {
            CommandLineRun run = cluster.run("soak", option[0], option[1]);
            assertThat(run.exitCode()).as(option[0]).isEqualTo(ExitCode.USAGE);
            assertThat(run.stderr().lines()).hasSize(1);
            assertThat(run.stderr()).startsWith("chameleon soak: " + option[2]);
        }
    }
}
