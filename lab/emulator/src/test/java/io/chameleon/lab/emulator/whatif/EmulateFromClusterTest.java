package io.chameleon.lab.emulator.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.chameleon.cli.CommandLineRun;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.client.ChameleonClient;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.ServerId;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.node.cluster.DevCluster;
import io.chameleon.node.cluster.DevClusterConfig;
import io.chameleon.server.ServerConfig.Medium;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code emulate --from-cluster} against a running cluster: first empty, then with a server that is written far more
 * than others, then with copies and a server that is drained.
 */
class EmulateFromClusterTest {
    private static final int SERVERS = 8;
    private static final ServerId WORN = new ServerId("flash-3");
    private static final int HOT_WRITES = 40;

    @TempDir
    static Path directory;

    private static CommandLineRun emulate(String... options) {
        String[] all = Stream.concat(
                        Stream.of("emulate", "--from-cluster", "--data-dir", directory.toString()), Stream.of(options))
                .toArray(String[]::new);
        return CommandLineRun.of(Map.of(), new byte[0], all);
    }

    @Test
    void clusterWithAServerThatWearsMore_isToldWhenItDies_andThatBalancingPutsThatOff() {
        try (DevCluster cluster = DevCluster.start(DevClusterConfig.in(directory)
                .servers(SERVERS)
                .serverBytes(32 << 20)
                .medium(Medium.MEMORY)
                .build())) {
            CommandLineRun empty = emulate();
            assertThat(empty.exitCode()).isEqualTo(ExitCode.FAILURE);
            assertThat(empty.stderr().lines())
                    .containsExactly("chameleon emulate: the cluster holds no data: nothing would wear its devices");

            write(cluster);
            JsonNode json = json(emulate("--scheme", "predictive", "-o", "json"));
            assertThat(json.path("servers").asInt()).isEqualTo(SERVERS);
            assertThat(json.path("objects").asInt())
                    .isEqualTo(json.path("objects_modelled").asInt());
            JsonNode none = json.path("policies").get(0);
            JsonNode predictive = json.path("policies").get(1);
            assertThat(none.path("policy").asText()).isEqualTo("none");
            assertThat(none.path("first").asText()).isEqualTo(WORN.value());
            assertThat(none.path("devices")).hasSize(SERVERS);
            assertThat(none.path("first_days").asDouble())
                    .isPositive()
                    .isLessThan(none.path("mean_days").asDouble());
            assertThat(predictive.path("policy").asText()).isEqualTo("predictive");
            assertThat(predictive.path("first_days").asDouble())
                    .isGreaterThanOrEqualTo(none.path("first_days").asDouble());

            List<String> text = emulate("--scheme", "none", "--sample", "20", "--epochs", "8")
                    .lines();
            assertThat(text.getFirst()).contains("8 servers").contains("(a sample of 20)");
            assertThat(text).anyMatch(line -> line.startsWith("no device has erased a block yet"));
            assertThat(text).anyMatch(line -> line.startsWith("POLICY  FIRST TO DIE"));
            assertThat(text.stream().filter(line -> line.startsWith("flash-"))).hasSize(SERVERS);

            long objects = json.path("objects").asLong();
            copyAndDrain(cluster);
            JsonNode drained = json(emulate("--scheme", "none", "--epochs", "8", "-o", "json"));
            assertThat(drained.path("objects").asLong()).isEqualTo(objects + 2);
            assertThat(drained.path("servers").asInt()).isEqualTo(SERVERS - 1);
            assertThat(drained.path("notes").valueStream().map(JsonNode::asText))
                    .filteredOn(note -> !note.startsWith("rates are"))
                    .hasSize(4)
                    .contains(
                            "left out, as if their data had been moved onto the others: flash-7 (it is drained)",
                            "1 objects have schemes of their own, and count as REP(3) or EC(4+2)");
        }
    }

    private static JsonNode json(CommandLineRun run) {
        assertThat(run.exitCode()).as(run.stderr()).isZero();
        return run.json();
    }

    /** Objects all over, each written once, and some with a copy on {@link #WORN}, written again and again. */
    private static void write(DevCluster cluster) {
        try (ChameleonClient client = cluster.clientBuilder().build()) {
            PutOptions replicated = PutOptions.DEFAULT.policy(RedundancyPolicy.REP);
            byte[] content = new byte[32 << 10];
            List<String> hot = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                String key = "object-" + i;
                client.put("what-if", key, content, replicated);
                if (hot.size() < 8
                        && client.head("what-if", key).live().servers().contains(WORN)) {
                    hot.add(key);
                }
            }
            for (int i = 0; i < HOT_WRITES; i++) {
                hot.forEach(key -> client.put("what-if", key, content, replicated));
            }
        }
    }

    /** Bytes that four objects share, an object of another scheme, and a server that is being emptied. */
    private static void copyAndDrain(DevCluster cluster) {
        try (ChameleonClient client = cluster.clientBuilder().build()) {
            client.put("shared", "original", new byte[100 << 10]);
            for (int i = 0; i < 3; i++) {
                client.copy("shared", "original", "shared", "copy-" + i, PutOptions.DEFAULT);
            }
        }
        String data = directory.toString();
        assertThat(CommandLineRun.of("bucket", "create", "two", "--rep", "REP(2)", "--data-dir", data)
                        .exitCode())
                .isZero();
        CommandLineRun put = CommandLineRun.of(
                Map.of(), new byte[] {1}, "put", "-", "two/copies", "--policy", "rep", "--data-dir", data);
        assertThat(put.exitCode()).as(put.stderr()).isZero();
        assertThat(CommandLineRun.of("drain", "flash-7", "--data-dir", data).exitCode())
                .isZero();
    }

    @Test
    void options_thatDoNotGoWithIt_areRefused() {
        CommandLineRun workload = emulate("--workload", "ycsb-zipf");
        assertThat(workload.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(workload.stderr())
                .startsWith("chameleon emulate: --workload: ")
                .contains("--from-cluster");
        CommandLineRun seeds = emulate("--seeds", "1..3");
        assertThat(seeds.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(seeds.stderr()).startsWith("chameleon emulate: --seeds: ").contains("one seed with --from-cluster");
        CommandLineRun alone = CommandLineRun.of("emulate", "--sample", "10", "--workload", "ycsb-zipf");
        assertThat(alone.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(alone.stderr()).startsWith("chameleon emulate: --sample: ").contains("--from-cluster");
        assertThat(emulate("--scheme", "nothing").stderr()).contains("nothing").contains("predictive");
    }

    @Test
    void credentials_areThoseOfOtherCommands() {
        for (String option : List.of("--token-file", "--tls-ca-file", "--tls-certificate-file", "--tls-key-file")) {
            CommandLineRun run = emulate("--cluster", "127.0.0.1:9", option, "/none/such");
            assertThat(run.exitCode()).isNotZero();
            assertThat(run.stderr()).as(option).isNotBlank().doesNotContain("no such option");
        }
    }
}
