package io.chameleon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.client.ChameleonClient;
import io.chameleon.client.ObjectInfo;
import io.chameleon.node.cluster.ClusterFile;
import io.chameleon.node.cluster.DevCluster;
import io.chameleon.node.cluster.DevClusterConfig;
import io.chameleon.node.cluster.DevGateway;
import io.chameleon.node.testing.FreshDatabase;
import io.chameleon.server.ServerConfig.Medium;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.rpc.Endpoint;
import io.chameleon.transport.rpc.TransportConfig;
import io.chameleon.transport.rpc.client.NettyRpcClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands against a running cluster, through the main entry point. Each test has a bucket of its own. */
class ClusterCommandsTest {
    private static final int SERVERS = 6;

    @TempDir
    static Path directory;

    private static DevCluster cluster;

    @TempDir
    Path files;

    @BeforeAll
    static void start() {
        cluster = DevCluster.start(DevClusterConfig.in(FreshDatabase.ofCluster(directory))
                .servers(SERVERS)
                .serverBytes(64 << 20)
                .zones(2)
                .medium(Medium.MEMORY)
                .s3(new DevGateway(true, 0, DevGateway.TRIAL, List.of()))
                .build());
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static CommandLineRun run(String... args) {
        return runWith(new byte[0], args);
    }

    private static CommandLineRun runWith(byte[] stdin, String... args) {
        String[] all = Stream.concat(Stream.of(args), Stream.of("--data-dir", directory.toString()))
                .toArray(String[]::new);
        CommandLineRun run = CommandLineRun.of(Map.of(), stdin, all);
        assertThat(run.stderr().lines().count()).as(run.stderr()).isLessThanOrEqualTo(1);
        return run;
    }

    private static CommandLineRun succeeding(String... args) {
        CommandLineRun run = run(args);
        assertThat(run.exitCode()).as(run.stderr()).isZero();
        return run;
    }

    private static byte[] random(int bytes) {
        byte[] content = new byte[bytes];
        new Random(bytes).nextBytes(content);
        return content;
    }

    /** A process that has no processor yet: its first connection stands, and nothing comes over it. */
    @Test
    void metadataThatGreetsLate_isAwaited() throws IOException {
        try (ServerSocket slow = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                try (Socket mute = slow.accept()) {
                    while (true) {
                        Socket heard = slow.accept();
                        Thread.ofVirtual().start(() -> relay(heard));
                    }
                } catch (IOException e) {
                    // The test is over.
                }
            });
            CommandLineRun run = CommandLineRun.of("wear", "--cluster", "127.0.0.1:" + slow.getLocalPort());
            assertThat(run.exitCode()).as(run.stderr()).isZero();
        }
    }

    private static int metadataPort() {
        String address = cluster.describe().metadata().getFirst();
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    private static void relay(Socket heard) {
        try (heard;
                Socket real = new Socket(InetAddress.getLoopbackAddress(), metadataPort())) {
            Thread.ofVirtual().start(() -> pump(real, heard));
            pump(heard, real);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void pump(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // The command has ended.
        }
    }

    @Test
    void file_putAndGot_isTheSame() throws IOException {
        byte[] content = random(9_000_000); // two segments
        Path source = Files.write(files.resolve("in.bin"), content);
        assertThat(succeeding("put", source.toString(), "files/dir/a").lines())
                .containsExactly("files/dir/a  8.6 MiB  EC EC(4+2)");
        Path target = files.resolve("out.bin");
        assertThat(succeeding("get", "files/dir/a", target.toString()).lines())
                .containsExactly("files/dir/a  8.6 MiB  -> " + target);
        assertThat(Files.readAllBytes(target)).isEqualTo(content);
        assertThat(files).isDirectoryContaining(path -> path.equals(target)).isDirectoryNotContaining("glob:**.part");
        assertThat(succeeding("get", "files/dir/a", "-").stdout()).isEqualTo(content);
        Path parts = files.resolve("parts.bin");
        assertThat(succeeding("get", "files/dir/a", parts.toString(), "--parallel", "4")
                        .exitCode())
                .isZero();
        assertThat(parts).hasBinaryContent(content);
    }

    @Test
    void stdin_put_isStoredWithItsOptions() {
        byte[] content = random(5_000);
        CommandLineRun put = runWith(
                content,
                "put",
                "-",
                "piped/x",
                "--policy",
                "rep",
                "--content-type",
                "text/plain",
                "--meta",
                "k=v",
                "-o",
                "json");
        assertThat(put.json().path("scheme").asText()).isEqualTo("REP(3)");
        JsonNode stat = succeeding("stat", "piped/x", "--output", "json").json();
        assertThat(stat.path("size").asLong()).isEqualTo(content.length);
        assertThat(stat.path("content_type").asText()).isEqualTo("text/plain");
        assertThat(stat.path("metadata").path("k").asText()).isEqualTo("v");
        assertThat(stat.path("entity_tag")).isEqualTo(put.json().path("entity_tag"));
        assertThat(stat.path("servers")).hasSize(3);
    }

    @Test
    void conditionalPut_thatDoesNotHold_fails() {
        CommandLineRun first = runWith(random(10), "put", "-", "conditions/x", "--if-absent", "-o", "json");
        assertThat(first.exitCode()).isZero();
        CommandLineRun again = runWith(random(10), "put", "-", "conditions/x", "--if-absent");
        assertThat(again.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(again.stderr()).startsWith("chameleon put: ").contains("[PRECONDITION_FAILED]");
        String tag = first.json().path("entity_tag").asText();
        assertThat(runWith(random(10), "put", "-", "conditions/x", "--if-match", tag)
                        .exitCode())
                .isZero();
    }

    @Test
    void range_got_isThatPart() {
        byte[] content = random(100_000);
        runWith(content, "put", "-", "ranges/x");
        assertThat(succeeding("get", "ranges/x", "-", "--range", "1000-1999").stdout())
                .isEqualTo(Arrays.copyOfRange(content, 1_000, 2_000));
        assertThat(succeeding("get", "ranges/x", "-", "--range", "99990-").stdout())
                .isEqualTo(Arrays.copyOfRange(content, 99_990, 100_000));
    }

    @Test
    void listing_isFoldedUnlessRecursive() {
        for (String key : List.of("a", "b/1", "b/2", "c")) {
            runWith(random(100), "put", "-", "listing/" + key);
        }
        assertThat(succeeding("ls", "listing").lines().stream().map(line -> line.replaceAll(".* ", "")))
                .containsExactly("KEY", "a", "b/", "c");
        assertThat(succeeding("ls", "listing/b/", "--recursive").lines())
                .hasSize(3)
                .last()
                .asString()
                .endsWith("b/2");
        JsonNode json = succeeding("ls", "listing", "-o", "json").json();
        assertThat(json.path("prefixes").get(0).asText()).isEqualTo("b/");
        assertThat(json.path("objects")).hasSize(2);
        assertThat(succeeding("ls").lines()).contains("listing");
    }

    @Test
    void versions_areListed_andDeletedByTheirIds() {
        succeeding("bucket", "create", "kept");
        try (ChameleonClient client = ChameleonClient.builder()
                .metadata("127.0.0.1:" + metadataPort())
                .build()) {
            client.configureBucket("kept", Map.of("versioning", "Enabled"));
        }
        runWith(random(10), "put", "-", "kept/x");
        succeeding("rm", "kept/x");
        assertThat(succeeding("bucket", "ls").out()).containsPattern("kept .*ENABLED");
        assertThat(succeeding("ls", "kept").out()).isEmpty();
        JsonNode versions =
                succeeding("ls", "kept", "--versions", "-o", "json").json().path("versions");
        assertThat(versions).hasSize(2);
        assertThat(versions.get(0).path("delete_marker").asBoolean()).isTrue();
        assertThat(succeeding("ls", "kept", "--versions").lines()).hasSize(3);
        succeeding("rm", "kept/x", "--version", versions.get(0).path("version").asText());
        assertThat(succeeding("ls", "kept").lines()).hasSize(2);
        succeeding("rm", "kept/x", "--version", versions.get(1).path("version").asText());
        assertThat(run("rm", "kept/x", "--version", "null").exitCode()).isEqualTo(ExitCode.FAILURE);
        succeeding("bucket", "rm", "kept");
    }

    @Test
    void bucket_isMadeListedAndDeleted_onceItIsEmpty() {
        assertThat(succeeding("bucket", "create", "made-here").lines()).containsExactly("bucket made-here is made");
        assertThat(succeeding("ls", "made-here").out()).isEmpty();
        CommandLineRun again = run("bucket", "create", "made-here");
        assertThat(again.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(again.stderr()).contains("[BUCKET_EXISTS]");
        assertThat(succeeding("bucket", "create", "made-here", "--if-missing", "--owner", "another")
                        .lines())
                .containsExactly("bucket made-here is there already");

        runWith(random(10), "put", "-", "made-here/x");
        CommandLineRun full = run("bucket", "rm", "made-here");
        assertThat(full.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(full.stderr().lines()).hasSize(1);
        assertThat(full.stderr()).contains("[BUCKET_NOT_EMPTY]");
        succeeding("rm", "made-here/x");
        assertThat(succeeding("bucket", "ls").out()).contains("made-here");
        assertThat(succeeding("bucket", "rm", "made-here").lines()).containsExactly("bucket made-here is deleted");
        assertThat(succeeding("bucket", "ls").out()).doesNotContain("made-here");
    }

    @Test
    void bucket_thatDoesNotExist_isAnErrorOfOneLine() {
        for (String[] command : new String[][] {{"ls", "no-such-bucket"}, {"bucket", "rm", "no-such-bucket"}}) {
            CommandLineRun run = run(command);
            assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
            assertThat(run.out()).isEmpty();
            assertThat(run.stderr().lines()).hasSize(1);
            assertThat(run.stderr()).contains("no bucket no-such-bucket [BUCKET_NOT_FOUND]");
        }
    }

    @Test
    void buckets_asJson_tellWhoseTheyAre() {
        succeeding("bucket", "create", "of-alice", "--owner", "alice");
        JsonNode all = succeeding("bucket", "ls", "--owner", "alice", "-o", "json")
                .json()
                .path("buckets");
        assertThat(all).hasSize(1);
        assertThat(all.path(0).path("bucket").asText()).isEqualTo("of-alice");
        assertThat(all.path(0).path("owner").asText()).isEqualTo("alice");
        assertThat(all.path(0).path("policy").asText()).isEqualTo("EC");
        assertThat(all.path(0).path("settings").isArray()).isTrue();
    }

    @Test
    void object_copiedAndDeleted_isThereAndGone() {
        byte[] content = random(1_000);
        runWith(content, "put", "-", "copies/a");
        assertThat(succeeding("cp", "copies/a", "copies/b").lines()).containsExactly("copies/a -> copies/b  1000 B");
        assertThat(succeeding("get", "copies/b", "-").stdout()).isEqualTo(content);
        assertThat(succeeding("rm", "copies/a", "copies/b").lines()).containsExactly("deleted 2 objects");
        CommandLineRun gone = run("get", "copies/a", "-");
        assertThat(gone.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(gone.stderr()).startsWith("chameleon get: no object copies/a [OBJECT_NOT_FOUND]");
        assertThat(run("rm", "copies/a").exitCode()).isEqualTo(ExitCode.FAILURE);
        succeeding("rm", "--force", "copies/a");
    }

    @Test
    void bucketPolicy_isWhatNewObjectsStartWith() {
        assertThat(succeeding("bucket", "threefold", "--policy", "REP").lines())
                .containsExactly("new objects of threefold start as REP(3)");
        assertThat(runWith(random(10), "put", "-", "threefold/x").out()).endsWith("REP REP(3)\n");
    }

    @Test
    void bucketsSchemes_areWhatItsObjectsAreStoredUnder_fromTheirNextWriteOn() {
        assertThat(succeeding("bucket", "create", "own", "--ec", "EC(3+2)", "--rep", "REP(2)")
                        .lines())
                .containsExactly(
                        "bucket own is made",
                        "objects of own are stored as REP(2) or EC(3+2), those there are from their next write on",
                        "note: EC(3+2) puts 3 fragments into one of 2 zones, and survives the loss of 2");
        assertThat(runWith(random(40_000), "put", "-", "own/x").out()).endsWith("EC EC(3+2)\n");
        assertThat(succeeding("bucket", "ls").out()).containsPattern("own .*EC +REP\\(2\\) +EC\\(3\\+2\\)");
        JsonNode changed = succeeding("bucket", "own", "--ec", "cluster", "--policy", "REP", "-o", "json")
                .json();
        assertThat(changed.path("schemes").path("rep").asText()).isEqualTo("REP(2)");
        assertThat(changed.path("schemes").has("ec")).isFalse();
        assertThat(changed.path("policy").asText()).isEqualTo("REP");
        assertThat(runWith(random(10), "put", "-", "own/y").out()).endsWith("REP REP(2)\n");
        assertThat(succeeding("state", "own/x").out()).contains("EC(4+2)");
        assertThat(runWith(random(40_000), "put", "-", "own/x").out()).endsWith("EC EC(4+2)\n");
        assertThat(succeeding("get", "own/x", "-").stdout()).isEqualTo(random(40_000));
    }

    @Test
    void schemeThatABucketCannotHave_isAnErrorOfOneLine_andChangesNothing() {
        CommandLineRun wide = run("bucket", "create", "too-wide", "--ec", "EC(8+3)");
        assertThat(wide.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(wide.stderr()).contains("'EC(8+3)'", "at most 6 fragments", "[INVALID_REQUEST]");
        assertThat(succeeding("bucket", "ls").out()).doesNotContain("too-wide");
        for (String wrong : List.of("REP(3)", "EC(4+0)", "EC(4", "LRC(x)")) {
            CommandLineRun run = run("bucket", "create", "wrong", "--ec", wrong);
            assertThat(run.exitCode()).as(wrong).isEqualTo(ExitCode.USAGE);
            assertThat(run.stderr()).contains("--ec", wrong);
        }
        assertThat(run("bucket", "no-such-bucket", "--ec", "EC(3+2)").stderr()).contains("[BUCKET_NOT_FOUND]");
    }

    /** The mapping table of this cluster is on one database. */
    @Test
    void bucketMove_saysWhereABucketIs_andRefusesADatabaseThatIsNot() throws Exception {
        succeeding("bucket", "create", "settled");
        assertThat(succeeding("bucket", "move", "settled").out()).contains("bucket settled is in database 0");
        assertThat(succeeding("bucket", "move", "settled", "--to", "0", "--wait", "-o", "json")
                        .json()
                        .path("phase")
                        .asText())
                .isEqualTo("done");
        assertThat(succeeding("bucket", "move").out()).contains("no bucket has moved");
        assertThat(run("bucket", "move", "settled", "--to", "1").stderr())
                .contains("database: '1' given, expected 0")
                .doesNotContain("\tat ");
        assertThat(run("bucket", "move", "settled", "--cancel").stderr()).contains("whose rows are being copied");
        assertThat(run("bucket", "move", "--to", "1").stderr()).contains("'BUCKET'");
    }

    @Test
    void bucketQuota_boundsWhatIsPut_andIsShown() {
        runWith(random(10), "put", "-", "bounded/x");
        JsonNode set = succeeding("bucket", "quota", "bounded", "--bytes", "15", "-o", "json")
                .json()
                .path("quotas")
                .path(0);
        assertThat(set.path("bytes").asLong()).isEqualTo(10);
        assertThat(set.path("max_bytes").asLong()).isEqualTo(15);
        assertThat(set.path("max_objects").isNull()).isTrue();
        CommandLineRun refused = runWith(random(6), "put", "-", "bounded/y");
        assertThat(refused.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(refused.stderr()).contains("[QUOTA_EXCEEDED]", "bounded");
        assertThat(succeeding("bucket", "quota").out()).contains("bucket bounded");
        assertThat(succeeding("bucket", "quota", "bounded", "--remove", "--recount")
                        .out())
                .contains("10 B");
        assertThat(runWith(random(6), "put", "-", "bounded/y").exitCode()).isEqualTo(ExitCode.OK);
    }

    @Test
    void state_tellsWhereAnObjectLies() {
        runWith(random(10), "put", "-", "states/x");
        assertThat(succeeding("state", "states/x").lines())
                .contains("object      states/x", "state       EC EC(4+2)", "last remap  none");
        JsonNode json = succeeding("state", "states/x", "-o", "json").json();
        assertThat(json.path("servers")).hasSize(6);
        assertThat(json.path("history").isArray()).isTrue();
        assertThat(json.path("heat").asDouble()).isPositive();
    }

    @Test
    void wear_hasARowForEachServerAndASummary() {
        runWith(random(100_000), "put", "-", "wear/x");
        List<String> lines = succeeding("wear").lines();
        assertThat(lines).hasSize(SERVERS + 2);
        assertThat(lines.getFirst().split(" {2,}"))
                .containsExactly("SERVER", "ZONE", "STATUS", "ERASES", "WA", "USED", "ENDURANCE", "MEAN µs", "P99 µs");
        assertThat(lines.get(1)).startsWith("flash-0  zone-0  UP");
        assertThat(lines.getLast()).matches("total \\d+ erases, mean .*, σ .*, CV .*, write amplification .*");
        JsonNode json = succeeding("wear", "-o", "json").json();
        assertThat(json.path("servers")).hasSize(SERVERS);
        assertThat(json.path("servers").get(0).path("clock_ahead_seconds").isNumber())
                .as("its server tells its time")
                .isTrue();
        assertThat(json.path("write_amplification").asDouble()).isGreaterThanOrEqualTo(1);
    }

    @Test
    void balance_dryRun_changesNothing_now_endsTheEpoch() {
        long epoch = succeeding("balance", "--dry-run", "-o", "json")
                .json()
                .path("epoch")
                .asLong();
        JsonNode again = succeeding("balance", "--dry-run", "-o", "json").json();
        assertThat(again.path("epoch").asLong()).isEqualTo(epoch);
        assertThat(again.path("policy").asText()).isEqualTo("predictive");
        assertThat(succeeding("balance", "--now").out()).contains("epoch " + epoch + ", policy predictive");
        assertThat(succeeding("balance", "--dry-run", "-o", "json")
                        .json()
                        .path("epoch")
                        .asLong())
                .isEqualTo(epoch + 1);
    }

    @Test
    void drainedServer_isShownAndUndone() {
        assertThat(succeeding("drain", "flash-2").lines())
                .containsExactly(
                        "server flash-2 takes no new fragments; 'chameleon repair status' shows how far it is emptied",
                        "note: 5 other servers take fragments, EC(4+2) needs 6: what is coded so has nowhere to go");
        try {
            Awaitility.await()
                    .untilAsserted(
                            () -> assertThat(succeeding("wear").out()).containsPattern("flash-2 +zone-0 +DRAINING"));
            assertThat(succeeding("repair", "status").out()).containsPattern("flash-2 +drain ");
        } finally {
            succeeding("drain", "flash-2", "--undo");
        }
        // The tests after this one want six servers.
        Awaitility.await()
                .untilAsserted(() -> assertThat(succeeding("wear").out()).doesNotContain("DRAINING"));
        CommandLineRun unknown = run("drain", "flash-77");
        assertThat(unknown.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(unknown.stderr()).startsWith("chameleon drain: no server flash-77; there are flash-0, flash-1");
    }

    @Test
    void serverThatIsThere_isNotForgotten() {
        CommandLineRun there = run("forget", "flash-2");
        assertThat(there.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(there.stderr())
                .startsWith("chameleon forget: cannot forget server flash-2: it is registered; stop it first");
        assertThat(run("forget", "flash-77").stderr())
                .startsWith("chameleon forget: no server flash-77; there are flash-0, flash-1");
    }

    @Test
    void reconcile_ofASoundCluster_hasHaltedNowhere_andThereIsNothingToConfirm() {
        assertThat(succeeding("reconcile").out()).contains("reconciliation has halted nowhere");
        assertThat(succeeding("reconcile", "-o", "json").json().path("halts").isArray())
                .isTrue();
        CommandLineRun confirmed = run("reconcile", "--confirm", "flash-1");
        assertThat(confirmed.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(confirmed.stderr())
                .startsWith("chameleon reconcile: reconciliation has not halted on server flash-1");
        succeeding("reconcile", "--confirm-all");
    }

    @Test
    void repairStatus_ofAnUndamagedCluster_isQuiet() {
        JsonNode status = succeeding("repair", "status", "-o", "json").json();
        assertThat(status.path("objects").asLong()).isZero();
        assertThat(status.path("queue").isArray()).isTrue();
        assertThat(succeeding("repair", "status").out()).contains("no object is degraded");
    }

    @Test
    void scrubStatus_namesEachServer() {
        assertThat(succeeding("scrub", "status").lines()).hasSize(1 + SERVERS);
        JsonNode servers = succeeding("scrub", "status", "-o", "json").json();
        assertThat(servers.get(0).path("bytes_per_second").asLong()).isPositive();
        assertThat(servers.get(0).path("damaged").asLong()).isZero();
    }

    @Test
    void verify_ofASoundBucket_countsWhatItSaw() {
        runWith(random(1_000), "put", "-", "sound/a");
        runWith(random(9_000_000), "put", "-", "sound/b", "--policy", "REP");
        runWith(new byte[0], "put", "-", "sound/empty");
        assertThat(succeeding("verify", "sound").lines())
                .containsExactly(
                        "3 objects of 1 bucket read back, 8.6 MiB; 9 fragments in place",
                        "0 unreadable, 0 damaged, 0 degraded");
        assertThat(succeeding("verify", "--deep", "sound").out()).contains("9 fragments read");
        assertThat(succeeding("verify", "-o", "json").json().path("objects").asLong())
                .isGreaterThanOrEqualTo(3);
    }

    /** Two zones hold three shards each: EC(4+2) survives the loss of neither. */
    @Test
    void verify_countsWhatTheLossOfAZoneWouldTake() {
        runWith(random(100_000), "put", "-", "zoned/stripe", "--policy", "EC");
        runWith(random(100_000), "put", "-", "zoned/replicas", "--policy", "REP");
        assertThat(succeeding("verify", "zoned").out())
                .contains("the loss of one node would take 0 objects, of one zone 1");
        JsonNode found = succeeding("verify", "zoned", "-o", "json").json().path("placement_violations");
        assertThat(found.path("zone").asInt()).isEqualTo(1);
        assertThat(found.path("node").asInt()).isZero();
    }

    @Test
    void verify_ofAnObjectThatLostAFragment_saysWhichAndWhere() {
        ObjectInfo object = putWithout("damaged", 5);

        CommandLineRun damaged = run("verify", "damaged");

        assertThat(damaged.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(damaged.out())
                .contains("DAMAGED")
                .contains("fragment 5 on " + object.live().servers().get(5));
        succeeding("rm", "damaged/x");
    }

    @Test
    void verify_ofAnObjectThatLostMoreThanItsParity_isUnreadable() {
        putWithout("lost", 5, 4, 0);

        // On a busy machine its time may be over before it has asked all servers.
        Awaitility.await().untilAsserted(() -> {
            CommandLineRun lost = run("verify", "lost", "-o", "json", "--timeout", "2s");

            assertThat(lost.exitCode()).isEqualTo(ExitCode.FAILURE);
            assertThat(lost.json().path("unreadable").asInt()).isEqualTo(1);
            assertThat(lost.json().path("objects").asInt()).isZero();
        });
        succeeding("rm", "lost/x");
    }

    /** Puts BUCKET/x and deletes some of its fragments. No client has read it since, so no repair has begun. */
    private ObjectInfo putWithout(String bucket, int... fragments) {
        runWith(random(1_000), "put", "-", bucket + "/x");
        try (ChameleonClient client = cluster.clientBuilder().build();
                NettyRpcClient network = new NettyRpcClient(TransportConfig.defaults())) {
            ObjectInfo object = client.head(bucket, "x");
            for (int fragment : fragments) {
                deleteFragment(client, new FlashClient(network), object, fragment);
            }
            return object;
        }
    }

    private static void deleteFragment(ChameleonClient client, FlashClient flash, ObjectInfo object, int index) {
        Endpoint server = client.clusterView()
                .server(object.live().servers().get(index))
                .map(Endpoint::of)
                .orElseThrow();
        assertThat(flash.delete(server, List.of(object.writeId()), Duration.ofMinutes(2))
                        .join()
                        .fragments())
                .isEqualTo(1);
    }

    @Test
    void text_inUtf8_survives() {
        byte[] content = "héllo σ".getBytes(StandardCharsets.UTF_8);
        runWith(content, "put", "-", "unicode/schlüssel σ");
        assertThat(succeeding("get", "unicode/schlüssel σ", "-").stdout()).isEqualTo(content);
        assertThat(succeeding("ls", "unicode").out()).contains("schlüssel σ");
    }

    @Test
    void soak_healthyCluster_losesNothingAndLeavesNothing() {
        CommandLineRun run = succeeding(
                "soak", "--duration", "1s", "--objects", "12", "--threads", "2", "--bucket", "soaked", "-o", "json");
        JsonNode result = run.json();
        assertThat(result.path("end").asBoolean()).isTrue();
        assertThat(result.path("lost").asInt()).isZero();
        assertThat(result.path("puts").asInt()).isPositive();
        assertThat(result.path("gets").asInt()).isGreaterThanOrEqualTo(12);
        assertThat(succeeding("ls", "soaked").out()).doesNotContain("seed-");
    }

    @Test
    void soak_objectOverwrittenBehindItsBack_isALoss() throws Exception {
        try (ChameleonClient client = cluster.clientBuilder().build();
                ExecutorService thread = Executors.newSingleThreadExecutor()) {
            Future<CommandLineRun> soak = thread.submit(() -> run(
                    "soak",
                    "--duration",
                    "3s",
                    "--objects",
                    "1",
                    "--threads",
                    "1",
                    "--bucket",
                    "meddled",
                    "--seed",
                    "7"));
            while (!soak.isDone()) {
                client.put("meddled", "seed-7/0/0", new byte[] {1});
            }
            assertThat(soak.get().exitCode()).isEqualTo(ExitCode.FAILURE);
            assertThat(soak.get().out())
                    .contains("LOST seed-7/0/0 does not hold version")
                    .contains("LOSSES (--seed 7)");
        }
    }

    @Test
    void gateway_isReady_andSaysWhetherItKnowsUsers() throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> ready = http.send(
                    HttpRequest.newBuilder(
                                    URI.create("http://" + cluster.describe().s3Admin() + "/health/ready"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(ready.statusCode()).isEqualTo(200);
            assertThat(ready.body()).contains("\"users_known\":true");
        }
    }

    /** helm/check.py ensures that rules and dashboards name only metrics in this file. */
    @Test
    void scrape_ofEachRole_hasEveryMetricThatRulesAndDashboardsName() throws Exception {
        runWith(random(5_000), "put", "-", "scraped/x");
        succeeding("get", "scraped/x", "-");
        succeeding("balance", "--now");
        System.gc();
        ClusterFile running = cluster.describe();
        List<String> admins = Stream.concat(
                        Stream.of(running.metadataAdmin(), running.balancerAdmin(), running.s3Admin()),
                        running.servers().stream().map(ClusterFile.Server::admin))
                .toList();
        List<String> wanted = Files.readAllLines(Path.of("../helm/chameleon/rules/metrics.txt"));
        try (HttpClient http = HttpClient.newHttpClient()) {
            http.send(
                    HttpRequest.newBuilder(URI.create("http://" + running.s3())).build(),
                    HttpResponse.BodyHandlers.discarding());
            // What follows a request, or happens by itself, is counted a while later.
            Awaitility.await()
                    .untilAsserted(() -> assertThat(scrapedNames(http, admins)).containsAll(wanted));
        }
    }

    private static Set<String> scrapedNames(HttpClient http, List<String> admins)
            throws IOException, InterruptedException {
        StringBuilder scraped = new StringBuilder();
        for (String admin : admins) {
            scraped.append(http.send(
                            HttpRequest.newBuilder(URI.create("http://" + admin + "/metrics"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body());
        }
        return scraped.toString()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("[{ ]")[0])
                .collect(Collectors.toSet());
    }
}
