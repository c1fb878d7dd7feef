package io.chameleon.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.client.ChameleonClient;
import io.chameleon.client.ObjectSource;
import io.chameleon.client.PartInfo;
import io.chameleon.client.UploadInfo;
import io.chameleon.client.error.PermissionDeniedException;
import io.chameleon.client.error.UnauthenticatedException;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.access.Access;
import io.chameleon.node.cluster.ClusterFile;
import io.chameleon.node.cluster.DevCluster;
import io.chameleon.node.cluster.DevClusterConfig;
import io.chameleon.node.testing.FreshDatabase;
import io.chameleon.server.ServerConfig.Medium;
import io.chameleon.transport.security.AuthMode;
import io.chameleon.transport.security.Token;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

/** A whole cluster that asks for tokens: who gets in, what each may do, what is logged, and what never is. */
@Isolated("hears the log of the whole JVM")
class SecuredClusterTest {
    private static final Queue<String> LOG = new ConcurrentLinkedQueue<>();
    private static final Map<Logger, Level> OURS = Map.of(
            (Logger) LoggerFactory.getLogger("io.chameleon"), Level.TRACE,
            (Logger) LoggerFactory.getLogger("audit"), Level.INFO);
    private static final List<String> PRINTED = new ArrayList<>();

    @TempDir
    static Path directory;

    private static DevCluster cluster;
    private static Path alice;
    private static Path bob;

    @BeforeAll
    static void start() throws IOException {
        AppenderBase<ILoggingEvent> keep = new AppenderBase<>() {
            @Override
            protected void append(ILoggingEvent event) {
                LOG.add(event.getLoggerName() + " " + event.getFormattedMessage() + " " + event.getKeyValuePairs() + " "
                        + event.getThrowableProxy());
            }
        };
        keep.start();
        OURS.forEach((logger, level) -> {
            logger.setLevel(level);
            logger.setAdditive(false); // all of it, but not on the console
            logger.addAppender(keep);
        });
        cluster = DevCluster.start(DevClusterConfig.in(FreshDatabase.ofCluster(directory))
                .servers(6)
                .serverBytes(32 << 20)
                .medium(Medium.MEMORY)
                .auth(AuthMode.TOKEN)
                .build());
        alice = newUser("alice");
        bob = newUser("bob");
        awaitKnown(alice);
        awaitKnown(bob);
    }

    @AfterAll
    static void stop() {
        cluster.close();
        OURS.keySet().forEach(logger -> {
            logger.setLevel(Level.WARN);
            logger.setAdditive(true);
        });
    }

    /** Adds a key to the file that the cluster reads, and makes the token file of its holder. */
    private static Path newUser(String name) throws IOException {
        String token = Token.random(name + "-1", new SecureRandom());
        Files.writeString(directory.resolve("auth/keys"), token + " user " + name + "\n", StandardOpenOption.APPEND);
        return Files.writeString(directory.resolve(name + ".token"), token + "\n");
    }

    /** The cluster looks for new keys every few seconds. */
    private static void awaitKnown(Path tokenFile) {
        Awaitility.await().ignoreExceptions().untilAsserted(() -> {
            try (ChameleonClient client = client(tokenFile)) {
                assertThat(client.ownGrants()).isEmpty();
            }
        });
    }

    private static ChameleonClient client(Path tokenFile) {
        return ChameleonClient.builder()
                .metadata(cluster.metadataEndpoint().toString())
                .tokenFile(tokenFile)
                .build();
    }

    private static CommandLineRun run(Map<String, String> environment, String... args) {
        String[] all = Stream.concat(Stream.of(args), Stream.of("--data-dir", directory.toString()))
                .toArray(String[]::new);
        CommandLineRun run = CommandLineRun.of(environment, new byte[0], all);
        PRINTED.add(run.stderr() + new String(run.stdout(), StandardCharsets.UTF_8));
        return run;
    }

    /** Whoever asked may have its answer before the line is written. */
    private static String audit(String... words) {
        return Awaitility.await("a line of " + Arrays.toString(words))
                .until(() -> audited(words), Optional::isPresent)
                .orElseThrow();
    }

    private static Optional<String> audited(String... words) {
        return LOG.stream()
                .filter(line ->
                        line.startsWith("audit ") && Arrays.stream(words).allMatch(line::contains))
                .findFirst();
    }

