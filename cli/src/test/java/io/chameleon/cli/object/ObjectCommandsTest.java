package io.chameleon.cli.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.chameleon.cli.Chameleon;
import io.chameleon.cli.CommandLineRun;
import io.chameleon.cli.FakeCluster;
import io.chameleon.cli.kit.ExitCode;
import io.chameleon.cli.kit.Terminal;
import io.chameleon.core.ObjectId;
import io.chameleon.core.ServerId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.Placement;
import io.chameleon.core.mapping.Remap;
import io.chameleon.core.mapping.table.ObjectPage;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.transport.protocol.ListingWire;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.wire.ListObjectsRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands for objects, where something is missing, full, broken or in the way. */
class ObjectCommandsTest {
    private static final byte[] CONTENT = "0123456789".getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path files;

    private FakeCluster cluster;

    @BeforeEach
    void start() {
        cluster = new FakeCluster(7);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private void failing(int exitCode, String message, String... args) {
        CommandLineRun run = cluster.run(args);
        assertThat(run.exitCode()).as(run.stderr()).isEqualTo(exitCode);
        assertThat(run.stderr()).startsWith(message).doesNotContain("unexpected");
        assertThat(run.out()).isEmpty();
    }

    private CommandLineRun put(String object, String... options) {
        String[] all =
                Stream.concat(Stream.of("put", "-", object), Stream.of(options)).toArray(String[]::new);
        CommandLineRun run = cluster.runWith(CONTENT, all);
        assertThat(run.exitCode()).as(run.stderr()).isEqualTo(ExitCode.OK);
        return run;
    }

    private List<String> names() throws IOException {
        try (Stream<Path> all = Files.list(files)) {
            return all.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void put_ofNothing_isAnEmptyObject() {
        CommandLineRun run = cluster.runWith(new byte[0], "put", "-", "photos/empty");
        assertThat(run.lines()).containsExactly("photos/empty  0 B  EC EC(4+2)");
        assertThat(cluster.succeeding("put", "/dev/null", "photos/null").lines())
                .containsExactly("photos/null  0 B  EC EC(4+2)");
        assertThat(cluster.succeeding("get", "photos/empty", "-").stdout()).isEmpty();
    }

    /** Such a file says that it is empty, and an empty object was stored. */
    @Test
    void put_ofAFileOfTheKernel_storesItsBytes() throws IOException {
        cluster.succeeding("put", "/proc/version", "photos/kernel");
        assertThat(cluster.succeeding("get", "photos/kernel", "-").out())
                .isNotEmpty()
                .isEqualTo(Files.readString(Path.of("/proc/version")));
    }

    @Test
    void put_asJson_namesTheServersThatHoldIt() {
        JsonNode json = put("photos/cat", "--policy", "REP", "-o", "json").json();
        assertThat(json.properties().stream().map(Map.Entry::getKey))
                .containsExactly("bucket", "key", "size", "entity_tag", "state", "scheme", "servers", "degraded");
        assertThat(json.path("size").asLong()).isEqualTo(CONTENT.length);
        assertThat(json.path("scheme").asText()).isEqualTo("REP(3)");
        assertThat(json.path("servers")).hasSize(3);
        assertThat(json.path("degraded").asBoolean()).isFalse();
    }

    @Test
    void put_ofPairs_keepsWhatFollowsTheFirstEqualsSign() {
        put("photos/cat", "--meta", "empty=", "--meta", "formula=a=b", "--meta", "größe=5 µm");
        assertThat(cluster.succeeding("stat", "photos/cat", "-o", "json").json().path("metadata"))
                .hasToString("{\"empty\":\"\",\"formula\":\"a=b\",\"größe\":\"5 µm\"}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--meta         | novalue | Value for option option '--meta' (NAME=VALUE) should be in KEY=VALUE"
                        + " format",
                "--content-type | LONG    | content type: 'xxx",
                "--meta         | k=LONG  | user metadata",
                "--if-match     | etag    | "
            })
    void put_withAnOptionThatMakesNoSense_isAUsageError(String option, String value, String message) {
        CommandLineRun run =
                cluster.runWith(CONTENT, "put", "-", "photos/cat", option, value.replace("LONG", "x".repeat(9_000)));
        assertThat(run.exitCode()).as(run.stderr()).isEqualTo(ExitCode.USAGE);
        assertThat(run.stderr().lines()).hasSize(1);
        assertThat(run.stderr())
                .startsWith("chameleon put: " + (message == null ? "" : message))
                .hasSizeLessThan(700);
        assertThat(cluster.metadata().received(MessageType.COMMIT)).isZero();
    }

    @Test
    void put_thatOneServerHasNoRoomFor_goesToAnother() {
        cluster.server(0).fail(MessageType.PUT_FRAGMENT, ErrorCode.DEVICE_FULL);
        assertThat(put("photos/cat").lines()).containsExactly("photos/cat  10 B  EC EC(4+2)");
    }

    /** The user has to know: the next failure may be one too many. */
    @Test
    void put_thatTwoOfSevenServersRefuse_saysThatItIsDegraded() {
        cluster.server(0).fail(MessageType.PUT_FRAGMENT, ErrorCode.DEVICE_FULL);
        cluster.server(1).fail(MessageType.PUT_FRAGMENT, ErrorCode.DEVICE_FULL);
        CommandLineRun run = cluster.runWith(new byte[40_000], "put", "-", "photos/cat");
        assertThat(run.lines()).containsExactly("photos/cat  39.1 KiB  EC EC(4+2)  degraded: repair is queued");
        assertThat(cluster.succeeding("stat", "photos/cat").out()).contains("EC(4+2), degraded: repair is queued");
    }

    @Test
    void put_withoutPermission_isOneLine_thatSaysSo() {
        cluster.metadata()
                .fail(MessageType.COMMIT, new ChameleonError(ErrorCode.PERMISSION_DENIED, "user ann may not write"));
        CommandLineRun run = cluster.runWith(CONTENT, "put", "-", "photos/cat");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(run.stderr().lines()).hasSize(1);
        assertThat(run.stderr()).startsWith("chameleon put: ").contains("user ann may not write [PERMISSION_DENIED]");
    }

    @Test
    void put_ofAFileThatShrinksMeanwhile_namesIt_andStoresNothing() throws IOException {
        Path file = Files.write(files.resolve("log.txt"), new byte[70_000]);
        cluster.metadata().afterNext(MessageType.CLUSTER_VIEW, () -> {
            try (FileChannel shrinking = FileChannel.open(file, StandardOpenOption.WRITE)) {
                return CompletableFuture.completedFuture(shrinking.truncate(300));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        failing(
                ExitCode.FAILURE,
                "chameleon put: reading the bytes to write: " + file
                        + " ended after 300 bytes of the 70000 that it had when its write began",
                "put",
                file.toString(),
                "photos/cat");
        failing(ExitCode.FAILURE, "chameleon stat: no object photos/cat [OBJECT_NOT_FOUND]", "stat", "photos/cat");
    }

    @Test
    void put_ofAPipeThatEndsBeforeItsBytes_storesNothing() {
        assertThat(put("photos/cat", "--bytes", "10").lines()).containsExactly("photos/cat  10 B  EC EC(4+2)");

        for (String other : List.of("9", "11", "100MiB")) {
            CommandLineRun run = cluster.runWith(CONTENT, "put", "-", "photos/dog", "--bytes", other);
            assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
            assertThat(run.stderr()).startsWith("chameleon put: reading the bytes to write: stdin ");
            failing(ExitCode.FAILURE, "chameleon stat: no object photos/dog [OBJECT_NOT_FOUND]", "stat", "photos/dog");
        }
    }

    @Test
    void put_ofAFile_takesNoBytesOption() throws IOException {
        Path file = Files.write(files.resolve("cat.txt"), CONTENT);
        failing(
                ExitCode.USAGE,
                "chameleon put: --bytes: '10' given, expected none with a file",
                "put",
                file.toString(),
                "photos/cat",
                "--bytes",
                "10");
    }

    @Test
    void put_ofAnInputThatBreaks_saysWhy_andStoresNothing() {
        InputStream broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("tape torn");
            }
        };
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exitCode = new Chameleon(new Terminal(
                        broken, new ByteArrayOutputStream(), err, Map.of("CHAMELEON_CLUSTER", cluster.address())))
                .run("put", "-", "photos/cat");
        assertThat(exitCode).isEqualTo(ExitCode.FAILURE);
        assertThat(err.toString(StandardCharsets.UTF_8).lines())
                .singleElement()
                .asString()
                .startsWith("chameleon put: ")
                .contains("tape torn")
                .doesNotContain("unexpected");
        failing(ExitCode.FAILURE, "chameleon stat: no object photos/cat [OBJECT_NOT_FOUND]", "stat", "photos/cat");
    }

    private static OutputStream full() {
        return new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                throw new IOException("No space left on device");
            }
        };
    }

    /** A script must not take half an answer for the whole. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "get photos/cat - | stdout: No space left on device",
                "ls photos        | stdout takes no more: its disk is full, or its reader gone",
                "ls photos --versions -o json | stdout takes no more",
                "stat photos/cat  | stdout takes no more",
                "version          | stdout takes no more"
            })
    void answer_thatStdoutDoesNotTake_isAFailureInOneLine(String arguments, String message) {
        put("photos/cat");
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String[] words = arguments.strip().split(" +");
        int exitCode = new Chameleon(new Terminal(
                        InputStream.nullInputStream(), full(), err, Map.of("CHAMELEON_CLUSTER", cluster.address())))
                .run(words);
        assertThat(exitCode).isEqualTo(ExitCode.FAILURE);
        assertThat(err.toString(StandardCharsets.UTF_8).lines())
                .singleElement()
                .asString()
                .startsWith("chameleon " + words[0] + ": " + message);
    }

    /** The rest would be asked for in vain. */
    @Test
    void listing_thatNobodyReadsAnyMore_ends() {
        put("photos/a");
        ObjectMapping a = row("a");
        AtomicInteger pages = new AtomicInteger();
        cluster.answer(MessageType.LIST_OBJECTS, request -> {
            pages.incrementAndGet();
            return ListingWire.pack(new ObjectPage(List.of(a), List.of(), "a"));
        });
        int exitCode = new Chameleon(new Terminal(
                        InputStream.nullInputStream(),
                        full(),
                        new ByteArrayOutputStream(),
                        Map.of("CHAMELEON_CLUSTER", cluster.address())))
                .run("ls", "photos");
        assertThat(exitCode).isEqualTo(ExitCode.FAILURE);
        assertThat(pages).hasValueLessThan(3);
    }

    @Test
    void get_intoADirectory_takesTheLastPartOfTheKey() throws IOException {
        put("photos/2030/cat.jpg");
        put("photos/album/");
        Path target = files.resolve("cat.jpg");
        assertThat(cluster.succeeding("get", "photos/2030/cat.jpg", files.toString())
                        .lines())
                .containsExactly("photos/2030/cat.jpg  10 B  -> " + target);
        cluster.succeeding("get", "photos/album/", files.toString());
        assertThat(names()).containsExactly("album", "cat.jpg");
        assertThat(target).hasBinaryContent(CONTENT);
    }

    /** Such a name would be that of another directory. */
    @ParameterizedTest
    @ValueSource(strings = {"photos//", "photos/..", "photos/.", "photos/a/..", "photos/a/../", "photos/..//"})
    void get_intoADirectory_ofAKeyThatNamesNoFile_isRefused(String object) throws IOException {
        put(object);
        failing(
                ExitCode.USAGE,
                "chameleon get: FILE: '" + files + "' given, expected ",
                "get",
                object,
                files.toString());
        assertThat(names()).isEmpty();
        cluster.succeeding("get", object, files.resolve("named").toString());
        assertThat(names()).containsExactly("named");
    }

    @Test
    void get_asJson_saysWhereTheBytesAre() {
        put("photos/cat");
        Path target = files.resolve("cat");
        JsonNode json = cluster.succeeding("get", "photos/cat", target.toString(), "--range", "2-5", "-o", "json")
                .json();
        assertThat(json.path("bucket").asText()).isEqualTo("photos");
        assertThat(json.path("key").asText()).isEqualTo("cat");
        assertThat(json.path("file").asText()).isEqualTo(target.toString());
        assertThat(json.path("bytes").asLong()).isEqualTo(4);
        assertThat(target).hasContent("2345");
    }

    @Test
    void get_toStdout_isTheBytesAlone_alsoIfJsonIsAskedFor() {
        put("photos/cat");
        assertThat(cluster.succeeding("get", "photos/cat", "-", "-o", "json").stdout())
                .isEqualTo(CONTENT);
    }

    /** It went to the same place as the bytes. */
    @Test
    void get_toStdoutByItsOtherName_saysNothingElse() {
        put("photos/cat");
        CommandLineRun run = cluster.succeeding("get", "photos/cat", "/dev/stdout", "-o", "json");
        assertThat(run.stdout()).isEqualTo(CONTENT);
    }

    @ParameterizedTest
    @CsvSource({"0-0, 0", "9-9, 9", "9-, 9", "8-100, 89", "0-999999999999999999, 0123456789"})
    void range_isCutAtTheEndOfTheObject(String range, String expected) {
        put("photos/cat");
        Path target = files.resolve("part");
        assertThat(cluster.succeeding("get", "photos/cat", "-", "--range", range)
                        .out())
                .isEqualTo(expected);
        cluster.succeeding("get", "photos/cat", target.toString(), "--range", range);
        assertThat(target).hasContent(expected);
        cluster.succeeding("get", "photos/cat", target.toString(), "--range", range, "--parallel", "3");
        assertThat(target).hasContent(expected);
    }

    @Test
    void fileThatIsThere_staysAsItWas_ifTheObjectCannotBeRead() throws IOException {
        Path target = Files.writeString(files.resolve("cat"), "my only copy");
        failing(
                ExitCode.FAILURE,
                "chameleon get: no object photos/cat [OBJECT_NOT_FOUND]",
                "get",
                "photos/cat",
                target.toString());
        put("photos/cat");
        for (int number = 0; number < 7; number++) {
            cluster.server(number).loseAll();
        }
        for (String parallel : List.of("1", "4")) {
            // On a busy machine its time may be over before it has asked all servers.
            await().untilAsserted(() -> {
                CommandLineRun run = cluster.run(
                        "get", "photos/cat", target.toString(), "--timeout", "300ms", "--parallel", parallel);
                assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
                assertThat(run.stderr()).startsWith("chameleon get: ").contains("photos/cat", "[DATA_UNAVAILABLE]");
            });
        }
        assertThat(target).hasContent("my only copy");
        assertThat(names()).containsExactly("cat");
    }

    @Test
    void fileThatIsThere_isReplacedByTheObject() throws IOException {
        put("photos/cat");
        Path target = Files.writeString(files.resolve("cat"), "an older and longer content");
        cluster.succeeding("get", "photos/cat", target.toString());
        assertThat(target).hasBinaryContent(CONTENT);
    }

    @Test
    void fileBehindALink_isReplaced_andKeepsItsMode() throws IOException {
        put("photos/cat");
        Path mine = Files.writeString(files.resolve("mine"), "for nobody else to read");
        Files.setPosixFilePermissions(mine, PosixFilePermissions.fromString("rw-------"));
        Path link = Files.createSymbolicLink(files.resolve("link"), Path.of("mine"));
        cluster.succeeding("get", "photos/cat", link.toString());
        assertThat(link).isSymbolicLink();
        assertThat(mine).hasBinaryContent(CONTENT);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(mine)))
                .isEqualTo("rw-------");
    }

