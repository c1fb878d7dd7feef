package io.chameleon.testing;

import io.chameleon.client.ChameleonClient;
import io.chameleon.client.ClientBuilder;
import io.chameleon.node.users.UserKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/**
 * A whole cluster in one container: the project's image ({@code images/build}), in mode {@code dev}, which asks for
 * tokens. Flash servers tell clients their addresses, so ports inside and outside are the same; they are chosen anew
 * for each container.
 *
 * <p>Starting takes some 10 s. Not safe from several threads.
 */
public class ChameleonContainer extends GenericContainer<ChameleonContainer> {
    private static final String DATA = "/data/cluster";
    private static final Pattern READY = Pattern.compile("(?s).*\\bready +\\d+ flash servers.*");

    private int servers = 6;
    private String serverBytes = "64MiB";
    private boolean s3;
    private List<String> buckets = List.of();
    private final UserKey s3User = UserKey.random("chameleon", new SecureRandom());
    private int portBase;
    private @Nullable Path token;

    /**
     * @param image such as {@code chameleon:0.1.0}; the engine must have it, no registry does
     */
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

    /**
     * Speaks S3, too, for one user with keys of this container alone.
     *
     * @param names buckets that are there when the container has started, owned by that user
     */
    public ChameleonContainer withS3(String... names) {
        s3 = true;
        buckets = List.of(names);
        return this;
    }

    @Override
    protected void configure() {
        portBase = FreePorts.find(span(servers));
        for (int port = portBase; port < portBase + span(servers); port++) {
            addFixedExposedPort(port, port);
        }
        withEnv(environment());
        withCommand(command(DATA, "0.0.0.0", getHost()).toArray(String[]::new));
    }

    /** The arguments of the image's entry point. */
    List<String> command(String dataDir, String bindHost, String advertisedHost) {
        List<String> command = new ArrayList<>(List.of(
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
                "token"));
        command.addAll(s3 ? List.of("--s3-port", Integer.toString(s3Port())) : List.of("--no-s3"));
        buckets.forEach(bucket -> command.addAll(List.of("--bucket", bucket)));
        return command;
    }

    /** What the process finds beside its arguments: keys that nobody else knows, since others may reach its ports. */
    Map<String, String> environment() {
        return s3
                ? Map.of("CHAMELEON_S3_ACCESS_KEY", s3AccessKey(), "CHAMELEON_S3_SECRET_KEY", s3SecretKey())
                : Map.of();
    }

    /** Ports that a cluster takes from its base on: its own ten, two for each server, and the last one for S3. */
    private static int span(int servers) {
        return 11 + 2 * servers;
    }

    /** Any, as long as the others are. */
    private int s3Port() {
        return portBase == 0 ? 0 : portBase + span(servers) - 1;
    }

    /**
     * Where S3 clients connect, by path. Any region will do.
     *
     * @throws IllegalStateException if it was not asked for with {@link #withS3}
     */
    public URI s3Endpoint() {
        if (!s3) {
            throw new IllegalStateException("no S3 in this container: withS3() runs it");
        }
        return URI.create("http://" + getHost() + ":" + s3Port());
    }

    /** Access key of the S3 user. */
    public String s3AccessKey() {
        return s3User.accessKey();
    }

    /** Secret key of the S3 user. */
    public String s3SecretKey() {
        return s3User.secret();
    }

    static boolean isReady(String log) {
        return READY.matcher(log).matches();
    }

    /** Address of the metadata service, {@code host:port}. */
    public String metadataAddress() {
        return getHost() + ":" + portBase;
    }

    /**
     * A builder of clients that know the cluster and have an operator's token; the caller closes the clients.
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
