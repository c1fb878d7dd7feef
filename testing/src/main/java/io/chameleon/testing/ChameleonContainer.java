package io.chameleon.testing;

import io.chameleon.client.ChameleonClient;
import io.chameleon.client.ClientBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/**
 * A whole cluster in one container: the project's image ({@code images/build}), in mode {@code dev}, which asks for tokens. Flash
 * servers tell clients their addresses, so ports inside and outside are the same; they are chosen anew for each container.
 *
 * <p>Starting takes some 10 s. Not safe from several threads.
 */
public class ChameleonContainer extends GenericContainer<ChameleonContainer> {
    private static final String DATA = "/data/cluster";
    private static final Pattern READY = Pattern.compile("(?s).*\\bready +\\d+ flash servers.*");

    private int servers = 6;
    private String serverBytes = "64MiB";
    private int portBase;
    private @Nullable Path token;

    /** @param image such as {@code chameleon:0.1.0}; the engine must have it, no registry does */
    public ChameleonContainer(String image) {
        super(DockerImageName.parse(image));
        waitingFor(Wait.forLogMessage(READY.pattern(), 1).withStartupTimeout(Duration.ofMinutes(2)));
    }

    /** Flash servers, 6 (the default) to 200. */
    public ChameleonContainer withServers(int count) {
        servers = count;
        return this;
    }

    /** Capacity of each server, such as {@code 64MiB}, which is the default. */
    public ChameleonContainer withServerBytes(String size) {
        serverBytes = size;
        return this;
    }

    @Override
    protected void configure() {
        portBase = FreePorts.find(span(servers));
        for (int port = portBase; port < portBase + span(servers); port++) {
            addFixedExposedPort(port, port);
        }
        withCommand(command(DATA, "0.0.0.0", getHost()).toArray(String[]::new));
    }

    /** What the entry point of the image is given. */
    List<String> command(String dataDir, String bindHost, String advertisedHost) {
        return List.of(
                "dev",
                "--data-dir",
                dataDir,
                "--servers",
                Integer.toString(servers),
                "--server-bytes",
                serverBytes,
                "--port-base",
                Integer.toString(portBase),
                "--bind-host",
                bindHost,
                "--advertised-host",
                advertisedHost,
                "--auth",
                "token");
    }

    /** Ports that a cluster takes from its base on: its own ten, and two for each server. */
    private static int span(int servers) {
        return 10 + 2 * servers;
    }

    static boolean isReady(String log) {
        return READY.matcher(log).matches();
    }

    /** Address of the metadata service, {@code host:port}. */
    public String metadataAddress() {
        return getHost() + ":" + portBase;
    }

    /**
     * A builder of clients that know the cluster and have an operator's token; whoever builds one closes it.
     *
     * @throws UncheckedIOException if the token cannot be fetched from the container
     */
    public ClientBuilder clientBuilder() {
        return ChameleonClient.builder().metadata(metadataAddress()).tokenFile(tokenFile());
    }

    private Path tokenFile() {
        Path known = token;
        if (known == null) {
            known = copyFileFromContainer(DATA + "/auth/admin.token", content -> {
                Path file = Files.createTempFile("chameleon-", ".token");
                file.toFile().deleteOnExit();
                Files.copy(content, file, StandardCopyOption.REPLACE_EXISTING);
                return file;
            });
            token = known;
        }
        return known;
    }

    @Override
    public void stop() {
        super.stop();
        Path known = token;
        token = null;
        if (known != null) {
            try {
                Files.deleteIfExists(known);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot delete " + known + ": " + e.getMessage(), e);
            }
        }
    }
}