    /** A file took the place of the link, and what it leads to stayed without the bytes. */
    @Test
    void linkToNothing_isFollowed_andStays() throws IOException {
        put("photos/cat");
        Path link = Files.createSymbolicLink(files.resolve("link"), Path.of("new"));
        cluster.succeeding("get", "photos/cat", link.toString());
        assertThat(link).isSymbolicLink();
        assertThat(files.resolve("new")).hasBinaryContent(CONTENT);
    }

    @Test
    void linkThatLeadsNowhere_isNamed_andStays() throws IOException {
        put("photos/cat");
        Path loop = Files.createSymbolicLink(files.resolve("loop"), Path.of("loop"));
        failing(
                ExitCode.FAILURE,
                "chameleon get: " + loop + ": more than 40 symbolic links",
                "get",
                "photos/cat",
                loop.toString());
        Path away = Files.createSymbolicLink(files.resolve("away"), Path.of("disk/cat"));
        failing(
                ExitCode.FAILURE,
                "chameleon get: " + files.resolve("disk") + ": there is no such file or directory",
                "get",
                "photos/cat",
                away.toString());
        assertThat(loop).isSymbolicLink();
        assertThat(away).isSymbolicLink();
        assertThat(names()).containsExactly("away", "loop");
    }

    @ParameterizedTest
    @ValueSource(ints = {214, 255})
    void nameOfAFile_mayBeAsLongAsTheFileSystemTakes(int length) throws IOException {
        put("photos/cat");
        Path target = files.resolve("n".repeat(length));
        cluster.succeeding("get", "photos/cat", target.toString());
        assertThat(target).hasBinaryContent(CONTENT);
    }

