package io.chameleon.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.chameleon.client.ChameleonClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.DockerClientFactory;

/** The container where an engine has the image; the command line that it gives the image, anywhere. */
class ChameleonContainerTest {
    private static final String IMAGE = System.getProperty("chameleon.image", "");

    @TempDir
    Path directory;

    @Test
    void command_startsACluster_thatSaysWhenItIsReady_andTakesTheToken() throws Exception {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "io.chameleon.cli.Main"));
        try (ChameleonContainer container =
                new ChameleonContainer("chameleon:test").withServers(6).withServerBytes("16MiB")) {
            command.addAll(container.command(directory.toString(), "127.0.0.1", "localhost"));
        }
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            String metadata = awaitReady(process.inputReader());
            try (ChameleonClient client = ChameleonClient.builder()
                    .metadata(metadata)
                    .tokenFile(directory.resolve("auth/admin.token"))
                    .build()) {
                client.put("tests", "in-a-process", new byte[10_000]);
                assertThat(client.get("tests", "in-a-process")).hasSize(10_000);
            }
        } finally {
            process.destroy();
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        }
    }

    /** Returns the address of the metadata service, from what is printed. */
    private static String awaitReady(BufferedReader output) throws IOException {
        StringBuilder printed = new StringBuilder();
        String line;
        while ((line = output.readLine()) != null) {
            printed.append(line).append('\n');
            if (line.startsWith("metadata") && ChameleonContainer.isReady(printed.toString())) {
                return line.split(" +")[1];
            }
        }
        throw new AssertionError("it ended: " + printed);
    }

    @Test
    void freePorts_areInARow() {
        assertThat(FreePorts.find(22)).isBetween(20_000, 32_000 - 22);
    }

    @Test
    void container_keepsWhatItIsGiven() {
        assumeTrue(!IMAGE.isEmpty(), "no image given: -Dchameleon.image=NAME:TAG, which images/build makes");
        assumeTrue(DockerClientFactory.instance().isDockerAvailable(), "no container engine answers here");
        try (ChameleonContainer container = new ChameleonContainer(IMAGE)) {
            container.start();
            try (ChameleonClient client = container.clientBuilder().build()) {
                client.put("tests", "contained", new byte[10_000]);
                assertThat(client.get("tests", "contained")).hasSize(10_000);
            }
        }
    }
}