    @Test
    void clientsWithoutAKnownToken_areRefused() throws IOException {
        try (ChameleonClient stranger = ChameleonClient.builder()
                .metadata(cluster.metadataEndpoint().toString())
                .build()) {
            assertThatThrownBy(() -> stranger.get("album", "k")).isInstanceOf(UnauthenticatedException.class);
        }
        Path forged = Files.writeString(directory.resolve("forged.token"), Token.random("admin", new SecureRandom()));
        CommandLineRun run = run(Map.of("CHAMELEON_TOKEN_FILE", forged.toString()), "wear");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(run.stderr()).contains("not one that this server accepts").contains("--token-file");
    }

    @Test
    void operator_findsItsTokenByTheDataDirectory_andLeavesATraceInTheAuditLog() {
        assertThat(run(Map.of(), "wear").exitCode()).isZero();
        assertThat(run(Map.of(), "drain", "flash-5").exitCode()).isZero();
        assertThat(run(Map.of(), "drain", "flash-5", "--undo").exitCode()).isZero();

        assertThat(audit("DRAIN", "who=\"admin\"", "drain"))
                .contains("role=\"admin\"", "from=\"/127.0.0.1", "outcome=\"OK\"");
    }

    @Test
    void user_ownsTheBucketItBegins_andOthersComeInByGrantOnly() {
        try (ChameleonClient mine = client(alice);
                ChameleonClient his = client(bob)) {
            mine.put("album", "cat", new byte[200_000]);

            assertThatThrownBy(() -> his.get("album", "cat")).isInstanceOf(PermissionDeniedException.class);
            assertThatThrownBy(() -> his.put("album", "dog", new byte[10]))
                    .isInstanceOf(PermissionDeniedException.class);
            assertThatThrownBy(() -> his.grant("album", "bob", Access.OWNER))
                    .isInstanceOf(PermissionDeniedException.class)
                    .hasMessageContaining("no access, owner is needed");
            String token = alice.toString();
            assertThat(run(Map.of("CHAMELEON_TOKEN_FILE", token), "bucket", "grant", "album", "bob", "read")
                            .lines())
                    .containsExactly("user bob has read access to album");
            assertThat(his.get("album", "cat")).hasSize(200_000);
            assertThatThrownBy(() -> his.delete("album", "cat")).isInstanceOf(PermissionDeniedException.class);
            assertThat(run(Map.of(), "bucket", "grants", "album", "--token-file", token)
                            .lines())
                    .containsExactly("bucket  user   access", "album   alice  owner", "album   bob    read");
            assertThat(run(Map.of(), "bucket", "revoke", "album", "bob", "--token-file", token)
                            .exitCode())
                    .isZero();
            assertThatThrownBy(() -> his.get("album", "cat")).isInstanceOf(PermissionDeniedException.class);
        }
        assertThat(audit("SET_GRANT", "who=\"bob\"")).contains("outcome=\"PERMISSION_DENIED\"");
        assertThat(audit("SET_GRANT", "who=\"alice\"")).contains("bucket album: bob", "outcome=\"OK\"");
    }

    @Test
    void writesOfAUser_ofEveryKind_areAcceptedAsItsOwn() {
        byte[] large = new byte[200_000];
        try (ChameleonClient mine = ChameleonClient.builder()
                .metadata(cluster.metadataEndpoint().toString())
                .tokenFile(alice)
                .segmentBytes(16_384)
                .chunkBytes(65_536)
                .build()) {
            mine.put("kinds", "empty", new byte[0]);
            mine.put("kinds", "in chunks", large);
            UploadInfo upload = mine.uploads().begin("kinds", "in parts", PutOptions.DEFAULT);
            List<PartInfo> parts = List.of(
                    mine.uploads().putPart(upload, 1, ObjectSource.of(large)),
                    mine.uploads().putPart(upload, 2, ObjectSource.of(new byte[10])));
            mine.uploads().complete(upload, parts, PutOptions.DEFAULT);
            mine.copy("kinds", "in parts", "kinds", "copy", PutOptions.DEFAULT);

            assertThat(mine.get("kinds", "empty")).isEmpty();
            assertThat(mine.get("kinds", "in chunks")).isEqualTo(large);
            assertThat(mine.get("kinds", "copy")).hasSize(large.length + 10);
        }
    }