    @Test
    void nameThatIsTooLong_isToldAsItWasGiven() throws IOException {
        put("photos/cat");
        String target = files.resolve("n".repeat(256)).toString();
        failing(ExitCode.FAILURE, "chameleon get: " + target + ": File name too long", "get", "photos/cat", target);
        assertThat(names()).isEmpty();
    }

    /** Whoever may write every file, as root, replaces this one too. */
    @Test
    void fileThatMayNotBeWritten_isKept() throws IOException {
        put("photos/cat");
        Path mine = Files.writeString(files.resolve("mine"), "to keep");
        Files.setPosixFilePermissions(mine, PosixFilePermissions.fromString("r--r--r--"));
        if (Files.isWritable(mine)) {
            cluster.succeeding("get", "photos/cat", mine.toString());
            assertThat(mine).hasBinaryContent(CONTENT);
        } else {
            failing(
                    ExitCode.FAILURE,
                    "chameleon get: " + mine + ": no permission",
                    "get",
                    "photos/cat",
                    mine.toString());
            assertThat(mine).hasContent("to keep");
        }
        assertThat(names()).containsExactly("mine");
    }

    /** A file took the place of /dev/null. */
    @Test
    void pipe_getsTheBytes_andStays() throws Exception {
        put("photos/cat");
        Path pipe = files.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        CompletableFuture<byte[]> read = CompletableFuture.supplyAsync(() -> {
            try {
                return Files.readAllBytes(pipe);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        cluster.succeeding("get", "photos/cat", pipe.toString());
        assertThat(Files.readAttributes(pipe, BasicFileAttributes.class).isOther())
                .isTrue();
        assertThat(read).succeedsWithin(Duration.ofSeconds(30)).isEqualTo(CONTENT);
        assertThat(names()).containsExactly("pipe");
    }

    @Test
    void target_thatCannotBeWritten_isNamedInOneLine() throws IOException {
        put("photos/cat");
        Path missing = files.resolve("no/cat");
        failing(
                ExitCode.USAGE,
                "chameleon get: FILE: '" + missing + "' given, expected a file in a directory that exists",
                "get",
                "photos/cat",
                missing.toString());
        Files.createDirectories(files.resolve("cat/kept"));
        failing(ExitCode.FAILURE, "chameleon get: " + files, "get", "photos/cat", files.toString());
        assertThat(files.resolve("cat/kept")).isDirectory();
        failing(ExitCode.FAILURE, "chameleon get: /proc/", "get", "photos/cat", "/proc/cat");
        assertThat(names()).containsExactly("cat");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0  | FILE | parallel: '0' given, expected 1 to 64",
                "65 | FILE | parallel: '65' given, expected 1 to 64",
                "-1 | FILE | parallel: '-1' given, expected 1 to 64",
                "x  | FILE | Invalid value for option '--parallel': 'x' is not an int",
                "2  | -    | --parallel: '2' given, expected a FILE to write to, not -"
            })
    void parallelReads_areOneToSixtyFour_intoAFile(String parallel, String target, String message) throws IOException {
        put("photos/cat");
        failing(
                ExitCode.USAGE,
                "chameleon get: " + message,
                "get",
                "photos/cat",
                target.replace("FILE", files.resolve("cat").toString()),
                "--parallel",
                parallel);
        assertThat(names()).isEmpty();
    }

    @Test
    void copy_saysWhatItMade_andASourceThatIsNotThereIsNamed() {
        put("photos/cat", "--meta", "k=v");
        JsonNode json = cluster.succeeding("cp", "photos/cat", "other/dir/cat", "--policy", "rep", "-o", "json")
                .json();
        assertThat(json.path("from").asText()).isEqualTo("photos/cat");
        assertThat(json.path("to").asText()).isEqualTo("other/dir/cat");
        assertThat(json.path("size").asLong()).isEqualTo(CONTENT.length);
        JsonNode stat =
                cluster.succeeding("stat", "other/dir/cat", "-o", "json").json();
        assertThat(stat.path("entity_tag")).isEqualTo(json.path("entity_tag"));
        assertThat(stat.path("scheme").asText()).isEqualTo("REP(3)");
        assertThat(stat.path("metadata").path("k").asText()).isEqualTo("v");
        failing(
                ExitCode.FAILURE,
                "chameleon cp: no object photos/dog [OBJECT_NOT_FOUND] Check bucket and key.",
                "cp",
                "photos/dog",
                "photos/cat");
        assertThat(cluster.succeeding("get", "photos/cat", "-").stdout()).isEqualTo(CONTENT);
    }

    @Test
    void deletion_ofSomethingThatIsNotThere_deletesTheRest_andFailsUnlessForced() {
        put("photos/a");
        put("photos/b");
        CommandLineRun run = cluster.run("rm", "photos/x", "photos/a", "photos/y", "-o", "json");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(run.json().path("deleted")).hasToString("[\"photos/a\"]");
        assertThat(run.json().path("missing")).hasToString("[\"photos/x\",\"photos/y\"]");
        assertThat(run.stderr()).startsWith("chameleon rm: no object photos/x, photos/y");
        assertThat(cluster.succeeding("rm", "-f", "photos/a", "photos/b").lines())
                .containsExactly("deleted 1 object");
        assertThat(cluster.succeeding("rm", "-f", "photos/a").lines()).containsExactly("deleted 0 objects");
    }

    @Test
    void deletion_ofAVersion_isOfOneObject() {
        failing(
                ExitCode.USAGE,
                "chameleon rm: --version: one object, not 2; see 'chameleon rm --help'",
                "rm",
                "photos/a",
                "photos/b",
                "--version",
                "null");
        put("photos/a");
        failing(
                ExitCode.USAGE,
                "chameleon rm: Invalid value for option '--version': version id: 'first' given",
                "rm",
                "photos/a",
                "--version",
                "first");
        CommandLineRun other = cluster.run("rm", "photos/a", "--version", "0".repeat(32));
        assertThat(other.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(other.stderr()).startsWith("chameleon rm: no object photos/a, or no such version of it");
        assertThat(cluster.succeeding("get", "photos/a", "-").stdout()).isEqualTo(CONTENT);
    }

    @Test
    void listing_ofNothing_isNothing_orAnEmptyAnswerForScripts() {
        assertThat(cluster.succeeding("ls").lines()).containsExactly("no buckets");
        assertThat(cluster.succeeding("ls", "-o", "json").lines()).containsExactly("{\"buckets\":[]}");
        cluster.succeeding("bucket", "create", "photos");
        assertThat(cluster.succeeding("ls", "photos").out()).isEmpty();
        assertThat(cluster.succeeding("ls", "photos", "-o", "json").lines())
                .containsExactly("{\"prefixes\":[],\"objects\":[]}");
        assertThat(cluster.succeeding("ls", "photos", "--versions").out()).isEmpty();
        assertThat(cluster.succeeding("ls", "photos", "--versions", "-o", "json")
                        .json()
                        .path("versions"))
                .isEmpty();
        put("photos/a");
        assertThat(cluster.succeeding("ls", "photos/b").out()).isEmpty();
    }

    @Test
    void listing_ofSeveralPages_isATableOrALineOfJsonForEach() {
        put("photos/a");
        put("photos/b");
        ObjectMapping a = row("a");
        ObjectMapping b = row("b");
        cluster.answer(
                MessageType.LIST_OBJECTS,
                request -> ListingWire.pack(
                        request.header(ListObjectsRequest.class).getAfter().isEmpty()
                                ? new ObjectPage(List.of(a), List.of("dir/"), "a")
                                : new ObjectPage(List.of(b), List.of(), "")));
        List<String> lines = cluster.succeeding("ls", "photos").lines();
        assertThat(lines).hasSize(5);
        assertThat(lines.get(0)).matches("SIZE +STATE +MODIFIED +KEY");
        assertThat(lines.get(1)).matches("10 B +EC +20\\S+Z +a");
        assertThat(lines.get(2)).matches(" *- +- +- +dir/");
        assertThat(lines.get(4)).endsWith("  b");
        List<String> json = cluster.succeeding("ls", "photos", "-o", "json").lines();
        assertThat(json).hasSize(2);
        assertThat(json.get(0))
                .startsWith("{\"prefixes\":[\"dir/\"],\"objects\":[{\"bucket\":\"photos\",\"key\":\"a\"");
        assertThat(json.get(1)).startsWith("{\"prefixes\":[],\"objects\":[{\"bucket\":\"photos\",\"key\":\"b\"");
    }

    private ObjectMapping row(String key) {
        return Objects.requireNonNull(
                cluster.table().lookup(new ObjectId("photos", key)).mapping());
    }

    @Test
    void versions_areListedNewestFirst_withTheirMarkers_foldedAtSlashes() {
        cluster.succeeding("bucket", "create", "photos");
        var unused = cluster.table().buckets().configure("photos", Map.of("versioning", "Enabled"));
        put("photos/cat");
        put("photos/cat");
        put("photos/dir/dog");
        cluster.succeeding("rm", "photos/cat");
        List<String> lines = cluster.succeeding("ls", "photos", "--versions").lines();
        assertThat(lines).hasSize(5);
        assertThat(lines.get(0)).matches("SIZE +VERSION +LATEST +MODIFIED +KEY");
        assertThat(lines.get(1)).matches("- +- +- +- +dir/");
        assertThat(lines.get(2)).matches("deleted +[0-9a-f]{32} +latest +\\S+ +cat");
        assertThat(lines.get(3)).matches("10 B +[0-9a-f]{32} +- +\\S+ +cat");
        assertThat(cluster.succeeding("ls", "photos", "--versions", "-r").lines())
                .hasSize(5)
                .last()
                .asString()
                .endsWith("dir/dog");

        JsonNode versions = cluster.succeeding("ls", "photos/c", "--versions", "-o", "json")
                .json()
                .path("versions");
        assertThat(versions.findValuesAsText("delete_marker")).containsExactly("true", "false", "false");
        assertThat(versions.findValuesAsText("latest")).containsExactly("true", "false", "false");
        assertThat(versions.get(0).has("size")).isFalse();
        assertThat(versions.get(1).path("size").asInt()).isEqualTo(CONTENT.length);
    }

    @Test
    void state_ofAnObjectThatTheBalancerMoves_saysWhereItsNextWriteGoes_andWhy() {
        put("photos/cat", "--policy", "EC");
        Placement destination = new Placement(
                RedundancyScheme.REP_3,
                Stream.of("flash-6", "flash-5", "flash-4").map(ServerId::new).toList());
        ObjectMapping row = row("cat");
        long fence = cluster.table().claim("test").fence();
        assertThat(cluster.table()
                        .remap(
                                fence,
                                List.of(new Remap(
                                        row.id(),
                                        row.version(),
                                        RedundancyEvent.UPGRADE,
                                        destination,
                                        7,
                                        "hot: 12 writes"))))
                .containsExactly(Remap.Outcome.APPLIED);

        List<String> lines = cluster.succeeding("state", "photos/cat").lines();
        assertThat(lines)
                .contains(
                        "object      photos/cat",
                        "state       LATE_REP EC(4+2)",
                        "next write  REP(3) on flash-6 flash-5 flash-4",
                        "last remap  epoch 7");
        assertThat(lines.get(lines.size() - 2)).matches("EPOCH +AT +EVENT +FROM +TO +DESTINATION +REASON");
        assertThat(lines.getLast())
                .matches(" *7 +\\S+Z +UPGRADE +EC +LATE_REP +flash-6 flash-5 flash-4 +hot: 12 writes");

        JsonNode json = cluster.succeeding("state", "photos/cat", "-o", "json").json();
        assertThat(json.path("scheme").asText()).isEqualTo("EC(4+2)");
        assertThat(json.path("servers")).hasSize(6);
        assertThat(json.path("next_scheme").asText()).isEqualTo("REP(3)");
        assertThat(json.path("next_servers")).hasToString("[\"flash-6\",\"flash-5\",\"flash-4\"]");
        assertThat(json.path("remap_epoch").asInt()).isEqualTo(7);
        JsonNode event = json.path("history").path(0);
        assertThat(event.path("event").asText()).isEqualTo("UPGRADE");
        assertThat(event.path("from").asText() + " to " + event.path("to").asText())
                .isEqualTo("EC to LATE_REP");
        assertThat(event.path("source")).hasSize(6);
        assertThat(event.path("reason").asText()).isEqualTo("hot: 12 writes");
    }

    @Test
    void state_ofAnObjectThatNobodyMoved_hasNoHistory() {
        put("photos/cat");
        assertThat(cluster.succeeding("state", "photos/cat").lines())
                .contains("last remap  none", "history     none, or compacted")
                .noneMatch(line -> line.startsWith("next write"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"stat", "state"})
    void object_thatIsNotThere_isNamed(String command) {
        cluster.succeeding("bucket", "create", "photos");
        failing(
                ExitCode.FAILURE,
                "chameleon " + command + ": no object photos/schlüssel σ [OBJECT_NOT_FOUND] Check bucket and key.",
                command,
                "photos/schlüssel σ");
    }
}
