package io.chameleon.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.chameleon.client.ChameleonClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.DockerClientFactory;
import software.amazon.awssdk.services.s3.S3Client;

/** The container, if an engine has the image; the command line that it gives the image, anywhere. */
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
        ChameleonContainer container = new ChameleonContainer("chameleon:test")
                .withServers(6)
                .withServerBytes("16MiB")
                .withS3("by-s3");
        command.addAll(container.command(directory.toString(), "127.0.0.1", "localhost"));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(container.environment());
        Process process = builder.start();
        try {
            Map<String, String> ready = awaitReady(process.inputReader());
            try (ChameleonClient client = ChameleonClient.builder()
                    .metadata(ready.getOrDefault("metadata", ""))
                    .tokenFile(directory.resolve("auth/admin.token"))
                    .build()) {
                client.put("tests", "in-a-process", new byte[10_000]);
                assertThat(client.get("tests", "in-a-process")).hasSize(10_000);
            }
            URI endpoint = URI.create(ready.getOrDefault("s3", ""));
            try (S3Client s3 = Buckets.client(endpoint, container.s3AccessKey(), container.s3SecretKey())) {
                assertThat(Buckets.names(s3)).containsExactly("by-s3");
            }
            try (S3Client stranger = Buckets.client(endpoint, "chameleon", "chameleon-secret")) {
                assertThatThrownBy(() -> Buckets.names(stranger)).hasMessageContaining("Access Key");
            }
        } finally {
            process.destroy();
            if (!process.waitFor(2, TimeUnit.MINUTES)) {
                process.destroyForcibly();
            }
        }
    }

    /** The first word after each name, up to S3's, once it is ready. */
    private static Map<String, String> awaitReady(BufferedReader output) throws IOException {
        Map<String, String> values = new HashMap<>();
        StringBuilder printed = new StringBuilder();
        String line;
        while ((line = output.readLine()) != null) {
            printed.append(line).append('\n');
            String[] words = line.split(" +");
            if (words.length > 1) {
                values.put(words[0], words[1]);
            }
            if (line.startsWith("s3 ") && ChameleonContainer.isReady(printed.toString())) {
                return values;
            }
        }
        throw new AssertionError("it ended: " + printed);
    }

    @Test
    void containerWithoutS3_saysSo_andAsksForNone() {
        ChameleonContainer container = new ChameleonContainer("chameleon:test");
        assertThat(container.command("/data", "0.0.0.0", "localhost")).contains("--no-s3");
        assertThat(container.environment()).isEmpty();
        assertThatThrownBy(container::s3Endpoint).hasMessage("no S3 in this container: withS3() runs it");
    }

    @Test
    void freePorts_areInARow() {
        assertThat(FreePorts.find(22)).isBetween(20_000, 32_000 - 22);
    }

    @Test
    void container_keepsWhatItIsGiven() {
        assumeTrue(!IMAGE.isEmpty(), "no image given: -Dchameleon.image=NAME:TAG, which images/build makes");
        assumeTrue(DockerClientFactory.instance().isDockerAvailable(), "no container engine answers here");
        try (ChameleonContainer container = new ChameleonContainer(IMAGE).withS3("by-s3")) {
            container.start();
            try (S3Client s3 =
                    Buckets.client(container.s3Endpoint(), container.s3AccessKey(), container.s3SecretKey())) {
                assertThat(Buckets.names(s3)).containsExactly("by-s3");
            }
            try (ChameleonClient client = container.clientBuilder().build()) {
                client.put("tests", "contained", new byte[10_000]);
                assertThat(client.get("tests", "contained")).hasSize(10_000);
            }
        }
    }
}
