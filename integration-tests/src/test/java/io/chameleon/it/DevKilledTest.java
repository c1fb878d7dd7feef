package io.chameleon.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.chameleon.client.ChameleonClient;
import io.chameleon.client.options.Timeouts;
import io.chameleon.core.wear.WearReport;
import io.chameleon.lab.chaos.process.JavaCommand;
import io.chameleon.lab.chaos.process.OsProcess;
import io.chameleon.node.cluster.ClusterFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** {@code chameleon dev}, killed while a client writes, and restarted on its data, on a machine with another locale. */
@ExtendWith(ClassArchive.class)
@Order(1) // takes the longest
class DevKilledTest {
    private static final int OBJECTS = 30;
    /** The devices are full, and collect, after some hundred writes. */
    private static final int MOST_BYTES = 800_000;

    /** A locale in which numbers are not written with the digits 0 to 9. */
    private static final String OTHER_DIGITS = "-Duser.language=ar -Duser.country=EG";

    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Duration REQUEST = Duration.ofMinutes(1);

    @TempDir
    Path directory;

    @Test
    void devCluster_killedDuringWrites_comesBackWithEveryAcknowledgedObjectAndNoLowerEraseCount() throws Exception {
        Path data = directory.resolve("data");
        OsProcess first = startDev(data);
        Map<String, Long> erases;
        try (WriterProcess writer =
                new WriterProcess(directory, metadata(data), OBJECTS, 1, MOST_BYTES, Duration.ZERO)) {
            try (ChameleonClient client = client(data)) {
                await("collections have begun").atMost(LIMIT).until(() -> totalErases(client) > 50);
                await("every object is acknowledged")
                        .atMost(LIMIT)
                        .until(() -> writer.acknowledgedObjects() == OBJECTS);
                erases = erases(client);
            }
            first.kill();
            Files.delete(data.resolve(ClusterFile.NAME));
            writer.kill();
            OsProcess second = startDev(data);
            try (ChameleonClient client = client(data)) {
                writer.assertNothingLost(client);
                Map<String, Long> after = await("every server tells its wear")
                        .atMost(LIMIT)
                        .until(() -> erases(client), told -> told.keySet().containsAll(erases.keySet()));
                erases.forEach((server, before) ->
                        assertThat(after.get(server)).as("erases of " + server).isGreaterThanOrEqualTo(before));
            } finally {
                assertThat(second.terminate()).as("exit code after SIGTERM").isIn(0, 143);
            }
        }
    }

    private OsProcess startDev(Path data) {
        OsProcess process = OsProcess.start(
                "dev",
                directory,
                JavaCommand.of(
                        "io.chameleon.cli.Main",
                        "dev",
                        "--data-dir",
                        data.toString(),
                        "--servers",
                        "7",
                        "--server-bytes",
                        "16MiB",
                        "--port-base",
                        "0"),
                Map.of("JDK_JAVA_OPTIONS", OTHER_DIGITS),
                line -> {});
        await("the cluster is up")
                .atMost(LIMIT)
                .until(() -> ClusterFile.read(data).isPresent());
        return process;
    }

    private static String metadata(Path data) {
        return ClusterFile.read(data).orElseThrow().metadata().getFirst();
    }

    private static ChameleonClient client(Path data) {
        return ChameleonClient.builder()
                .metadata(metadata(data))
                .timeouts(new Timeouts(REQUEST, LIMIT))
                .build();
    }

    private static long totalErases(ChameleonClient client) {
        return erases(client).values().stream().mapToLong(Long::longValue).sum();
    }

    private static Map<String, Long> erases(ChameleonClient client) {
        return client.wear().stream()
                .map(wear -> wear.report())
                .flatMap(Optional::stream)
                .collect(Collectors.toMap(report -> report.server().value(), WearReport::erases));
    }
}