    @Test
    void user_makesListsAndDeletesItsOwnBuckets_andOperatorsSeeAll() {
        Map<String, String> asAlice = Map.of("CHAMELEON_TOKEN_FILE", alice.toString());
        Map<String, String> asBob = Map.of("CHAMELEON_TOKEN_FILE", bob.toString());
        assertThat(run(asAlice, "bucket", "create", "of-alice").lines())
                .containsExactly("bucket of-alice is made, and is alice's");
        assertThat(run(asBob, "bucket", "create", "of-alice").stderr()).contains("[BUCKET_EXISTS]");
        assertThat(run(asBob, "bucket", "create", "gift", "--owner", "alice").stderr())
                .contains("[PERMISSION_DENIED]");
        assertThat(run(asBob, "bucket", "ls").out()).doesNotContain("of-alice");
        assertThat(run(asAlice, "ls").lines()).contains("of-alice");
        assertThat(run(Map.of(), "bucket", "ls", "--owner", "alice").out()).contains("of-alice");
        assertThat(run(asBob, "ls", "of-alice").stderr()).contains("[PERMISSION_DENIED]");
        assertThat(run(asBob, "bucket", "rm", "of-alice").stderr()).contains("[PERMISSION_DENIED]");
        try (ChameleonClient mine = client(alice)) {
            mine.put("of-alice", "cat", new byte[10]);
            assertThat(run(asAlice, "bucket", "rm", "of-alice").stderr()).contains("[BUCKET_NOT_EMPTY]");
            assertThat(mine.delete("of-alice", "cat")).isTrue();
        }
        assertThat(run(asAlice, "bucket", "rm", "of-alice").exitCode()).isZero();
        try (ChameleonClient his = client(bob)) {
            his.put("of-alice", "dog", new byte[10]);
            assertThat(his.bucket("of-alice").owner()).isEqualTo("bob");
        }
        assertThat(audit("CREATE_BUCKET", "who=\"alice\"")).contains("bucket of-alice", "outcome=\"OK\"");
        assertThat(audit("DELETE_BUCKET", "who=\"bob\"")).contains("bucket of-alice", "outcome=\"PERMISSION_DENIED\"");
    }

    @Test
    void user_isRefusedWhatIsForOperators() {
        CommandLineRun drain = run(Map.of(), "drain", "flash-1", "--token-file", alice.toString());

        assertThat(drain.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(drain.stderr()).contains("user alice may not ask for EVACUATE");
        assertThat(audit("EVACUATE", "who=\"alice\"", "server flash-1: empty"))
                .contains("outcome=\"PERMISSION_DENIED\"");
    }

    @Test
    void secrets_areInTheirFilesOnly_whichOthersCannotRead() throws IOException {
        clientsWithoutAKnownToken_areRefused();
        giveABrokenToken();
        List<String> secrets = Files.readAllLines(directory.resolve("auth/keys")).stream()
                .map(line -> line.split("[: ]")[1])
                .toList();
        assertThat(secrets).hasSizeGreaterThanOrEqualTo(4).allMatch(secret -> secret.length() > 40);

        List<String> told = new ArrayList<>(PRINTED);
        told.addAll(LOG);
        told.add(cluster.config().toString());
        told.add(cluster.describe().toString());
        told.add(Files.readString(directory.resolve(ClusterFile.NAME)));
        assertThat(LOG).hasSizeGreaterThan(20);
        assertThat(told).allSatisfy(text -> assertThat(secrets).noneMatch(text::contains));
        for (String file : List.of("keys", "admin.token", "internal.token")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(
                            directory.resolve("auth").resolve(file))))
                    .isEqualTo("rw-------");
        }
    }

    /** Everything a secret passes through, once more with a broken token file. */
    private static void giveABrokenToken() throws IOException {
        String secret = Files.readString(alice).strip();
        Path broken = Files.writeString(directory.resolve("broken.token"), secret + " and more");
        CommandLineRun run = run(Map.of(), "wear", "--debug", "--token-file", broken.toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.stderr()).contains("broken.token: expected KEYID:SECRET");
    }
}
